import { defineMessages } from '@yardage/messages/messages';

/** UI text for slow loading. */
export const STILL_LOADING_MESSAGES = defineMessages('still-loading', {
  stillLoading: 'Still loading. The server takes longer than usual.',
});
