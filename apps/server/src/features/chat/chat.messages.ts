import { CHAT_CATEGORIES } from '@yardage/domain/chat';

/** Error messages about chats. */
export const CHAT_MESSAGES = {
  ended: 'This chat has ended. Start a new one to write to dispatch.',
  addressRequired: 'Select a job address.',
  entityRequired: 'Say which record the chat is about.',
  cursorUnknown: 'Use the cursor of the page before.',
  entityUnexpected: 'A chat about a new order is about no record.',
} as const;

/** The sender name of system messages. */
export const SYSTEM_NAME = 'Dispatch';
/** The sender name of the assistant's messages. */
export const ASSISTANT_NAME = 'Assistant';

const ABOUT: Readonly<Record<number, string>> = {
  [CHAT_CATEGORIES.invoice]: 'invoice',
  [CHAT_CATEGORIES.order]: 'order',
  [CHAT_CATEGORIES.ticket]: 'ticket',
};

/** The first message of every chat. */
export function startedText(category: number, entityNumber: string | null): string {
  const about = entityNumber ? ` about ${ABOUT[category]} ${entityNumber}` : '';
  return `Chat started${about}. A dispatcher will join you shortly.`;
}

export const joinedText = (name: string) => `${name} joined the chat.`;
export const handedBackText = (name: string) => `${name} left the chat. Another dispatcher will join you shortly.`;
export const transferredText = (from: string, to: string) => `${from} passed the chat to ${to}.`;
export const endedText = (name: string) => `${name} ended the chat.`;
