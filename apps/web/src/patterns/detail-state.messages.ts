import { defineMessages } from '@yardage/messages/messages';

/** UI text of a panel whose record is loading or failed to load (ERR-12). */
export const DETAIL_STATE_MESSAGES = defineMessages('detail-state', {
  failed: 'Error loading details',
  retry: 'Retry',
  loading: 'Loading details',
  optionsFailed: 'The choices could not be loaded.',
});
