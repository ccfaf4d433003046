/** Gives out ids and document numbers, each kind counting for itself. */
export class Numbers {
  readonly #last = new Map<string, number>();

  /** The next number of a kind; the first one is 1 unless said otherwise. */
  next(kind: string, first = 1): number {
    const number = (this.#last.get(kind) ?? first - 1) + 1;
    this.#last.set(kind, number);
    return number;
  }

  /** The last number that was given out of a kind; 0 before the first. */
  last(kind: string): number {
    return this.#last.get(kind) ?? 0;
  }
}
