import { defineMessages, text } from '@yardage/messages/messages';

/** UI text for an expected arrival. */
export const ARRIVAL_MESSAGES = defineMessages('arrival', {
  about: text('about {time}', 'time'),
  due: 'due now',
});
