import { defineMessages } from '@yardage/messages/messages';

/** Messages of the page that redirects to the sign-in. */
export const LOGIN_MESSAGES = defineMessages('login', {
  leaving: 'Opening sign-in',
  leavingText: 'One moment.',
  failed: 'Sign-in did not open',
  stopped: 'You are not signed in',
  stoppedText: 'You left the sign-in page before you had signed in.',
  retry: 'Try again',
});
