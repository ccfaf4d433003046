import { defineMessages, text } from '@yardage/messages/messages';

/** UI text of the date range picker. */
export const DATE_RANGE_MESSAGES = defineMessages('date-range', {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 Days',
  last30Days: 'Last 30 Days',
  last2Months: 'Last 2 Months',
  presets: 'Presets',
  anyDate: 'Any date',
  label: 'Date range',
  chosen: 'Date range:',
  between: text('{from} – {to}', 'from', 'to'),
  from: 'From',
  to: 'To',
  pattern: 'MM/DD/YYYY',
  apply: 'Apply',
  noDay: 'Enter a date as MM/DD/YYYY.',
  offCalendar: text('Choose a date between {first} and {last}.', 'first', 'last'),
  wrongOrder: 'The end date is before the start date.',
  zone: text('Dates are in {zone}', 'zone'),
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
});
