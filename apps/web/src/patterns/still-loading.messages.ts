/** Words of what takes long to load. */
export const STILL_LOADING_MESSAGES = {
  stillLoading: 'Still loading. The server takes longer than usual.',
} as const;
