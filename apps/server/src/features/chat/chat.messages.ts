import { defineMessages, text } from '@yardage/messages/messages';

/** Error messages about chats. */
export const CHAT_MESSAGES = defineMessages('server.chat', {
  ended: 'This chat has ended. Start a new one to write to dispatch.',
  addressRequired: 'Select a job address.',
  entityRequired: 'Say which record the chat is about.',
  otherSession: 'The body names another chat than the path.',
  cursorUnknown: 'Use the cursor of the page before.',
});

/** The messages that the portal writes into a chat, in the language of the customer's user. They are stored with the chat. */
export const CHAT_LINES = defineMessages('server.chat-lines', {
  system: 'Dispatch',
  assistant: 'Assistant',
  started: 'Chat started. A dispatcher will join you shortly.',
  startedAboutRequest: text('Chat started about request {number}. A dispatcher will join you shortly.', 'number'),
  startedAboutInvoice: text('Chat started about invoice {number}. A dispatcher will join you shortly.', 'number'),
  startedAboutOrder: text('Chat started about order {number}. A dispatcher will join you shortly.', 'number'),
  startedAboutTicket: text('Chat started about ticket {number}. A dispatcher will join you shortly.', 'number'),
  joined: text('{name} joined the chat.', 'name'),
  handedBack: text('{name} left the chat. Another dispatcher will join you shortly.', 'name'),
  transferred: text('{from} passed the chat to {to}.', 'from', 'to'),
  unanswered: 'Nobody joined this chat for three days, so it was ended. Start a new chat if you still need us.',
  over: text('{name} ended the chat.', 'name'),
});
