import { type HttpProblem, isPermanentFailure } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import type { OutboxEntry } from './offline-store.ts';

// A queue for what users write without a connection (OFF-03). An entry is on the disk before its form closes, so it survives a killed
// phone. It is sent when the server can be reached, in the order of its queue, and the server takes its key only once.

const FIRST_AGAIN_MS = 2000;
const LAST_AGAIN_MS = 30_000;
/** An entry that came too early (`isTooEarly`) is tried again this often, and for this long. It may be large, so the pause is long. */
const EARLY_AGAIN_MS = 180_000;
const EARLY_FOR_MS = 86_400_000;

const store = () => import('./offline-store.ts');

/** Where entries are stored; tests use their own. */
export interface OutboxStorage {
  findUnsent(user: string): Promise<OutboxEntry[]>;
  putUnsent(entries: readonly OutboxEntry[], removed?: readonly string[]): Promise<void>;
}

export interface OutboxOptions<Body> {
  /** Names the entries of this outbox. */
  kind: string;
  /** Sends one entry. It may be called again with the same key after a lost answer. Rejects if the entry was not taken. */
  send: (body: Body, key: string) => Promise<unknown>;
  /** Whether the server may accept the same entry later, such as a sign-off of a load whose truck has not arrived yet. */
  isTooEarly?: (error: HttpProblem) => boolean;
  onSent?: (body: Body, key: string) => void;
  onRefused?: (body: Body, error: HttpProblem) => void;
  storage?: OutboxStorage;
  user?: () => string | undefined;
}

/** An entry that waits, for the screen. */
export interface Waiting<Body> {
  key: string;
  queue: string;
  body: Body;
  writtenAt: number;
  isRefused: boolean;
  /** Whether the server will take it later, because what it is about is not ready yet. */
  isEarly: boolean;
  /** Why the server has not taken it, in its words. */
  reason: string | undefined;
}

export interface Outbox<Body> {
  /** What waits, oldest first. Empty until `start` has read it. */
  waiting: Store<readonly Waiting<Body>[]>;
  /** Stores an entry and tries to send it. Resolves once it is stored. */
  write(queue: string, body: Body, key?: string): Promise<string>;
  /** Reads what was left of the last time and sends it. `afterSent` refreshes the screen. Returns a function that stops sending. */
  start(afterSent?: () => void): () => void;
  /** Tries all entries at once, also those that came too early a moment ago. */
  hurry(): void;
  /** Tries a refused entry again. */
  retry(key: string): Promise<void>;
  /** Removes an entry that the user no longer wants to send. */
  discard(key: string): Promise<void>;
}

/** Creates the outbox of one kind of entries. */
export function createOutbox<Body>(options: OutboxOptions<Body>): Outbox<Body> {
  const { kind, send, isTooEarly, onSent, onRefused, user = accountSubject } = options;
  const waiting = createStore<readonly Waiting<Body>[]>({ initial: [] });
  const storage = async (): Promise<OutboxStorage> => options.storage ?? (await store());
  let again: ReturnType<typeof setTimeout> | undefined;
  let early: ReturnType<typeof setTimeout> | undefined;
  let againMs = FIRST_AGAIN_MS;
  let isStarted = false;
  let isSending = false;
  let isWantedAgain = false;
  let lastWrittenAt = 0;
  let refresh: (() => void) | undefined;
  /** When each entry that came too early is tried again, by key. Tries of other entries do not include them, because they may be large. */
  const earlyUntil = new Map<string, number>();

  async function load(): Promise<OutboxEntry[]> {
    const subject = user();
    const own = subject === undefined ? [] : (await (await storage()).findUnsent(subject)).filter((entry) => entry.kind === kind);
    waiting.set(
      own.map(({ key, queue, body, writtenAt, isRefused, isEarly = false, reason }) => ({
        ...{ key, queue, writtenAt, isRefused, isEarly, reason },
        body: body as Body,
      })),
    );
    return own;
  }

  async function drain(): Promise<void> {
    if (!isStarted) return;
    isWantedAgain = isSending;
    if (isSending) return;
    isSending = true;
    try {
      // One tab sends at a time. Another one would do no harm, because keys count once, but it would send everything twice.
      await inOneTab(`yardage.outbox.${kind}`, drainQueues);
    } catch (cause) {
      logFailure('The outbox could not be read.', cause);
      tryLater();
    } finally {
      isSending = false;
    }
    if (isWantedAgain) await drain();
  }

  async function drainQueues(): Promise<void> {
    const blocked = new Set<string>();
    for (let next = await load(); ; next = await load()) {
      for (const { key, queue } of next) if ((earlyUntil.get(key) ?? 0) > Date.now()) blocked.add(queue);
      const entry = next.find(({ key, queue, isRefused }) => !isRefused && !blocked.has(queue) && !blocked.has(key));
      if (!entry || !isStarted) return;
      const isTaken = await deliver(entry);
      if (isTaken) againMs = FIRST_AGAIN_MS;
      // What follows in the same queue must not overtake it.
      else blocked.add(entry.queue);
    }
  }

  /** Sends an entry and returns whether its queue may go on. */
  async function deliver(entry: OutboxEntry): Promise<boolean> {
    const body = entry.body as Body;
    try {
      await send(body, entry.key);
    } catch (error) {
      if (!isPermanentFailure(error)) {
        tryLater();
        return false;
      }
      const reason = error.problem.detail ?? error.problem.title;
      // The user may have discarded it meanwhile.
      if (!(await load()).some(({ key }) => key === entry.key)) return true;
      const isEarly = isTooEarly?.(error) === true && Date.now() - entry.writtenAt < EARLY_FOR_MS;
      await (await storage()).putUnsent([{ ...entry, isRefused: !isEarly, isEarly, reason }]);
      if (!isEarly) onRefused?.(body, error);
      else tryEarlyLater(entry.key);
      return !isEarly;
    }
    await (await storage()).putUnsent([], [entry.key]);
    onSent?.(body, entry.key);
    refresh?.();
    return true;
  }

  function tryLater(): void {
    clearTimeout(again);
    if (!isStarted) return;
    again = setTimeout(() => void drain(), againMs);
    againMs = Math.min(LAST_AGAIN_MS, againMs * 2);
  }

  function tryEarlyLater(key: string): void {
    earlyUntil.set(key, Date.now() + EARLY_AGAIN_MS);
    clearTimeout(early);
    // All of them: by a clock that was set back meanwhile, their time has not come yet, and nothing would try them then.
    if (isStarted) early = setTimeout(hurry, EARLY_AGAIN_MS);
  }

  function tryNow(): void {
    againMs = FIRST_AGAIN_MS;
    void drain();
  }

  function hurry(): void {
    earlyUntil.clear();
    tryNow();
  }

  /** Another tab may have sent or discarded something. */
  const look = (): void => void load().catch(() => undefined);

  return {
    waiting,
    async write(queue, body, key = crypto.randomUUID()) {
      const subject = user();
      if (subject === undefined) throw new Error('Nobody is signed in.');
      // Two entries never have the same time, and a clock that was set back does not change their order.
      lastWrittenAt = Math.max(Date.now(), lastWrittenAt + 1, ...waiting.get().map((entry) => entry.writtenAt + 1));
      await (await storage()).putUnsent([{ key, user: subject, kind, queue, body, writtenAt: lastWrittenAt, isRefused: false }]);
      await load();
      void drain();
      return key;
    },
    start(afterSent) {
      isStarted = true;
      refresh = afterSent;
      window.addEventListener('online', tryNow);
      window.addEventListener('focus', look);
      void drain();
      return () => {
        isStarted = false;
        clearTimeout(again);
        clearTimeout(early);
        window.removeEventListener('online', tryNow);
        window.removeEventListener('focus', look);
      };
    },
    hurry,
    async retry(key) {
      const entry = (await load()).find((each) => each.key === key);
      if (entry) await (await storage()).putUnsent([{ ...entry, isRefused: false, isEarly: false, reason: undefined }]);
      hurry();
    },
    async discard(key) {
      await (await storage()).putUnsent([], [key]);
      await load();
    },
  };
}

/** Runs the work unless another tab does. Outside secure contexts there is no Web Locks API, so each tab runs it. */
async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  await navigator.locks.request(name, work);
}
