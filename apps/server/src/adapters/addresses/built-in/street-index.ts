import type { FoundAddress } from '../port.ts';
import { PrefixIndex } from './prefix-index.ts';
import { formsOf, shortened, wordsOf } from './street-words.ts';

/** Only this many entries of a word are examined. A word that more streets have is too common, and the user will type more. */
const MAX_CANDIDATES = 1000;

interface IndexedStreet {
  street: FoundAddress;
  /** Every word of street and place, in all its forms. */
  words: readonly string[];
}

const textOf = ({ address, city, state, zip }: FoundAddress): string => `${address} ${city} ${state} ${zip}`;
/** The same street written in two ways has the same name. */
const nameOf = (street: FoundAddress): string => shortened(textOf(street));

const inOrder = (one: FoundAddress, other: FoundAddress): number =>
  one.address.localeCompare(other.address, 'en') || one.city.localeCompare(other.city, 'en') || one.zip.localeCompare(other.zip);

/** A fixed list of streets, indexed by their words. A search only examines the streets with its rarest word. */
export class StreetIndex {
  readonly #byWord: PrefixIndex<IndexedStreet>;

  constructor(streets: Iterable<FoundAddress>) {
    const known = new Map<string, IndexedStreet>();
    for (const street of streets) {
      const words = [...new Set(wordsOf(textOf(street)).flatMap(formsOf))];
      const key = nameOf(street);
      if (!known.has(key)) known.set(key, { street, words });
    }
    this.#byWord = new PrefixIndex([...known.values()].flatMap((each) => each.words.map((word) => [word, each] as const)));
  }

  /** Returns the streets to examine for these words: those with a word that begins with the rarest of them. */
  candidates(words: readonly string[]): IndexedStreet[] {
    const [rarest] = words.toSorted((one, other) => this.#byWord.count(one) - this.#byWord.count(other));
    return rarest === undefined ? [] : this.#byWord.find(rarest, MAX_CANDIDATES);
  }

  /** Returns the streets that match every word of the text, best first. */
  find(text: string): FoundAddress[] {
    const words = wordsOf(text);
    const found = this.candidates(words).filter((candidate) => words.every((word) => candidate.words.some((own) => own.startsWith(word))));
    return rankStreets(
      text,
      found.map(({ street }) => street),
    );
  }
}

/** Sorts streets, and leaves out those that are there twice. Streets that begin with the text come first. */
export function rankStreets(text: string, streets: readonly FoundAddress[]): FoundAddress[] {
  const wanted = shortened(text);
  // The first of several wins.
  const byName = new Map(streets.toReversed().map((street) => [nameOf(street), street]));
  const rank = (name: string): number => (name.startsWith(wanted) ? 0 : 1);
  return [...byName]
    .sort(([one, street], [other, otherStreet]) => rank(one) - rank(other) || inOrder(street, otherStreet))
    .map(([, street]) => street);
}
