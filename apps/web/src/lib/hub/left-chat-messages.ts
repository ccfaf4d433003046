import { logFailure } from '#web/lib/log.ts';
import type { OutboxEntry as StoredUnsent } from '#web/lib/offline/offline-store.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { perTab, writeStored } from '#web/lib/store.ts';
import {
  DISK_KIND,
  type DiskMessage,
  keyOf,
  type LeftChat,
  noteOnDisk,
  noteRefused,
  offlineStore,
  readUnsent,
  senderOf,
  type UnsentMessage,
  untilOnDisk,
} from './unsent-chat-messages.ts';

// What an earlier visit left on the disk (OFF-03). No page needs it to open.

const findOnDisk = async (user: string): Promise<StoredUnsent[]> =>
  (await (await offlineStore()).findUnsent(user)).filter(({ kind }) => kind === DISK_KIND);

/** Returns one chat's messages of the disk in the order of writing. From now on they are removed there once they are sent. */
function takeFromDisk(sessionId: string, entries: readonly StoredUnsent[]): UnsentMessage[] {
  noteOnDisk(
    sessionId,
    entries.map(({ key }) => key),
  );
  const messages = entries.map(({ body }) => body as DiskMessage).sort(inOrder);
  return messages.map(({ clientMessageId, text, timestamp, isFailed }) => ({ clientMessageId, text, timestamp, isFailed }));
}

/** A chat that is opened does not wait longer than this for the disk. */
const DISK_WITHIN_MS = 2000;

/** Returns what an earlier visit left of a chat that is being opened: it has to be sent before anything that is written now. */
export async function takeLeftOf(sessionId: string): Promise<UnsentMessage[]> {
  const user = accountSubject();
  if (user === undefined || typeof indexedDB === 'undefined') return [];
  const find = async (): Promise<StoredUnsent[]> => {
    await untilOnDisk();
    return findOnDisk(user);
  };
  const found = find().catch((cause: unknown) => {
    logFailure('Unsent messages could not be read.', cause);
    return [];
  });
  const late = new Promise<never[]>((resolve) => setTimeout(resolve, DISK_WITHIN_MS, []));
  const entries = await Promise.race([found, late]);
  return takeFromDisk(
    sessionId,
    entries.filter(({ queue }) => queue === sessionId),
  );
}

/**
 * Takes over the messages that an earlier visit left on the disk, and returns the chats that nobody sends for in this tab. The engine of a
 * chat that is open, or that still sends, gets its messages itself.
 */
export async function takeLeftMessages(): Promise<LeftChat[]> {
  const user = accountSubject();
  if (user === undefined || typeof indexedDB === 'undefined') return [];
  await untilOnDisk();
  return [...Map.groupBy(await findOnDisk(user), ({ queue }) => queue)].flatMap(([sessionId, entries]) => {
    const left = takeFromDisk(sessionId, entries);
    const [{ customer }] = entries.map(({ body }) => body) as [DiskMessage];
    noteRefused(sessionId, left, customer);
    const sender = senderOf(sessionId);
    if (sender) {
      sender.restore(left);
      return [];
    }
    const own = readUnsent(sessionId);
    const known = new Set(own.map(({ clientMessageId }) => clientMessageId));
    writeStored(perTab, keyOf(sessionId), [...left.filter(({ clientMessageId }) => !known.has(clientMessageId)), ...own]);
    return [{ sessionId, customer }];
  });
}

function inOrder(one: DiskMessage, other: DiskMessage): number {
  return one.timestamp.localeCompare(other.timestamp) || one.position - other.position;
}
