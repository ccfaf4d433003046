/** Words of street names with their short and long forms. */
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

/** Returns the words of a text for comparison: lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[.']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Returns all forms of a word, or only the word itself. */
export function formsOf(word: string): readonly string[] {
  return BY_WORD.get(word) ?? [word];
}

/** Returns the text with every word in its short form. */
export function shortened(text: string): string {
  return wordsOf(text)
    .map((word) => formsOf(word)[0] ?? word)
    .join(' ');
}
