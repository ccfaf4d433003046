/** Words of street names that people write long or short. */
const FORMS: readonly (readonly [short: string, ...others: string[]])[] = [
  ['st', 'street', 'saint', 'str'],
  ['ave', 'avenue', 'av'],
  ['rd', 'road'],
  ['blvd', 'boulevard'],
  ['dr', 'drive'],
  ['ln', 'lane'],
  ['hwy', 'highway'],
  ['pkwy', 'parkway'],
  ['pl', 'place'],
  ['ct', 'court'],
  ['cir', 'circle'],
  ['sq', 'square'],
  ['ter', 'terrace'],
  ['trl', 'trail'],
  ['mt', 'mount'],
  ['mtn', 'mountain'],
  ['ft', 'fort'],
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['ne', 'northeast'],
  ['nw', 'northwest'],
  ['se', 'southeast'],
  ['sw', 'southwest'],
];
const BY_WORD = new Map(FORMS.flatMap((forms) => forms.map((word) => [word, forms] as const)));

/** Small letters without punctuation, word by word: what is compared. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[.']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** All forms under which a word may be typed. */
export function formsOf(word: string): readonly string[] {
  return BY_WORD.get(word) ?? [word];
}

/** The text with every word in its short form. */
export function shortened(text: string): string {
  return wordsOf(text)
    .map((word) => formsOf(word)[0] ?? word)
    .join(' ');
}
