import { SENDERS } from '@yardage/domain/chat';
import type { ClientMessage } from '@yardage/domain/chat-messages';

/** Which side of the chat the reader is on. */
export type ChatSide = 'customer' | 'desk';

/** Where a message is shown: the reader's side on the right, the other side on the left, system messages in the middle. */
export type Placing = 'own' | 'other' | 'system';

/** Consecutive messages of one sender, each within five minutes of the previous one. */
export interface MessageGroup {
  key: string;
  placing: Placing;
  senderType: number;
  senderName: string;
  /** Whether the reader wrote it. A colleague's messages are on the same side, with the colleague's name. */
  isOwn: boolean;
  messages: ClientMessage[];
}

/** The messages of one calendar day. */
export interface MessageDay {
  day: string;
  groups: MessageGroup[];
}

const GROUP_MS = 5 * 60_000;
const SUPPLIER: readonly number[] = [SENDERS.aiAgent, SENDERS.humanAgent];

/** Returns where a sender's messages are shown for a reader on `side`. */
function placingOf(senderType: number, side: ChatSide): Placing {
  if (senderType === SENDERS.system) return 'system';
  return SUPPLIER.includes(senderType) === (side === 'desk') ? 'own' : 'other';
}

/** Groups messages by day and sender and keeps their order. */
export function groupMessages(messages: readonly ClientMessage[], side: ChatSide, dayOf: (moment: string) => string): MessageDay[] {
  const days: MessageDay[] = [];
  for (const message of messages) {
    const day = dayOf(message.timestamp);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, groups: [] };
      days.push(last);
    }
    const group = last.groups.at(-1);
    if (group && belongsTo(group, message)) group.messages.push(message);
    else last.groups.push(newGroup(message, side));
  }
  return days;
}

function belongsTo({ senderType, senderName, isOwn, messages }: MessageGroup, message: ClientMessage): boolean {
  const before = messages.at(-1);
  if (senderType !== message.senderType || isOwn !== message.isOwn) return false;
  // A message that is still being sent has no sender name, so own messages are not compared by name.
  if (!isOwn && senderName !== message.senderName) return false;
  return before !== undefined && Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_MS;
}

function newGroup(message: ClientMessage, side: ChatSide): MessageGroup {
  const { clientMessageId, id, senderType, senderName, isOwn } = message;
  // The key stays the same when the server's copy replaces the pending message, so that the group is not mounted again.
  return { key: clientMessageId ?? id, placing: placingOf(senderType, side), senderType, senderName, isOwn, messages: [message] };
}
