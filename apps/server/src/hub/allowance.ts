/** A number of calls at once, and so many a second after that. */
export class Allowance {
  readonly #most: number;
  readonly #perSecond: number;
  #left: number;
  #countedAt = Date.now();

  constructor(most: number, perSecond: number) {
    this.#most = most;
    this.#perSecond = perSecond;
    this.#left = most;
  }

  /** Takes one; false where none is left. */
  take(): boolean {
    const now = Date.now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#countedAt) / 1000) * this.#perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

const MAX_CALLERS = 10_000;

/** An allowance for each of many callers. */
export class Allowances {
  readonly #most: number;
  readonly #perSecond: number;
  readonly #byCaller = new Map<string, Allowance>();

  constructor(most: number, perSecond: number) {
    this.#most = most;
    this.#perSecond = perSecond;
  }

  /** Takes one of a caller's; false where none is left. */
  take(caller: string): boolean {
    const allowance = this.#byCaller.get(caller) ?? new Allowance(this.#most, this.#perSecond);
    // The one that was not asked for longest makes room for a new one.
    this.#byCaller.delete(caller);
    const [oldest] = this.#byCaller.keys();
    if (oldest !== undefined && this.#byCaller.size >= MAX_CALLERS) this.#byCaller.delete(oldest);
    this.#byCaller.set(caller, allowance);
    return allowance.take();
  }
}
