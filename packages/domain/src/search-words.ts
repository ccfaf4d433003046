import { centsOf, searchedAmount } from './money.ts';

/** Punctuation around a word of a text that was copied from a screen: 'Depot St, Knoxville', 'Cedar Homes · G-10012'. */
const EDGES = /^[,;:·–—“”"]+|[,;:·–—“”"]+$/g;
/** A currency sign that stands apart from its amount. */
const SIGN = '$';

/** Returns the different words of a search, without the punctuation around them unless there is nothing else. */
export function searchWords(search: string | undefined): string[] {
  const typed = (search ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  const words = typed.map((word) => word.replace(EDGES, '')).filter((word) => word !== '' && word !== SIGN);
  return [...new Set(words.length > 0 ? words : typed)];
}

/** Small letters without accents, and one kind of apostrophe: a phone types ’ where records have '. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase();

/** What a row on the client can be found by: its texts, and its amounts in dollars. */
export interface SearchedRow {
  texts: readonly string[];
  amounts: readonly (number | null)[];
}

/** Returns whether every word is in one of the row's texts or means one of its amounts, as in the searches of the server. */
export function isFoundIn({ texts, amounts }: SearchedRow, words: readonly string[]): boolean {
  const text = plain(texts.join('\n'));
  const cents = amounts.map((amount) => Math.abs(centsOf(amount ?? 0)));
  return words.every((word) => {
    const sought = searchedAmount(word);
    return text.includes(plain(word)) || (sought !== undefined && cents.some((each) => each >= sought.from && each <= sought.to));
  });
}
