import { defineMessages, text } from '@yardage/messages/messages';

/** UI text of the live mark. */
export const LIVE_MARK_MESSAGES = defineMessages('live-mark', {
  live: 'Live',
  hint: 'Refreshes automatically while something is being delivered',
  otherDays: text('Rows of {from} – {to}. {age}', 'from', 'to', 'age'),
  asOf: text('Data as of {moment}', 'moment'),
});
