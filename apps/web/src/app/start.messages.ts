import { defineMessages } from '@yardage/messages/messages';

/** UI text for a portal that could not start. */
export const START_MESSAGES = defineMessages('start', {
  title: 'The portal did not start',
  text: 'Its settings could not be loaded. Please check your connection and try again.',
  retry: 'Retry',
});
