import type { ChatMessage } from '@yardage/contract/chat';

/** A stored message with its author. Readers do not get the author, only whether the message is their own. */
export type MessageRecord = Omit<ChatMessage, 'isOwn'> & { senderId: number | null };

/** A change of a chat, announced after it was committed. */
export interface ChatChange {
  sessionId: string;
  /** The customer and the user that the chat belongs to. */
  customerId: number;
  userId: number;
  status: number;
  modifiedDate: string;
  lastSequence: number;
  /** The new messages, in order. */
  messages: readonly MessageRecord[];
}

/** How far one side of a chat has read. */
export interface ReadChange {
  sessionId: string;
  senderType: number;
  sequence: number;
}

/** Announces changes on every node to those who may see them. It never fails or waits, because the changes are already stored. */
export interface ChatAnnouncer {
  announceChat(change: ChatChange): void;
  announceRead(change: ReadChange): void;
}

/** Returns a message as one user sees it. */
export function messageFor(readerId: number | undefined, { senderId, ...message }: MessageRecord): ChatMessage {
  return { ...message, isOwn: senderId !== null && senderId === readerId };
}
