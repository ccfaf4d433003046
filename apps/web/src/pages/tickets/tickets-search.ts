import { TICKET_SORT_KEYS } from '@yardage/contract/lists';
import { choice, MAX_DOCUMENT_NUMBER_LENGTH, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readTicketsSearch = searchParams({
  ...tableParams(TICKET_SORT_KEYS),
  type: choice(['', '1', '2', '3'], ''),
  signOff: choice(['', 'unsigned', 'signed', 'rejected'], ''),
  ticket: recordId(),
  details: recordId(),
  order: recordId(),
  pdf: recordId(),
  chat: recordId(),
  ticketChat: recordId(),
  invoice: text(MAX_DOCUMENT_NUMBER_LENGTH),
  /** The ticket whose invoice is open, and its order. */
  invoiceTicket: recordId(),
  invoiceOrder: recordId(),
});

/** The page's state in the URL. */
export type TicketsSearch = ReturnType<typeof readTicketsSearch>;
