import { defineMessages } from '@yardage/messages/messages';

/** Response messages about support requests. */
export const SUPPORT_MESSAGES = defineMessages('server.support', {
  created: 'Your request was sent.',
  choiceUnknown: 'This choice does not exist.',
});
