import { defineMessages } from '@yardage/messages/messages';

/** UI text of signing in. */
export const SESSION_MESSAGES = defineMessages('session', {
  unavailable: 'Sign-in is not available right now. Please try again in a moment.',
  incompleteTitle: 'Sign-in did not complete',
  incomplete: 'Please sign in again.',
});
