import type { FoundAddress } from '../port.ts';
import { PrefixIndex } from './prefix-index.ts';
import { formsOf, shortened, wordsOf } from './street-words.ts';

/** A word that so many streets have tells nothing; whoever types it goes on typing. */
const MAX_CANDIDATES = 1000;

interface IndexedStreet {
  street: FoundAddress;
  /** Every word of street and place, in all its forms. */
  words: readonly string[];
  /** What a search that begins like the street's name is compared with. */
  name: string;
}

const inOrder = (one: FoundAddress, other: FoundAddress): number =>
  one.address.localeCompare(other.address, 'en') || one.city.localeCompare(other.city, 'en') || one.zip.localeCompare(other.zip);

/** Streets by their words. A search looks at the streets of its rarest word only. */
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

  /** The streets that are looked at for these words: those with a word that begins like the rarest of them. */
  candidates(words: readonly string[]): IndexedStreet[] {
    const [rarest] = words.toSorted((one, other) => this.#byWord.count(one) - this.#byWord.count(other));
    return rarest === undefined ? [] : this.#byWord.find(rarest, MAX_CANDIDATES);
  }

  /** Streets with a word for each of the text's, those that begin like it first. */
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
