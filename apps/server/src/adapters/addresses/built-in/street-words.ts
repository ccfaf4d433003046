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

/** More words than an address has; any further ones are ignored. */
const MAX_WORDS = 8;
/** Appended to a text, the first sorts after every text that begins with it, the second directly after the text itself. */
const [AFTER_ALL, AFTER_ITSELF] = ['\u{10ffff}', '\u0001'];

/**
 * Returns the words that match each word of a text, as ranges: those that begin with it, and those with another form that does ('street'
 * finds 'st').
 */
export function rangesOf(text: string): { place: number; low: string; high: string }[] {
  return wordsOf(text)
    .slice(0, MAX_WORDS)
    .flatMap((word, place) => {
      const others = FORMS.filter((forms) => forms.some((form) => form.startsWith(word))).flat();
      const exact = [...new Set(others)].map((form) => ({ place, low: form, high: form + AFTER_ITSELF }));
      return [{ place, low: word, high: word + AFTER_ALL }, ...exact];
    });
}
