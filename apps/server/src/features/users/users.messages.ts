/** Response messages about the signed-in user. */
export const USERS_MESSAGES = {
  signedOut: 'You are signed out.',
} as const;
