/** Words of a panel whose record is on its way or did not come (ERR-12). */
export const DETAIL_STATE_MESSAGES = {
  failed: 'Error loading details',
  retry: 'Retry',
  loading: 'Loading details',
} as const;
