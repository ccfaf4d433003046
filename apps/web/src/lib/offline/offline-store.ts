import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { OFFLINE_DATABASE } from './service-worker-words.ts';

/** An answer of the server that was shown last, for times without a connection. */
export interface KeptRead {
  /** Endpoint and arguments, which name the customer. */
  id: string;
  /** The provider's id of the user who got it. */
  user: string;
  data: unknown;
  /** The days of a list that is kept whatever day it is, as `yyyy-MM-dd`. */
  days?: { from: string; to: string };
  savedAt: number;
  bytes: number;
}

/** Something the user wrote that the server has not confirmed. */
export interface OutboxEntry {
  /** The key under which the server takes it once. */
  key: string;
  user: string;
  /** The outbox that sends it. */
  kind: string;
  /** Entries of one queue are sent in the order in which they were written. */
  queue: string;
  body: unknown;
  writtenAt: number;
  /** The server refused it, so it waits for the user. */
  isRefused: boolean;
  /** Whether the server will take it later. */
  isEarly?: boolean;
  /** Why the server has not taken it, in its words. */
  reason?: string | undefined;
}

interface OfflineSchema extends DBSchema {
  reads: { key: [user: string, id: string]; value: KeptRead };
  unsent: { key: string; value: OutboxEntry };
}

/** Older answers are of no use on a job site, and should not stay on a phone. */
const KEPT_FOR_MS = 5 * 86_400_000;
const MAX_BYTES = 8_000_000;
export const MAX_READS = 200;
/** When there are too many, some more are removed, so that not every further one removes another. */
const SPARE_READS = 20;
/** A single answer that is larger is not kept. */
const MAX_READ_BYTES = 1_000_000;

let opened: Promise<IDBPDatabase<OfflineSchema>> | undefined;

function database(): Promise<IDBPDatabase<OfflineSchema>> {
  opened ??= openDB<OfflineSchema>(OFFLINE_DATABASE, 1, {
    upgrade(created) {
      created.createObjectStore('reads', { keyPath: ['user', 'id'] });
      created.createObjectStore('unsent', { keyPath: 'key' });
    },
    // A newer version of the app in another tab may change the database.
    blocking: () => void opened?.then((open) => open.close()).finally(() => (opened = undefined)),
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/**
 * Keeps an answer. `isWanted` is asked last, in case of a logout meanwhile. Reads none of the others: together they are megabytes, which a
 * phone takes a second to read.
 */
export async function keepRead(read: Omit<KeptRead, 'bytes' | 'savedAt'>, isWanted: () => boolean): Promise<void> {
  const bytes = JSON.stringify(read.data)?.length ?? 0;
  if (bytes > MAX_READ_BYTES) return;
  const open = await database();
  if (!isWanted()) return;
  const transaction = open.transaction('reads', 'readwrite');
  await transaction.store.put({ ...read, bytes, savedAt: Date.now() });
  const count = await transaction.store.count();
  await transaction.done;
  if (count > MAX_READS) await removeOldReads();
}

/** What decides how long an answer is kept. */
export type ReadFacts = Pick<KeptRead, 'user' | 'id' | 'bytes' | 'savedAt'>;

/** An answer of the future was written while the clock was wrong. It would otherwise stay until that day. */
const isTooOld = (savedAt: number, nowMs: number): boolean => Math.abs(nowMs - savedAt) > KEPT_FOR_MS;

/**
 * Whether an answer says who the user is and what they may see. A day with one open tab reads these once and much else since, but nothing
 * opens without them. They are few and small.
 */
const isAboutAccess = ({ id }: ReadFacts): boolean => id.startsWith('users.');

/** Returns the answers that are too old, and the oldest ones if there are too many, or too many bytes. */
export function readsToRemove(reads: readonly ReadFacts[], nowMs: number): ReadFacts[] {
  const kept = reads.length > MAX_READS ? MAX_READS - SPARE_READS : MAX_READS;
  let sum = 0;
  return reads
    .toSorted((one, other) => Number(isAboutAccess(other)) - Number(isAboutAccess(one)) || other.savedAt - one.savedAt)
    .filter(({ bytes, savedAt }, index) => {
      sum += bytes;
      return index >= kept || sum > MAX_BYTES || isTooOld(savedAt, nowMs);
    });
}

/** Removes answers that are too old or too many. It reads one answer at a time, so that the page can react in between. */
export async function removeOldReads(): Promise<void> {
  const open = await database();
  const facts: ReadFacts[] = [];
  for (let cursor = await open.transaction('reads').store.openCursor(); cursor; cursor = await cursor.continue()) {
    const { user, id, bytes, savedAt } = cursor.value;
    facts.push({ user, id, bytes, savedAt });
  }
  const transaction = open.transaction('reads', 'readwrite');
  for (const { user, id } of readsToRemove(facts, Date.now())) await transaction.store.delete([user, id]);
  await transaction.done;
}

/** Returns a kept answer that is not too old. */
export async function findRead(user: string, id: string): Promise<KeptRead | undefined> {
  const read = await (await database()).get('reads', [user, id]);
  return read && !isTooOld(read.savedAt, Date.now()) ? read : undefined;
}

/** Removes the kept answers for which the function returns true. It gets their keys only, because reading the answers takes long. */
export async function forgetReads(isForgotten: (user: string, id: string) => boolean): Promise<void> {
  const transaction = (await database()).transaction('reads', 'readwrite');
  for (const key of await transaction.store.getAllKeys()) if (isForgotten(...key)) await transaction.store.delete(key);
  await transaction.done;
}

/** Returns what a user has not sent yet, oldest first. */
export async function findUnsent(user: string): Promise<OutboxEntry[]> {
  const all = await (await database()).getAll('unsent');
  return all.filter((entry) => entry.user === user).sort((one, other) => one.writtenAt - other.writtenAt);
}

/** Stores an entry so that it survives a killed browser: it is on the disk when this resolves. */
export async function putUnsent(entries: readonly OutboxEntry[], removed: readonly string[] = []): Promise<void> {
  const transaction = (await database()).transaction('unsent', 'readwrite', { durability: 'strict' });
  for (const entry of entries) await transaction.store.put(entry);
  for (const key of removed) await transaction.store.delete(key);
  await transaction.done;
  if (entries.length > 0) void askToPersist();
}

let isAskedToPersist = false;

/** Asks the browser once not to delete what is stored here when the phone runs out of space. It may refuse, or not support the request. */
async function askToPersist(): Promise<void> {
  if (isAskedToPersist) return;
  isAskedToPersist = true;
  try {
    await navigator.storage.persist();
  } catch {
    // Then it is stored as before.
  }
}

/** Removes what is not sent: everything, or everything except that of one user. */
export async function removeUnsent({ exceptUser }: { exceptUser?: string }): Promise<void> {
  const transaction = (await database()).transaction('unsent', 'readwrite');
  for (const entry of await transaction.store.getAll()) if (entry.user !== exceptUser) await transaction.store.delete(entry.key);
  await transaction.done;
}

/** Removes all kept answers. */
export async function forgetAllReads(): Promise<void> {
  await (await database()).clear('reads');
}
