import { defineMessages, text } from '@yardage/messages/messages';

/** Titles of chats about a record, by category (CHT-20). Lists show them, and a search finds their words. */
export const CHAT_TITLES = defineMessages('domain.chat-titles', {
  1: text('Request {number}', 'number'),
  2: text('Invoice {number}', 'number'),
  3: text('Order {number}', 'number'),
  4: text('Ticket {number}', 'number'),
});

/** The messages that the portal itself writes into a chat (`ChatLine`). They are stored by name and shown in each reader's language. */
export const CHAT_LINES = defineMessages('domain.chat-lines', {
  started: 'Chat started. A dispatcher will join you shortly.',
  startedAboutRequest: text('Chat started about request {number}. A dispatcher will join you shortly.', 'number'),
  startedAboutInvoice: text('Chat started about invoice {number}. A dispatcher will join you shortly.', 'number'),
  startedAboutOrder: text('Chat started about order {number}. A dispatcher will join you shortly.', 'number'),
  startedAboutTicket: text('Chat started about ticket {number}. A dispatcher will join you shortly.', 'number'),
  joined: text('{name} joined the chat.', 'name'),
  handedBack: text('{name} left the chat. Another dispatcher will join you shortly.', 'name'),
  transferred: text('{from} passed the chat to {to}.', 'from', 'to'),
  unanswered: 'Nobody joined this chat for three days, so it was ended. Start a new chat if you still need us.',
  forgotten: 'Nobody wrote in this chat for two weeks, so it was ended. Start a new chat if you still need us.',
  over: text('{name} ended the chat.', 'name'),
});
