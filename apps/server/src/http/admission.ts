import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { ApiError } from './api-error.ts';

/** Once the first waiting call has waited this long, new calls are refused. */
const LINE_CLOSED_FROM_MS = 1_000;
/** A call that has waited this long is refused. That leaves time to answer within five seconds. */
const MAX_WAIT_MS = 2_500;
/** A call may hold its place this long. Authorising is faster, unless the identity provider is slow. */
const MAX_STAY_MS = 2_000;
/** `Retry-After` is random within these limits, so that refused callers do not all return at once. */
const RETRY_AFTER_MS = { least: 1_000, spread: 2_000 };
/** A refusal is logged only after this time without one: one line for each overload. */
const QUIET_MS = 10_000;

interface Waiting {
  since: number;
  go(): void;
}

/**
 * Lets calls in to be authorised, which needs the database, only a few at a time. If more arrive than can be answered, the rest is refused
 * at once instead of waiting longer and longer. A call that was let in is never refused: a payment that has begun goes on.
 */
export class Admission {
  readonly #atOnce: number;
  /** Calls that wait, in the order of their arrival. */
  readonly #queue = new Set<Waiting>();
  readonly #log: Logger;
  readonly #refusals: Counter;
  #inside = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;

  constructor(atOnce: number, log: Logger, registry: Registry) {
    this.#atOnce = atOnce;
    this.#log = log;
    this.#refusals = new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests that were refused because too many others waited',
      registers: [registry],
    });
  }

  /** Throws if there are too many callers already. Costs next to nothing, so that refusing leaves time for other calls. */
  assertOpen(): void {
    const [first] = this.#queue;
    if (first && performance.now() - first.since > LINE_CLOSED_FROM_MS) throw this.#refusal();
  }

  /** Runs the work when its turn comes. A caller who has left in the meantime only frees the place. */
  async enter<T>(hasLeft: () => boolean, work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#atOnce) this.#inside += 1;
    else await this.#wait();
    const leave = this.#place();
    try {
      if (hasLeft()) throw new ApiError('service-unavailable', { retryAt: new Date() });
      return await work();
    } finally {
      leave();
    }
  }

  /** Returns a function that frees the place. It is also freed after MAX_STAY_MS, because such a call waits for another system. */
  #place(): () => void {
    let isHeld = true;
    const leave = () => {
      clearTimeout(timer);
      if (!isHeld) return;
      isHeld = false;
      const [next] = this.#queue;
      if (next) next.go();
      else this.#inside -= 1;
    };
    const timer = setTimeout(leave, MAX_STAY_MS);
    timer.unref();
    return leave;
  }

  #wait(): Promise<void> {
    this.assertOpen();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.delete(waiting);
        reject(this.#refusal());
      }, MAX_WAIT_MS);
      const waiting = {
        since: performance.now(),
        go: () => {
          clearTimeout(timer);
          this.#queue.delete(waiting);
          resolve();
        },
      };
      this.#queue.add(waiting);
    });
  }

  #refusal(): ApiError {
    this.#refusals.inc();
    const now = performance.now();
    if (now - this.#refusedAt > QUIET_MS) this.#log.warn('there are more requests than can be answered, some are refused');
    this.#refusedAt = now;
    const afterMs = RETRY_AFTER_MS.least + Math.random() * RETRY_AFTER_MS.spread;
    return new ApiError('service-unavailable', { retryAt: new Date(Date.now() + afterMs) });
  }
}
