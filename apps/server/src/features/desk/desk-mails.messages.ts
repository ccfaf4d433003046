import { defineMessages, text } from '@yardage/messages/messages';

/** Response messages about the mail queue. */
export const DESK_MAILS_MESSAGES = defineMessages('server.desk-mails', {
  notFailed: 'This mail did not fail, or it is being sent again already.',
  notWaiting: 'This mail does not wait: it was sent, or has failed already.',
  again: text('{count, plural, =0 {No mail has failed.} one {The mail is sent again.} other {# mails are sent again.}}', 'count'),
});
