import type { FoundAddress } from '../port.ts';
import { PrefixIndex } from './prefix-index.ts';
import { formsOf, shortened, wordsOf } from './street-words.ts';

/** Only this many entries of a word are examined. A word that more streets have is too common, and the user will type more. */
const MAX_CANDIDATES = 1000;

interface IndexedStreet {
  street: FoundAddress;
  /** Every word of street and place, in all its forms. */
  words: readonly string[];
  /** The shortened text; a search that it begins with ranks first. */
  name: string;
}

const inOrder = (one: FoundAddress, other: FoundAddress): number =>
  one.address.localeCompare(other.address, 'en') || one.city.localeCompare(other.city, 'en') || one.zip.localeCompare(other.zip);

/** Streets indexed by their words. A search only examines the streets with its rarest word. */
export class StreetIndex {
  readonly #byWord: PrefixIndex<IndexedStreet>;

  constructor(streets: Iterable<FoundAddress>) {
    const known = new Map<string, IndexedStreet>();
    for (const street of streets) {
      const text = `${street.address} ${street.city} ${street.state} ${street.zip}`;
      const words = [...new Set(wordsOf(text).flatMap(formsOf))];
      const key = shortened(text);
      if (!known.has(key)) known.set(key, { street, words, name: key });
    }
    this.#byWord = new PrefixIndex([...known.values()].flatMap((each) => each.words.map((word) => [word, each] as const)));
  }

  /** Returns the streets to examine for these words: those with a word that begins with the rarest of them. */
  candidates(words: readonly string[]): IndexedStreet[] {
    const [rarest] = words.toSorted((one, other) => this.#byWord.count(one) - this.#byWord.count(other));
    return rarest === undefined ? [] : this.#byWord.find(rarest, MAX_CANDIDATES);
  }

  /** Returns the streets that match every word of the text. Those that begin with the text come first. */
  find(text: string): FoundAddress[] {
    const words = wordsOf(text);
    const wanted = shortened(text);
    const rank = ({ name }: IndexedStreet): number => (name.startsWith(wanted) ? 0 : 1);
    return this.candidates(words)
      .filter((candidate) => words.every((word) => candidate.words.some((own) => own.startsWith(word))))
      .sort((one, other) => rank(one) - rank(other) || inOrder(one.street, other.street))
      .map(({ street }) => street);
  }
}
