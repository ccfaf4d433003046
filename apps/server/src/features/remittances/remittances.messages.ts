import { defineMessages, text } from '@yardage/messages/messages';

/** Messages about remittance files. The files themselves are for machines and have one form in every language. */
export const REMITTANCES_MESSAGES = defineMessages('server.remittances', {
  notOver: text('The day {day} is not over yet in {dataSource}.', 'day', 'dataSource'),
});
