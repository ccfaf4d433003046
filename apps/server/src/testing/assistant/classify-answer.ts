import type { AssistantBlock, AssistantRecord } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';

/** What the assistant said, whole. */
export interface AnswerGiven {
  blocks: readonly AssistantBlock[];
  records: readonly AssistantRecord[];
}

/** Why a question cannot be answered: it asks for a deed, for another company, for what the user may not see, or for what no record says. */
export type Refusal = 'action' | 'company' | 'permission' | 'unknown';

/** What the right answer to a question has in it. */
export type Expected =
  | {
      /** The first column of its table, in this order; none where nothing is to be found. */
      rows: readonly string[];
      /** How many of them are shown; the answer then says how many there are. */
      shown?: number;
      isAnyOrder?: boolean;
      says?: readonly (string | RegExp)[];
    }
  | { says: readonly (string | RegExp)[]; not?: RegExp }
  | { refuses: Refusal; link?: string };

/** `right` is also a refusal where the question cannot be answered. `declined` and `missed` tell nothing, with and without a reason. `untrue` tells something else. */
export type Verdict = 'right' | 'declined' | 'missed' | 'untrue';

const DEFAULT_SHOWN = 5;
const DECLINES = /\bI (?:cannot|can’t|only answer)\b|do not have permission|I don’t know|I did not understand/;
const KNOWS_NOTHING =
  /^I don’t know the answer to that|^Hello!|^I answer from your own records|^I am the portal’s assistant|^You are welcome/;
const NOTHING_FOUND = /\bfound no|\bno truck|\bnothing\b|\bno discount/i;

/** Judges an answer by what the right one has in it. Whatever tells something and is not right is untrue: nobody can see that it answers another question. */
export function classifyAnswer(answer: AnswerGiven, expected: Expected): Verdict {
  const said = plainText(answer.blocks);
  if (isRight(answer, said, expected)) return 'right';
  if (tellsSomething(answer, said)) return 'untrue';
  if (KNOWS_NOTHING.test(said)) return 'missed';
  return DECLINES.test(said) ? 'declined' : 'untrue';
}

function isRight(answer: AnswerGiven, said: string, expected: Expected): boolean {
  if ('refuses' in expected) return !tellsSomething(answer, said) && isRefusal(answer, said, expected);
  if (!(expected.says ?? []).every((wanted) => isSaid(said, wanted))) return false;
  if (!('rows' in expected)) return !expected.not?.test(said);
  const { rows, shown = DEFAULT_SHOWN, isAnyOrder = false } = expected;
  const found = firstColumn(answer);
  if (rows.length === 0) return found.length === 0 && NOTHING_FOUND.test(said);
  if (rows.length > shown && !new RegExp(`\\b${rows.length}\\b`).test(said)) return false;
  if (!isAnyOrder) return isSame(found, rows.slice(0, shown));
  return found.length === Math.min(shown, rows.length) && found.every((cell) => rows.includes(cell));
}

const isSaid = (said: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? said.toLowerCase().includes(wanted.toLowerCase()) : wanted.test(said);

const isSame = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.length === wanted.length && found.every((cell, index) => cell === wanted[index]);

function firstColumn({ blocks }: AnswerGiven): string[] {
  const table = blocks.find((block) => block.kind === 'table');
  return table?.rows.map(([cell]) => cell?.text ?? '') ?? [];
}

/** Records, a table, facts, or an amount: a refusal has none of them. */
function tellsSomething({ blocks, records }: AnswerGiven, said: string): boolean {
  return records.length > 0 || blocks.some(({ kind }) => kind === 'table' || kind === 'facts') || /\$\d/.test(said);
}

function isRefusal({ blocks }: AnswerGiven, said: string, { refuses, link }: Extract<Expected, { refuses: Refusal }>): boolean {
  const links = blocks.flatMap((block) => (block.kind === 'links' ? block.links : []));
  if (link && !links.some(({ href }) => href.startsWith(link))) return false;
  if (refuses === 'action') return /\bI cannot\b/.test(said) && !KNOWS_NOTHING.test(said);
  if (refuses === 'company') return /\bI only answer about\b/.test(said);
  if (refuses === 'permission') return /do not have permission/.test(said);
  return DECLINES.test(said) || KNOWS_NOTHING.test(said);
}
