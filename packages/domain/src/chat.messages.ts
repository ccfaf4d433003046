import { defineMessages, text } from '@yardage/messages/messages';

/** Titles of chats about a record, by category (CHT-20). Lists show them, and a search finds their words. */
export const CHAT_TITLES = defineMessages('domain.chat-titles', {
  1: text('Request {number}', 'number'),
  2: text('Invoice {number}', 'number'),
  3: text('Order {number}', 'number'),
  4: text('Ticket {number}', 'number'),
});
