import { INVOICE_DUE_FILTERS, INVOICE_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

const MAX_DOCUMENT_NUMBER_LENGTH = 40;

/** Reads the screen's state from its address; nonsense becomes the default. Without a status the permissions choose the tab (INV-04). */
export const readInvoicesSearch = searchParams({
  status: choice(['', 'All', 'Paid', 'Pending'], ''),
  due: choice(INVOICE_DUE_FILTERS, ''),
  ...tableParams(INVOICE_SORT_KEYS),
  invoice: text(MAX_DOCUMENT_NUMBER_LENGTH),
  history: text(MAX_DOCUMENT_NUMBER_LENGTH),
  pdf: text(MAX_DOCUMENT_NUMBER_LENGTH),
  /** Of the invoice that stands open, or whose PDF does. */
  order: recordId(),
});

/** The screen's state. */
export type InvoicesSearch = ReturnType<typeof readInvoicesSearch>;
