import type { ChatMessage } from '@yardage/contract/chat';

/** A stored message with the person who wrote it; what each reader gets says only whether it was he. */
export type MessageRecord = Omit<ChatMessage, 'isOwn'> & { senderId: number | null };

/** What became of a chat, told after it was committed. */
export interface ChatChange {
  sessionId: string;
  /** The customer number it is about, and the user whose chat it is. */
  customerId: number;
  userId: number;
  status: number;
  modifiedDate: string;
  lastSequence: number;
  /** What was said with it, in order. */
  messages: readonly MessageRecord[];
}

/** Up to where one side of a chat has read. */
export interface ReadChange {
  sessionId: string;
  senderType: number;
  sequence: number;
}

/** Tells whoever may know, on every node; never fails and never waits, because what it tells is stored already. */
export interface ChatAnnouncer {
  announce(change: ChatChange): void;
  announceRead(change: ReadChange): void;
}

/** A message as one person reads it. */
export function messageFor(readerId: number | undefined, { senderId, ...message }: MessageRecord): ChatMessage {
  return { ...message, isOwn: senderId !== null && senderId === readerId };
}
