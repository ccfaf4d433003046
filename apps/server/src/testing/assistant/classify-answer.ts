import type { AssistantBlock, AssistantRecord } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';

/** The assistant's complete answer. */
export interface AnswerGiven {
  blocks: readonly AssistantBlock[];
  records: readonly AssistantRecord[];
}

/**
 * Why a question cannot be answered: it requests an action, is about another company, needs a permission the user lacks, or no
 * record has the answer.
 */
export type Refusal = 'action' | 'company' | 'permission' | 'unknown';

/** What the right answer contains. */
export type Expected =
  | {
      /** The first column of its table, in this order; empty if nothing is to be found. */
      rows: readonly string[];
      /** How many of the rows are shown; if there are more, the answer states the total. */
      shown?: number;
      isAnyOrder?: boolean;
      says?: readonly (string | RegExp)[];
    }
  | { says: readonly (string | RegExp)[]; not?: RegExp }
  | { refuses: Refusal; link?: string };

/**
 * `right` includes a refusal if the question cannot be answered. `declined` and `missed` give no information, with and without a
 * reason. `untrue` gives wrong information.
 */
export type Verdict = 'right' | 'declined' | 'missed' | 'untrue';

const DEFAULT_SHOWN = 5;
const DECLINES = /\bI (?:cannot|can’t|only answer)\b|do not have permission|I don’t know|I did not understand/;
const KNOWS_NOTHING =
  /^I don’t know the answer to that|^Hello!|^I answer from your own records|^I am the portal’s assistant|^You are welcome/;
const NOTHING_FOUND = /\bfound no|\bno truck|\bnothing\b|\bno discount/i;

/**
 * Compares an answer with what the right one contains. An answer with information that is not right counts as untrue, because the
 * user cannot see that it answers another question.
 */
export function classifyAnswer(answer: AnswerGiven, expected: Expected): Verdict {
  const said = plainText(answer.blocks);
  if (isRight(answer, said, expected)) return 'right';
  if (statesRecordsOrFigures(answer, said)) return 'untrue';
  if (KNOWS_NOTHING.test(said)) return 'missed';
  return DECLINES.test(said) ? 'declined' : 'untrue';
}

function isRight(answer: AnswerGiven, said: string, expected: Expected): boolean {
  if ('refuses' in expected) return !statesRecordsOrFigures(answer, said) && isRefusal(answer, said, expected);
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

/** Whether an answer has records, a table, facts or an amount; a refusal has none of them. */
function statesRecordsOrFigures({ blocks, records }: AnswerGiven, said: string): boolean {
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
