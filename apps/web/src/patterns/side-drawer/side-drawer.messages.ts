/** Words of every drawer. */
export const SIDE_DRAWER_MESSAGES = {
  close: 'Close',
} as const;
