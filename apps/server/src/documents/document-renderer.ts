import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { keepLanguage } from '@yardage/messages/language';
import type { DocumentDefinition } from './document-definition.ts';
import { DrawingThread } from './drawing-thread.ts';
import type { Letterhead } from './letterhead.ts';

/** One core is left for requests and the database. */
const MAX_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
const IDLE_MS = 60_000;
/** How many bytes of a file are produced ahead of its reader. */
const AHEAD_BYTES = 256 * 1024;

/** Returns the letterhead in use; the same object as long as it does not change. */
export type LetterheadSource = () => Promise<Letterhead>;

/** Renders PDFs in worker threads (decision 19). A thread draws on one letterhead; after a change others take over. */
export class DocumentRenderer {
  readonly #branding: LetterheadSource;
  readonly #threads: DrawingThread[] = [];
  #idleMs = IDLE_MS;
  #files = 0;

  constructor(branding: LetterheadSource) {
    this.#branding = branding;
  }

  /** Returns the PDF of one document. */
  render(definition: DocumentDefinition): Promise<Buffer> {
    return this.#use((thread) => thread.ask({ kind: 'document', definition }));
  }

  /** Returns a stream with many documents as one PDF. It is rendered no faster than it is read. */
  merge(title: string, definitions: AsyncIterable<DocumentDefinition>): Readable {
    return readAhead(this.#mergedBytes(title, definitions));
  }

  /** Ends the idle threads now and every other thread as soon as its work is done. */
  async close(): Promise<void> {
    this.#idleMs = 0;
    await Promise.all(this.#threads.filter(({ users }) => users === 0).map((thread) => thread.end()));
  }

  async *#mergedBytes(title: string, definitions: AsyncIterable<DocumentDefinition>): AsyncGenerator<Buffer> {
    const thread = this.#acquire(await this.#branding());
    const file = ++this.#files;
    try {
      await thread.ask({ kind: 'open', file, title });
      for await (const definition of definitions) yield thread.ask({ kind: 'add', file, definition });
      yield thread.ask({ kind: 'end', file });
    } finally {
      if (!thread.isEnded) await thread.ask({ kind: 'drop', file });
      this.#release(thread);
    }
  }

  async #use<T>(work: (thread: DrawingThread) => Promise<T>): Promise<T> {
    const thread = this.#acquire(await this.#branding());
    try {
      return await work(thread);
    } finally {
      this.#release(thread);
    }
  }

  /** Returns the thread with the fewest users. Starts a new one if all are busy and there are fewer than `MAX_THREADS`. */
  #acquire(letterhead: Letterhead): DrawingThread {
    const alive = this.#threads.filter(({ isEnded }) => !isEnded);
    let [thread] = alive.filter((each) => each.letterhead === letterhead).sort((a, b) => a.users - b.users);
    if (!thread || (thread.users > 0 && alive.length < MAX_THREADS)) {
      thread = new DrawingThread(letterhead);
      alive.push(thread);
    }
    this.#threads.splice(0, this.#threads.length, ...alive);
    thread.users += 1;
    return thread;
  }

  #release(thread: DrawingThread): void {
    thread.users -= 1;
    const endIfIdle = () => {
      if (thread.users === 0 && !thread.isEnded) void thread.end();
    };
    if (thread.users === 0) setTimeout(endIfIdle, this.#idleMs).unref();
  }
}

/** Converts bytes to a stream in the current language that buffers up to `AHEAD_BYTES` and then waits for its reader. */
export function readAhead(bytes: AsyncGenerator<Buffer>): Readable {
  return Readable.from(keepLanguage(withoutEmpty(bytes)), { objectMode: false, highWaterMark: AHEAD_BYTES });
}

/** Drops empty chunks, which a stream would take for its end. */
async function* withoutEmpty(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of bytes) if (piece.length > 0) yield piece;
}
