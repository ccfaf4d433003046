import { perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';

/** A message that was written here and is not confirmed by the server. */
export interface Unsent {
  clientMessageId: string;
  text: string;
  timestamp: string;
  isFailed: boolean;
}

/** Prefix of all chat keys in this tab's storage. */
export const CHAT_KEYS = 'yardage.chat-';
const keyOf = (sessionId: string): string => `${CHAT_KEYS}unsent.${sessionId}`;

function isUnsent(value: unknown): value is Unsent {
  const { clientMessageId, text, timestamp } = (value ?? {}) as Partial<Unsent>;
  return typeof clientMessageId === 'string' && typeof text === 'string' && typeof timestamp === 'string';
}

/** Returns the unsent messages of this tab. A reload during sending sends them again with the same client id. */
export function readUnsent(sessionId: string): Unsent[] {
  const stored = readStored(perTab, keyOf(sessionId));
  return Array.isArray(stored) ? stored.filter(isUnsent) : [];
}

/** Stores the unsent messages for this tab, or removes the key if there are none. */
export function keepUnsent(sessionId: string, unsent: readonly Unsent[]): void {
  if (unsent.length === 0) removeStored(perTab, keyOf(sessionId));
  else writeStored(perTab, keyOf(sessionId), unsent);
}

const leftovers = new Map<string, () => void>();

/** Registers how to stop the engine of a chat that is closed but still has messages to send. */
export function keepSending(sessionId: string, stop: () => void): void {
  leftovers.set(sessionId, stop);
}

/** Stops that engine, because the chat is open again or everything is sent. */
export function stopSending(sessionId: string): void {
  leftovers.get(sessionId)?.();
  leftovers.delete(sessionId);
}

/** Removes everything about chats in this tab, so that the next user finds nothing. */
export function forgetChats(): void {
  for (const sessionId of [...leftovers.keys()]) stopSending(sessionId);
  for (const key of Object.keys(window.sessionStorage)) if (key.startsWith(CHAT_KEYS)) removeStored(perTab, key);
}
