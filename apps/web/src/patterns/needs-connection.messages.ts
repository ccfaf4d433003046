import { defineMessages } from '@yardage/messages/messages';

/** UI text of buttons that do nothing without a connection. */
export const NEEDS_CONNECTION_MESSAGES = defineMessages('needs-connection', {
  offline: 'No connection.',
  reason: 'This needs a connection.',
});
