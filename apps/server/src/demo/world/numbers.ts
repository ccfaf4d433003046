/** Assigns ids and document numbers, with one counter per kind. */
export class Numbers {
  readonly #last = new Map<string, number>();

  /** Returns the next number of a kind, starting at `first`. */
  next(kind: string, first = 1): number {
    const number = (this.#last.get(kind) ?? first - 1) + 1;
    this.#last.set(kind, number);
    return number;
  }

  /** Returns the last number assigned of a kind; 0 before the first. */
  last(kind: string): number {
    return this.#last.get(kind) ?? 0;
  }
}
