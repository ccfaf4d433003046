import { defineMessages, text } from '@yardage/messages/messages';

/** Why a request for a pour is not accepted (REQ-01). */
export const REQUEST_RULE_MESSAGES = defineMessages('domain.request-rules', {
  dayOver: 'This day is over.',
  tooFarAhead: text('Requests are taken up to {days} days ahead.', 'days'),
  notWorking: 'The plants are closed on this day.',
  cutOff: text('Requests for this day were taken until {time} on the working day before. Please call dispatch.', 'time'),
  outsideHours: text('Choose a start between {from} and {to}.', 'from', 'to'),
  leadTime: text('The plants need {time} of notice. Please call dispatch if it is urgent.', 'time'),
  hours: text('{count, plural, one {# hour} other {# hours}}', 'count'),
  minutes: text('{count, plural, one {# minute} other {# minutes}}', 'count'),
  quantity: 'Enter a quantity.',
  positive: 'Enter a quantity above 0.',
  number: 'Enter a number without words, as in 20.',
  minimumLoad: text('The smallest load is {quantity}.', 'quantity'),
  maximum: text('Enter {quantity} at most.', 'quantity'),
  steps: { 1: 'Use quarter yards, as in 8.25.', 2: 'Use half tons, as in 22.5.', 3: 'Use whole pieces.' },
});
