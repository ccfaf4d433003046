import { defineMessages, text } from '@yardage/messages/messages';

/** Response messages about links to pour boards. */
export const POUR_MESSAGES = defineMessages('server.pour', {
  tooManyLinks: text('An order can have {count} links at a time. Revoke one first.', 'count'),
});
