import { defineMessages } from '@yardage/messages/messages';

/** Messages about events. */
export const EVENTS_MESSAGES = defineMessages('server.events', {
  badCursor: 'Use the cursor of an earlier answer.',
  lostCursor: 'The feed was restored from a backup and does not know this place. Read it from its beginning, without a cursor.',
});
