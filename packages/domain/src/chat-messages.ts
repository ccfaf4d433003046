/** A message as the server stored it. */
export interface StoredMessage {
  id: string;
  sessionId: string;
  /** Its place in the session: 1, 2, 3 … without a gap. */
  sequence: number;
  message: string;
  timestamp: string;
  type: number;
  /** The same as `type`. */
  messageType: number;
  senderType: number;
  senderName: string;
  isOwn: boolean;
  /** Given by the client that sent it; null for what nobody's client sent. */
  clientMessageId: string | null;
}

/** A message as a client keeps it (CHT-10): stored, on its way (`isPending`) or refused (`isFailed`); without a sequence while it is not stored. */
export interface KeptMessage extends Omit<StoredMessage, 'sequence'> {
  sequence: number | null;
  isPending: boolean;
  isFailed: boolean;
}

/**
 * Merges what the server told into what a client has (CHT-27): by id, so that a message that comes twice stands once, and by the client's own
 * key, so that the server's copy replaces the pending one. Stored messages stand in the order of their sequence, those on their way after
 * them in the order in which they were written.
 */
export function mergeMessages(kept: readonly KeptMessage[], told: readonly StoredMessage[]): readonly KeptMessage[] {
  if (told.length === 0) return kept;
  const stored = new Map<string, KeptMessage>();
  const waiting: KeptMessage[] = [];
  for (const message of kept) {
    if (message.sequence === null) waiting.push(message);
    else stored.set(message.id, message);
  }
  let isChanged = false;
  for (const message of told) {
    const place = waiting.findIndex(({ clientMessageId }) => clientMessageId !== null && clientMessageId === message.clientMessageId);
    const before = place >= 0 ? waiting.splice(place, 1)[0] : stored.get(message.id);
    // What the hub tells to several does not say whose it is: whoever wrote it knows.
    const isOwn = message.isOwn || (before?.isOwn ?? false);
    if (before && before.sequence !== null && before.isOwn === isOwn) continue;
    stored.set(message.id, { ...message, isOwn, isPending: false, isFailed: false });
    isChanged = true;
  }
  if (!isChanged) return kept;
  return [...[...stored.values()].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)), ...waiting];
}

/** The last sequence up to which nothing is missing; what follows it is asked for when catching up. */
export function contiguousSequence(messages: readonly KeptMessage[]): number {
  let last = 0;
  for (const { sequence } of messages) {
    if (sequence === last + 1) last = sequence;
    else if (sequence !== last) break;
  }
  return last;
}
