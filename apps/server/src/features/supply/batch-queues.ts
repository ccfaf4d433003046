import type { Database } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import { Semaphore } from '#server/http/semaphore';

/** When a batch that waited too long may be sent again. */
const RETRY_AFTER_MS = 5000;

/**
 * Queues the batches of this process before they take a connection: those of one data source run one at a time anyway (`lockDataSources`), and
 * all of them together use at most half of the connections.
 */
export class BatchQueues {
  readonly #all: Semaphore;
  readonly #sources = new Map<string, { turns: Semaphore; batches: number }>();

  constructor(atOnce: number) {
    this.#all = new Semaphore(atOnce);
  }

  /** Runs the work in its turn. Throws if it had to wait longer than `waitMs`; without a limit if that is undefined. */
  async run<T>(dataSource: string, waitMs: number | undefined, work: () => Promise<T>): Promise<T> {
    const queue = this.#sources.get(dataSource) ?? { turns: new Semaphore(1), batches: 0 };
    this.#sources.set(dataSource, queue);
    queue.batches += 1;
    const refusal = () => new ApiError('service-unavailable', { retryAt: new Date(Date.now() + RETRY_AFTER_MS) });
    const startedAt = performance.now();
    // What is left of the time: a batch may wait in both queues, one after the other.
    const patience = () => (waitMs === undefined ? undefined : { waitMs: Math.max(0, startedAt + waitMs - performance.now()), refusal });
    try {
      return await queue.turns.run(() => this.#all.run(work, patience()), patience());
    } finally {
      queue.batches -= 1;
      if (queue.batches === 0) this.#sources.delete(dataSource);
    }
  }
}

const knownQueues = new WeakMap<Database, BatchQueues>();

/** Returns the queues of a database. */
export function queuesOf(database: Database): BatchQueues {
  const queues = knownQueues.get(database) ?? new BatchQueues(Math.max(1, Math.floor(database.engine.pool.options.max / 2)));
  knownQueues.set(database, queues);
  return queues;
}
