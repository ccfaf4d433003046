import { defineMessages } from '@yardage/messages/messages';

/** Error messages about chats. */
export const CHAT_MESSAGES = defineMessages('server.chat', {
  ended: 'This chat has ended. Start a new one to write to dispatch.',
  addressRequired: 'Select a job address.',
  entityRequired: 'Say which record the chat is about.',
  otherSession: 'The body names another chat than the path.',
  cursorUnknown: 'Use the cursor of the page before.',
});

/** Sender names of messages that no person wrote. They are stored in the language of the customer's user. */
export const CHAT_SENDERS = defineMessages('server.chat-senders', {
  system: 'Dispatch',
  assistant: 'Assistant',
});
