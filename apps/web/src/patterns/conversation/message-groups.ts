import { SENDERS } from '@yardage/domain/chat';
import type { KeptMessage } from '@yardage/domain/chat-messages';

/** Which end of the line the reader is at. */
export type ChatSide = 'customer' | 'desk';

/** Where a message stands: the reader's side right, the other left, the system's own between them. */
export type Placing = 'own' | 'other' | 'system';

/** Messages that one person wrote in a row within a few minutes. */
export interface MessageGroup {
  key: string;
  placing: Placing;
  senderType: number;
  senderName: string;
  /** Whether the reader himself wrote it; a colleague's words stand on the same side, under his name. */
  isOwn: boolean;
  messages: KeptMessage[];
}

/** The messages of one calendar day. */
export interface MessageDay {
  day: string;
  groups: MessageGroup[];
}

const GROUP_MS = 5 * 60_000;
const SUPPLIER: readonly number[] = [SENDERS.aiAgent, SENDERS.humanAgent];

/** Where a message of that sender stands for a reader on that side. */
function placingOf(senderType: number, side: ChatSide): Placing {
  if (senderType === SENDERS.system) return 'system';
  return SUPPLIER.includes(senderType) === (side === 'desk') ? 'own' : 'other';
}

/** Groups messages by day and sender, in the order in which they stand. */
export function groupMessages(messages: readonly KeptMessage[], side: ChatSide, dayOf: (moment: string) => string): MessageDay[] {
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

function belongsTo({ senderType, senderName, isOwn, messages }: MessageGroup, message: KeptMessage): boolean {
  const before = messages.at(-1);
  if (senderType !== message.senderType || isOwn !== message.isOwn) return false;
  // What is on its way has no name yet; its own side is enough.
  if (!isOwn && senderName !== message.senderName) return false;
  return before !== undefined && Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_MS;
}

function newGroup(message: KeptMessage, side: ChatSide): MessageGroup {
  const { clientMessageId, id, senderType, senderName, isOwn } = message;
  // The same before and after the server's copy has replaced the pending one, so that nothing jumps.
  return { key: clientMessageId ?? id, placing: placingOf(senderType, side), senderType, senderName, isOwn, messages: [message] };
}
