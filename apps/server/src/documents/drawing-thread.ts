import { Worker } from 'node:worker_threads';
import { currentLanguage } from '@yardage/messages/language';
import { Semaphore } from '#server/http/semaphore';
import type { DrawingReply, DrawingRequest } from './drawing-protocol.ts';
import type { Letterhead } from './letterhead.ts';

type WithoutCall<T> = T extends unknown ? Omit<T, 'call' | 'language'> : never;
export type DrawingTask = WithoutCall<DrawingRequest>;

interface Open {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** One document is drawn while the next is on its way to the thread. Two in the thread alternate page by page. */
const DRAWN_AT_ONCE = 2;
/** Far more than the longest statements need, which is a few seconds. */
const DRAW_TIMEOUT_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/**
 * A worker thread that draws documents. `DocumentRenderer` starts it on demand and ends it when idle. It is terminated if a drawing times
 * out.
 */
export class DrawingThread {
  readonly letterhead: Letterhead;
  readonly #worker: Worker;
  readonly #open = new Map<number, Open>();
  readonly #slots = new Semaphore(DRAWN_AT_ONCE);
  #calls = 0;
  /** How many callers are using this thread. */
  users = 0;
  isEnded = false;

  constructor(letterhead: Letterhead) {
    this.letterhead = letterhead;
    const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
      workerData: letterhead,
      resourceLimits: LIMITS,
      execArgv: [],
    });
    worker.unref();
    worker.on('message', (reply: DrawingReply) => this.#receive(reply));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('the drawing thread ended')));
    this.#worker = worker;
  }

  /** Sends a task in the current language to the thread, after the tasks before it, and returns the resulting bytes. */
  ask(task: DrawingTask): Promise<Buffer> {
    const language = currentLanguage();
    return this.#slots.run(() => this.#send({ ...task, language }));
  }

  end(): Promise<number> {
    this.isEnded = true;
    return this.#worker.terminate();
  }

  #send(task: DrawingTask & { language: string }): Promise<Buffer> {
    if (this.isEnded) return Promise.reject(new Error('the drawing thread ended'));
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const call = ++this.#calls;
    const timer = setTimeout(() => {
      this.#fail(new Error('drawing a document took too long'));
      void this.#worker.terminate();
    }, DRAW_TIMEOUT_MS);
    this.#open.set(call, { resolve, reject, timer });
    this.#worker.postMessage({ ...task, call });
    return promise;
  }

  #receive(reply: DrawingReply): void {
    const open = this.#open.get(reply.call);
    if (!open) return;
    this.#open.delete(reply.call);
    clearTimeout(open.timer);
    if ('error' in reply) open.reject(new Error(`drawing failed: ${reply.error}`));
    else open.resolve(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength));
  }

  #fail(error: Error): void {
    this.isEnded = true;
    for (const { reject, timer } of this.#open.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#open.clear();
  }
}
