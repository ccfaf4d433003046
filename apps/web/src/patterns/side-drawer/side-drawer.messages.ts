/** UI text of drawers. */
export const SIDE_DRAWER_MESSAGES = {
  close: 'Close',
} as const;
