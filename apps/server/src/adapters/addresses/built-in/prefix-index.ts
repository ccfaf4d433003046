/** Values by text, found by the beginning of that text in a few steps however many there are. */
export class PrefixIndex<T> {
  readonly #entries: readonly (readonly [text: string, value: T])[];

  constructor(entries: Iterable<readonly [text: string, value: T]>) {
    this.#entries = [...entries].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  }

  /** How many texts begin so. */
  count(prefix: string): number {
    return this.#end(prefix) - this.#begin(prefix);
  }

  /** The values whose text begins so, each once, in the order of their texts. */
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

  /** Binary search: the entries for which it holds come after all others. */
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
