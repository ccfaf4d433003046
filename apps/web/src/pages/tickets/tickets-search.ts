import type { TICKET_SORT_KEYS } from '@yardage/contract/tickets';
import { choice, day, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** The contract's keys, and the list's main date; the type holds them together without bringing the contract's schemas into the first script. */
const SORT_KEYS: readonly ['ticketDateTime', ...typeof TICKET_SORT_KEYS] = [
  'ticketDateTime',
  'ticketNumber',
  'orderNumber',
  'orderType',
  'statusId',
  'invoiceDocumentNumber',
  'truckNo',
  'totalQuantity',
  'job',
  'jobAddress',
  'loadNumber',
  'plant',
  'dueOnJobTime',
  'loadingTime',
  'toJobTime',
  'onJobTime',
  'finishUnloadingTime',
];
const MAX_DOCUMENT_NUMBER_LENGTH = 40;

/** Reads the screen's state from its address; nonsense becomes the default. */
export const readTicketsSearch = searchParams({
  ...tableParams(SORT_KEYS, { sort: 'ticketDateTime', desc: true }),
  type: choice(['', '1', '2', '3'], ''),
  from: day(),
  to: day(),
  ticket: recordId(),
  details: recordId(),
  order: recordId(),
  pdf: recordId(),
  chat: recordId(),
  invoice: text(MAX_DOCUMENT_NUMBER_LENGTH),
});

/** The screen's state. */
export type TicketsSearch = ReturnType<typeof readTicketsSearch>;

/** The same as an address may have it. */
export type TicketsAddress = { [Name in keyof TicketsSearch]?: unknown };

/** What may be left out of a link, so that a plain view has a plain address. */
export const STANDARD_TICKETS_SEARCH: TicketsSearch = readTicketsSearch({});
