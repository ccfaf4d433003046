import { defineMessages, text } from '@yardage/messages/messages';

/** Response messages about the signed-in user. */
export const USERS_MESSAGES = defineMessages('server.users', {
  signedOut: 'You are signed out.',
  languageUnknown: text('Use one of {languages}.', 'languages'),
});
