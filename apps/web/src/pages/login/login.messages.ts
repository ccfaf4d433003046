/** Messages of the page that redirects to the sign-in. */
export const LOGIN_MESSAGES = {
  leaving: 'Opening sign-in',
  leavingText: 'One moment.',
  failed: 'Sign-in did not open',
  retry: 'Try again',
} as const;
