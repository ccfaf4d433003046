/** UI text for slow loading. */
export const STILL_LOADING_MESSAGES = {
  stillLoading: 'Still loading. The server takes longer than usual.',
} as const;
