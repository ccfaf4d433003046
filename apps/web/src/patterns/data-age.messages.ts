import { defineMessages, text } from '@yardage/messages/messages';

/** UI text about the age of the data. */
export const DATA_AGE_MESSAGES = defineMessages('data-age', {
  live: 'Live',
  hint: 'Refreshes automatically while something is being delivered',
  otherDays: text('Rows of {from} – {to}. {age}', 'from', 'to', 'age'),
  asOf: text('Data as of {moment}', 'moment'),
});
