import { ApiError } from './api-error.ts';

export interface PerUserSemaphoreSettings {
  /** How many tasks of a user run at once, and how many more may wait. */
  atOnce: number;
  waiting: number;
  waitMs: number;
  /** Shown to a user who asks for more. */
  message: () => string;
}

interface Queue {
  running: number;
  waiting: Set<() => void>;
}

const RETRY_AFTER_SECONDS = 5;

/** Limits how many expensive tasks each user runs at once; further ones wait in order. */
export class PerUserSemaphore {
  readonly #settings: PerUserSemaphoreSettings;
  readonly #queues = new Map<number, Queue>();

  constructor(settings: PerUserSemaphoreSettings) {
    this.#settings = settings;
  }

  /** Waits for a slot and returns the function that frees it. Stops waiting if the client disconnects. */
  async take(userId: number, signal?: AbortSignal): Promise<() => void> {
    const queue = this.#queues.get(userId) ?? { running: 0, waiting: new Set() };
    this.#queues.set(userId, queue);
    if (queue.running >= this.#settings.atOnce) await this.#wait(queue, signal);
    else queue.running += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#pass(userId, queue);
    };
  }

  /** Runs one task when a slot is free. */
  async run<T>(userId: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const leave = await this.take(userId, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** How many users have something in progress. */
  get size(): number {
    return this.#queues.size;
  }

  #wait(queue: Queue, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, waitMs, message } = this.#settings;
    const refusal = () =>
      new ApiError('too-many-requests', { detail: message(), retryAt: new Date(Date.now() + RETRY_AFTER_SECONDS * 1000) });
    if (queue.waiting.size >= waiting || signal?.aborted) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const go = () => {
      end();
      resolve();
    };
    const giveUp = () => {
      end();
      reject(refusal());
    };
    const timer = setTimeout(giveUp, waitMs);
    const end = () => {
      clearTimeout(timer);
      queue.waiting.delete(go);
      signal?.removeEventListener('abort', giveUp);
    };
    signal?.addEventListener('abort', giveUp);
    queue.waiting.add(go);
    return promise;
  }

  /** Passes the slot to the next waiting task, or frees it. */
  #pass(userId: number, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) {
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(userId);
  }
}
