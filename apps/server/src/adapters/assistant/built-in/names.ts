import type { KnownNames } from '../port.ts';
import { FILLERS, SYNONYMS } from './vocabulary.ts';
import { isNear, MIN_FORGIVEN_LENGTH } from './words.ts';

export type NameKind = 'own' | 'other-customer' | 'job' | 'product' | 'person';

/** A name in a question that is known on the account, in the account's spelling. */
export interface FoundName {
  kind: NameKind;
  text: string;
}

interface Name {
  kind: NameKind;
  words: readonly string[];
  /** A code is always accepted as a name, even if it looks like an ordinary word. */
  isCode: boolean;
}

interface Token {
  text: string;
  lower: string;
  start: number;
  end: number;
}

/** Consecutive words of a question that match consecutive words of a name. */
interface Run {
  name: Name;
  at: number;
  length: number;
  /** How many words of the question it covers. */
  taken: number;
}

/** If two names match equally well, the kind listed first wins. */
const KINDS: readonly NameKind[] = ['own', 'job', 'product', 'person', 'other-customer'];
const BEFORE_A_NAME = new Set('at for on to in from by of near with does did has is job site project and the than'.split(' '));
const MIN_ALONE_LENGTH = 4;

/** Finds names in a question, tolerating small typos. `rest` is the question with the names replaced by spaces. */
export function findNames(text: string, known: KnownNames): { names: FoundName[]; rest: string } {
  const all = namesOf(known);
  const tokens = tokensOf(text);
  const names: FoundName[] = [];
  let rest = text;
  for (let index = 0; index < tokens.length; ) {
    const run = bestRun(all, tokens, index);
    if (!run) {
      index += 1;
      continue;
    }
    const last = tokens[index + run.taken - 1] as Token;
    const { start } = tokens[index] as Token;
    rest = `${rest.slice(0, start)}${' '.repeat(last.end - start)}${rest.slice(last.end)}`;
    names.push({ kind: run.name.kind, text: run.name.words.slice(run.at, run.at + run.length).join(' ') });
    index += run.taken;
  }
  return { names, rest };
}

function namesOf({ customer, otherCustomers, jobs, products, people }: KnownNames): Name[] {
  const name = (kind: NameKind) => (text: string) => ({ kind, words: tokensOf(text).map((token) => token.text), isCode: false });
  return [
    ...customer.map(name('own')),
    ...otherCustomers.map(name('other-customer')),
    ...jobs.map(name('job')),
    ...products.map(({ description }) => name('product')(description)),
    ...products.map(({ number }) => ({ kind: 'product' as const, words: [number], isCode: true })),
    ...people.map(name('person')),
  ];
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\d]+/gu)].map(({ 0: word, index }) => ({
    text: word,
    lower: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

/** Returns the longest run that begins at a word of the question and is enough to be a name. */
function bestRun(names: readonly Name[], tokens: readonly Token[], index: number): Run | undefined {
  const runs = names.flatMap((name) =>
    name.words.flatMap((_word, at) => {
      const run = runFrom(name, at, tokens, index);
      return run && isEnough(run, tokens, index) ? [run] : [];
    }),
  );
  return runs.toSorted((a, b) => b.taken - a.taken || KINDS.indexOf(a.name.kind) - KINDS.indexOf(b.name.kind))[0];
}

function runFrom(name: Name, at: number, tokens: readonly Token[], index: number): Run | undefined {
  let [length, taken] = [0, 0];
  while (at + length < name.words.length) {
    const token = tokens[index + taken];
    if (!token || !isSame(token.lower, (name.words[at + length] ?? '').toLowerCase())) break;
    length += 1;
    taken += 1;
  }
  return taken > 0 ? { name, at, length, taken } : undefined;
}

/** Whether a typed word is the word of a name. Words with a meaning in questions are not treated as mistyped names. */
function isSame(typed: string, word: string): boolean {
  if (typed === word) return true;
  if (Math.min(typed.length, word.length) < MIN_FORGIVEN_LENGTH || /\d/.test(typed) || !isOwnWord(typed)) return false;
  return isNear(typed, word);
}

const isOwnWord = (lower: string): boolean => !SYNONYMS.has(lower) && !FILLERS.has(lower) && !/^\d+$/.test(lower) && lower.length > 1;

/**
 * Two words of a name are enough. One word is enough only if it is unlikely to be an ordinary word: the first of the name, after a
 * preposition, or capitalized. A single word of a person's name must be capitalized.
 */
function isEnough({ name, at, length, taken }: Run, tokens: readonly Token[], index: number): boolean {
  const words = name.words.slice(at, at + length).map((word) => word.toLowerCase());
  if (name.isCode) return true;
  if (!words.some(isOwnWord)) return name.words.length === 1 || (taken > 1 && taken === name.words.length);
  if (taken > 1) return true;
  const token = tokens[index] as Token;
  if (token.lower.length < MIN_ALONE_LENGTH) return false;
  const isCapital = /^\p{Lu}/u.test(token.text) && index > 0;
  if (name.kind === 'person') return isCapital;
  if (name.kind === 'product') return at === 0;
  return at === 0 || isCapital || BEFORE_A_NAME.has(tokens[index - 1]?.lower ?? '');
}
