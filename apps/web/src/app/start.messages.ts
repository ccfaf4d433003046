import { defineMessages } from '@yardage/messages/messages';

/** UI text for a portal whose scripts, messages or settings did not arrive. */
export const START_MESSAGES = defineMessages('start', {
  title: 'The portal did not start',
  text: 'It could not be loaded. Please check your connection and try again.',
  retry: 'Retry',
  slow: 'This page is still loading. Please check your connection.',
});
