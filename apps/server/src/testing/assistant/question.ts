import type { Expected } from './classify-answer.ts';

/** Who asks, all at the same customer number. Field sees no prices, payables no orders, the manager no balance. */
export type Asker = 'owner' | 'payables' | 'manager' | 'field';

/** A question with what the right answer contains. */
export interface Question {
  text: string;
  as: Asker;
  expected: Expected;
}

/** Returns several phrasings of a question with the same expected answer. */
export const phrasings = (expected: Expected, texts: readonly string[], as: Asker = 'owner'): Question[] =>
  texts.map((text) => ({ text, as, expected }));

/** Returns what people call a job: the first two words of its name. */
export function shortName(job: string): string {
  return job
    .replace(/[,:/].*$/, '')
    .split(' ')
    .slice(0, 2)
    .join(' ');
}

/** Returns a name with two letters of its longest word swapped. */
export function mistyped(name: string): string {
  const words = name.split(' ');
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const swapped = longest.length < 5 ? longest : `${longest.slice(0, 2)}${longest[3]}${longest[2]}${longest.slice(4)}`;
  return words.map((word) => (word === longest ? swapped : word)).join(' ');
}
