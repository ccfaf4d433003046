import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

/** A message that was written and is not known to be stored. */
export interface Unsent {
  clientMessageId: string;
  text: string;
  timestamp: string;
  isFailed: boolean;
}

/** What every key of chats in this tab's storage begins with. */
export const CHAT_KEYS = 'yardage.chat-';
const keyOf = (sessionId: string): string => `${CHAT_KEYS}unsent.${sessionId}`;

function isUnsent(value: unknown): value is Unsent {
  const { clientMessageId, text, timestamp } = (value ?? {}) as Partial<Unsent>;
  return typeof clientMessageId === 'string' && typeof text === 'string' && typeof timestamp === 'string';
}

/** What this tab has not got rid of; a reload in the middle of sending sends it again under the same key. */
export function readUnsent(sessionId: string): Unsent[] {
  const stored = readStored(perTab, keyOf(sessionId));
  return Array.isArray(stored) ? stored.filter(isUnsent) : [];
}

/** Remembers it for this tab; nothing is left behind once everything is stored. */
export function keepUnsent(sessionId: string, unsent: readonly Unsent[]): void {
  if (unsent.length === 0) removeStored(perTab, keyOf(sessionId));
  else writeStored(perTab, keyOf(sessionId), unsent);
}

const leftovers = new Map<string, () => void>();

/** Registers how to stop the engine of a chat that is closed but still has something to send. */
export function keepSending(sessionId: string, stop: () => void): void {
  leftovers.set(sessionId, stop);
}

/** Stops it: the chat is open again, or everything is sent. */
export function stopSending(sessionId: string): void {
  leftovers.get(sessionId)?.();
  leftovers.delete(sessionId);
}

/** Forgets everything about chats in this tab, so that whoever signs in next finds nothing of it. */
export function forgetChats(): void {
  for (const sessionId of [...leftovers.keys()]) stopSending(sessionId);
  for (const key of Object.keys(window.sessionStorage)) if (key.startsWith(CHAT_KEYS)) removeStored(perTab, key);
}
