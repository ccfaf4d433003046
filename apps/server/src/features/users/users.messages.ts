/** Response messages about the signed-in user. */
export const USERS_SAID = {
  signedOut: 'You are signed out.',
} as const;
