import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { logFailure } from '#web/lib/log.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { createStore, perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';

/** A message that was written here and is not confirmed by the server. */
export interface UnsentMessage {
  clientMessageId: string;
  text: string;
  timestamp: string;
  isFailed: boolean;
}

/** Prefix of all chat keys in this tab's storage. */
export const CHAT_KEYS = 'yardage.chat-';
export const keyOf = (sessionId: string): string => `${CHAT_KEYS}unsent.${sessionId}`;

function isUnsent(value: unknown): value is UnsentMessage {
  const { clientMessageId, text, timestamp } = (value ?? {}) as Partial<UnsentMessage>;
  return typeof clientMessageId === 'string' && typeof text === 'string' && typeof timestamp === 'string';
}

/** Returns the unsent messages of this tab. A reload during sending sends them again with the same client id. */
export function readUnsent(sessionId: string): UnsentMessage[] {
  const stored = readStored(perTab, keyOf(sessionId));
  const unsent = Array.isArray(stored) ? stored.filter(isUnsent) : [];
  // An earlier visit may have written them to the disk, too. They are removed there once they are sent.
  noteOnDisk(
    sessionId,
    unsent.map(({ clientMessageId }) => clientMessageId),
  );
  return unsent;
}

/**
 * Stores the unsent messages for this tab, or removes the key if there are none. Those of a customer are also written to the disk, so that
 * they survive a killed browser and are sent at the next start (OFF-03).
 */
export function keepUnsent(sessionId: string, unsent: readonly UnsentMessage[], customer?: CustomerKey): void {
  if (unsent.length === 0) removeStored(perTab, keyOf(sessionId));
  else writeStored(perTab, keyOf(sessionId), unsent);
  if (!customer) return;
  keepOnDisk(sessionId, unsent, customer);
  noteRefused(sessionId, unsent, customer);
}

/** A message that the server refused, with its chat. */
export interface RefusedMessage extends LeftChat, Pick<UnsentMessage, 'clientMessageId' | 'text'> {}

/** The user's messages that were refused. They are shown on every page until the user discards them: dispatch did not get them. */
export const refusedMessages = createStore<readonly RefusedMessage[]>({ initial: [] });

/** Replaces what is known of a chat's refused messages. */
export function noteRefused(sessionId: string, unsent: readonly UnsentMessage[], customer: CustomerKey): void {
  const refused = unsent
    .filter(({ isFailed }) => isFailed)
    .map(({ clientMessageId, text }) => ({ sessionId, customer, clientMessageId, text }));
  const before = refusedMessages.get();
  const others = before.filter((each) => each.sessionId !== sessionId);
  if (refused.length > 0 || others.length < before.length) refusedMessages.set([...others, ...refused]);
}

/** Discards a refused message, also if its chat can no longer be opened. */
export function discardRefused({ sessionId, customer, clientMessageId }: RefusedMessage): void {
  const sender = senderOf(sessionId);
  const others = readUnsent(sessionId).filter((each) => each.clientMessageId !== clientMessageId);
  if (sender) sender.discard(clientMessageId);
  else keepUnsent(sessionId, others, customer);
}

/** The outbox of chat messages on the disk. */
export const DISK_KIND = 'chat-message';

/** An unsent message on the disk. */
export interface DiskMessage extends UnsentMessage {
  sessionId: string;
  customer: CustomerKey;
  position: number;
}

/** Keys of the messages on the disk, by session. */
const onDisk = new Map<string, ReadonlySet<string>>();

/** Messages of the disk that are removed there once they are sent. */
export function noteOnDisk(sessionId: string, keys: readonly string[]): void {
  if (keys.length > 0) onDisk.set(sessionId, new Set([...(onDisk.get(sessionId) ?? []), ...keys]));
}

/** Writes follow one another, so that an older state never replaces a newer one. */
let writing: Promise<unknown> = Promise.resolve();

/** Resolves when what was written so far is on the disk. */
export const untilOnDisk = (): Promise<unknown> => writing;

export const offlineStore = () => import('#web/lib/offline/offline-store.ts');

function keepOnDisk(
  sessionId: string,
  unsent: readonly UnsentMessage[],
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
): void {
  const user = accountSubject();
  const before = onDisk.get(sessionId) ?? new Set();
  if (user === undefined || typeof indexedDB === 'undefined' || (unsent.length === 0 && before.size === 0)) return;
  const customer = { customerNumber, datasourceId, globalCustomerNumber };
  const entries = unsent.map((message, position) => ({
    key: message.clientMessageId,
    user,
    kind: DISK_KIND,
    queue: sessionId,
    body: { ...message, sessionId, customer, position } satisfies DiskMessage,
    writtenAt: Date.parse(message.timestamp),
    isRefused: message.isFailed,
  }));
  const keys = new Set(entries.map(({ key }) => key));
  onDisk.set(sessionId, keys);
  const removed = [...before].filter((key) => !keys.has(key));
  writing = writing
    .then(async () => (await offlineStore()).putUnsent(entries, removed))
    .catch((cause: unknown) => logFailure('Unsent messages could not be written to the disk.', cause));
}

/** An earlier visit's chat with messages that were not sent. */
export interface LeftChat {
  sessionId: string;
  customer: CustomerKey;
}

/** The engine of a chat that is open, or that is closed and still has messages to send. */
export interface Sender {
  sessionId: string;
  isOpen(): boolean;
  /** Adds messages of an earlier visit. Those that it knows already stay as they are. */
  restore(unsent: readonly UnsentMessage[]): void;
  /** The number of messages that are not sent, without those that the server refused. */
  countUnsent(): number;
  /** Tries to send what is not sent, for a limited time. */
  sendAll(limitMs: number): Promise<void>;
  /** Forgets a message that was not sent. */
  discard(clientMessageId: string): void;
  /** Stops sending for good. */
  stop(): void;
  /** The session has ended: stores nothing from now on, and sends nothing after the chat is closed. */
  abandon(): void;
}

const senders = new Set<Sender>();

/** Returns the engine that sends what is written in a chat. */
export const senderOf = (sessionId: string): Sender | undefined => [...senders].find((each) => each.sessionId === sessionId);

/** Returns how many messages of a chat are not sent, without those that the server refused. */
export const countUnsent = (sessionId: string): number => senderOf(sessionId)?.countUnsent() ?? 0;

/** Sends what was written in a chat before it is ended, for a limited time. Returns how many messages are still not sent. */
export async function sendUnsent(sessionId: string, limitMs: number): Promise<number> {
  await senderOf(sessionId)?.sendAll(limitMs);
  return countUnsent(sessionId);
}

/** Whether a chat is open in this tab. */
export const isChatOpen = (sessionId: string): boolean => [...senders].some((each) => each.sessionId === sessionId && each.isOpen());

/** Registers the engine of a chat that was opened. */
export function noteSender(sender: Sender): void {
  senders.add(sender);
}

/** Stops the engine of a closed chat, because the chat is open again or everything is sent. */
export function stopSending(sessionId: string): void {
  for (const sender of senders) {
    if (sender.sessionId !== sessionId || sender.isOpen()) continue;
    senders.delete(sender);
    sender.stop();
  }
}

/** Removes everything about chats in this tab, so that the next user finds nothing. */
export function forgetChats(): void {
  for (const sender of senders) {
    sender.abandon();
    stopSending(sender.sessionId);
  }
  onDisk.clear();
  refusedMessages.set([]);
  for (const key of Object.keys(window.sessionStorage)) if (key.startsWith(CHAT_KEYS)) removeStored(perTab, key);
}
