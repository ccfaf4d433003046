import type { Expected } from './classify-answer.ts';

/** Who asks: all of them at the same customer number. Field sees no price, payables no order, the manager no balance. */
export type Asker = 'owner' | 'payables' | 'manager' | 'field';

/** A question with what the right answer has in it. */
export interface Question {
  text: string;
  as: Asker;
  expected: Expected;
}

/** The same expectation of several phrasings. */
export const phrasings = (expected: Expected, texts: readonly string[], as: Asker = 'owner'): Question[] =>
  texts.map((text) => ({ text, as, expected }));

/** How people call a job: its first two words. */
export function shortName(job: string): string {
  return job
    .replace(/[,:/].*$/, '')
    .split(' ')
    .slice(0, 2)
    .join(' ');
}

/** A name with two letters of its longest word swapped. */
export function mistyped(name: string): string {
  const words = name.split(' ');
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const swapped = longest.length < 5 ? longest : `${longest.slice(0, 2)}${longest[3]}${longest[2]}${longest.slice(4)}`;
  return words.map((word) => (word === longest ? swapped : word)).join(' ');
}
