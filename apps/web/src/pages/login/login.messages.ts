import { defineMessages } from '@yardage/messages/messages';

/** Messages of the page that redirects to the sign-in. */
export const LOGIN_MESSAGES = defineMessages('login', {
  leaving: 'Opening sign-in',
  leavingText: 'One moment.',
  failed: 'Sign-in did not open',
  retry: 'Try again',
});
