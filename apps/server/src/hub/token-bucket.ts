/**
 * A token bucket: a burst of calls, then a fixed number per second. Measures time by a clock that a step of the system time does not
 * change.
 */
export class TokenBucket {
  readonly #most: number;
  readonly #perSecond: number;
  #left: number;
  #countedAt = performance.now();

  constructor(most: number, perSecond: number) {
    this.#most = most;
    this.#perSecond = perSecond;
    this.#left = most;
  }

  /** Takes one call. Returns false if none is left. */
  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#countedAt) / 1000) * this.#perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

const MAX_CALLERS = 10_000;

/** One bucket per caller. */
export class TokenBuckets {
  readonly #most: number;
  readonly #perSecond: number;
  readonly #byCaller = new Map<string, TokenBucket>();

  constructor(most: number, perSecond: number) {
    this.#most = most;
    this.#perSecond = perSecond;
  }

  /** Takes one of the caller's calls. Returns false if none is left. */
  take(caller: string): boolean {
    const bucket = this.#byCaller.get(caller) ?? new TokenBucket(this.#most, this.#perSecond);
    // The least recently used one makes room for a new one.
    this.#byCaller.delete(caller);
    const [oldest] = this.#byCaller.keys();
    if (oldest !== undefined && this.#byCaller.size >= MAX_CALLERS) this.#byCaller.delete(oldest);
    this.#byCaller.set(caller, bucket);
    return bucket.take();
  }
}
