import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import { addCounts } from './shared-counts.queries.ts';

/** How often a process adds its counts to the common ones in the database. */
const SYNC_MS = 1_000;
/** Callers below this share of their limit are only counted locally, so that ordinary use writes nothing. */
const LOCAL_ONLY_SHARE = 0.1;
const MAX_BUCKETS = 50_000;

interface Count {
  /** Calls in the current period, as far as this process knows. */
  calls: number;
  /** How many of these are not in the database yet. */
  unsent: number;
  periodMs: number;
  /** When the period ends, by `performance.now`, which a step of the clock does not change. */
  endsAtMs: number;
  /** Whether the calls are counted together with those of the other processes. */
  isShared: boolean;
}

/** A limit of calls in a period. */
export interface Limit {
  bucket: string;
  periodMs: number;
  max: number;
}

/**
 * Counts calls, shared by all processes through the database. A call costs no round trip: each process counts for itself and adds its counts
 * to the common ones every second. `takeNow` asks at once, for calls that anybody can make.
 */
export class SharedCounts {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #counts = new Map<string, Count>();
  readonly #timer: NodeJS.Timeout;
  #syncing: Promise<void> | undefined;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => this.#sync(), SYNC_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#syncing;
  }

  /** Counts a call. Returns the calls of the period so far, with this one, and the time that is left of it. */
  take({ bucket, periodMs, max }: Limit): { calls: number; leftMs: number } {
    const now = performance.now();
    let count = this.#counts.get(bucket);
    if (!count || count.endsAtMs <= now) {
      this.#counts.delete(bucket);
      this.#makeRoom();
      count = { calls: 0, unsent: 0, periodMs, endsAtMs: now + periodMs, isShared: false };
      this.#counts.set(bucket, count);
    }
    count.calls += 1;
    count.unsent += 1;
    count.isShared ||= count.calls >= max * LOCAL_ONLY_SHARE;
    return { calls: count.calls, leftMs: count.endsAtMs - now };
  }

  /** Counts a call in several buckets, over all processes at once. Returns the time left if a limit is exceeded. */
  async takeNow(limits: readonly Limit[]): Promise<{ leftMs: number } | undefined> {
    for (const limit of limits) this.take(limit);
    await this.#send(limits.map(({ bucket }) => bucket)).catch((error) =>
      this.#log.warn({ err: error }, 'calls were only counted locally'),
    );
    const now = performance.now();
    const exceeded = limits
      .map(({ bucket, max }) => ({ count: this.#counts.get(bucket), max }))
      .find(({ count, max }) => (count?.calls ?? 0) > max);
    return exceeded?.count && { leftMs: exceeded.count.endsAtMs - now };
  }

  #sync(): void {
    if (this.#syncing) return;
    const now = performance.now();
    const due: string[] = [];
    for (const [bucket, count] of this.#counts) {
      if (count.endsAtMs <= now) this.#counts.delete(bucket);
      else if (count.isShared && count.unsent > 0) due.push(bucket);
    }
    if (due.length === 0) return;
    this.#syncing = this.#send(due)
      .catch((error) => this.#log.warn({ err: error }, 'calls were only counted locally'))
      .finally(() => {
        this.#syncing = undefined;
      });
  }

  async #send(buckets: readonly string[]): Promise<void> {
    const now = performance.now();
    const sent = buckets.flatMap((bucket) => {
      const count = this.#counts.get(bucket);
      if (!count || count.unsent === 0) return [];
      const calls = count.unsent;
      count.unsent = 0;
      return [{ bucket, calls, count, periodMs: count.periodMs, leftMs: Math.max(0, count.endsAtMs - now) }];
    });
    if (sent.length === 0) return;
    try {
      const totals = await addCounts(this.#database, sent);
      for (const { bucket, count } of sent) {
        const total = totals.get(bucket);
        if (!total) continue;
        count.calls = total.calls + count.unsent;
        count.endsAtMs = performance.now() + total.leftMs;
      }
    } catch (error) {
      for (const { count, calls } of sent) count.unsent += calls;
      throw error;
    }
  }

  #makeRoom(): void {
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= MAX_BUCKETS) this.#counts.delete(oldest);
  }
}
