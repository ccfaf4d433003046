import type { ChatLine } from './chat-lines.ts';

/** A message as the server stored it. */
export interface StoredMessage {
  id: string;
  sessionId: string;
  /** Position in the session: 1, 2, 3 … without a gap. */
  sequence: number;
  message: string;
  /** What the portal itself wrote, by name; null for other messages. */
  line: ChatLine | null;
  timestamp: string;
  type: number;
  /** The same as `type`. */
  messageType: number;
  senderType: number;
  senderName: string;
  isOwn: boolean;
  /** Set by the client that sent it; null for messages that no client sent. */
  clientMessageId: string | null;
}

/** A message as a client keeps it (CHT-10): stored, pending or failed. It has no sequence until it is stored. */
export interface ClientMessage extends Omit<StoredMessage, 'sequence'> {
  sequence: number | null;
  isPending: boolean;
  isFailed: boolean;
}

/**
 * Merges messages from the server into a client's list (CHT-27). The id removes duplicates; the client's key lets the server's copy
 * replace the pending one. Stored messages are sorted by sequence, followed by the pending ones in the order they were written.
 */
export function mergeMessages(kept: readonly ClientMessage[], received: readonly StoredMessage[]): readonly ClientMessage[] {
  if (received.length === 0) return kept;
  const stored = new Map<string, ClientMessage>();
  const waiting: ClientMessage[] = [];
  for (const message of kept) {
    if (message.sequence === null) waiting.push(message);
    else stored.set(message.id, message);
  }
  let isChanged = false;
  for (const message of received) {
    const place = waiting.findIndex(({ clientMessageId }) => clientMessageId !== null && clientMessageId === message.clientMessageId);
    const before = place >= 0 ? waiting.splice(place, 1)[0] : stored.get(message.id);
    // A message that is known to be the user's own stays so, so that it never changes sides.
    const isOwn = message.isOwn || (before?.isOwn ?? false);
    if (before && before.sequence !== null && before.isOwn === isOwn) continue;
    stored.set(message.id, { ...message, isOwn, isPending: false, isFailed: false });
    isChanged = true;
  }
  if (!isChanged) return kept;
  return [...[...stored.values()].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)), ...waiting];
}

/** Returns the last sequence before the first gap; catching up starts after it. */
export function contiguousSequence(messages: readonly ClientMessage[]): number {
  let last = 0;
  for (const { sequence } of messages) {
    if (sequence === last + 1) last = sequence;
    else if (sequence !== last) break;
  }
  return last;
}
