import { defineMessages } from '@yardage/messages/messages';

/** Messages about events. */
export const EVENTS_MESSAGES = defineMessages('server.events', {
  badCursor: 'Use the cursor of an earlier answer.',
});
