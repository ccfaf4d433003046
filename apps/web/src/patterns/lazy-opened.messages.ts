import { defineMessages } from '@yardage/messages/messages';

/** UI text of a part that was opened and whose script did not arrive. */
export const LAZY_OPENED_MESSAGES = defineMessages('lazy-opened', {
  failed: 'This part could not be loaded.',
  retry: 'Retry',
  reload: 'Reload the page',
});
