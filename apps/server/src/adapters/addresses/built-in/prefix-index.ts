/** Values that are found by a prefix of their text, by binary search. */
export class PrefixIndex<T> {
  readonly #entries: readonly (readonly [text: string, value: T])[];

  constructor(entries: Iterable<readonly [text: string, value: T]>) {
    this.#entries = [...entries].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  }

  /** Returns how many texts begin with the prefix. */
  count(prefix: string): number {
    return this.#end(prefix) - this.#begin(prefix);
  }

  /** Returns the values whose text begins with the prefix, without duplicates, in the order of their texts. */
  find(prefix: string, limit = Number.POSITIVE_INFINITY): T[] {
    const begin = this.#begin(prefix);
    return [...new Set(this.#entries.slice(begin, Math.min(begin + limit, this.#end(prefix))).map(([, value]) => value))];
  }

  #begin(prefix: string): number {
    return this.#firstWhere((text) => text >= prefix);
  }

  #end(prefix: string): number {
    return this.#firstWhere((text) => text > prefix && !text.startsWith(prefix));
  }

  /** Binary search for the first entry that meets the condition; all entries after it must meet it too. */
  #firstWhere(isReached: (text: string) => boolean): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(this.#entries[middle]?.[0] ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
