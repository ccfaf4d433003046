import { INVOICE_DUE_FILTERS, INVOICE_REVIEW_FILTERS, INVOICE_SORT_KEYS } from '@yardage/contract/lists';
import { choice, MAX_DOCUMENT_NUMBER_LENGTH, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. Without a status the permissions decide the tab (INV-04). */
export const readInvoicesSearch = searchParams({
  status: choice(['', 'All', 'Paid', 'Pending'], ''),
  due: choice(INVOICE_DUE_FILTERS, ''),
  review: choice(INVOICE_REVIEW_FILTERS, ''),
  ...tableParams(INVOICE_SORT_KEYS),
  invoice: text(MAX_DOCUMENT_NUMBER_LENGTH),
  history: text(MAX_DOCUMENT_NUMBER_LENGTH),
  pdf: text(MAX_DOCUMENT_NUMBER_LENGTH),
  /** The open dispute, and the line of the open invoice that a new one is written about. */
  dispute: recordId(),
  disputing: text(MAX_DOCUMENT_NUMBER_LENGTH),
  /** The order of the invoice whose drawer or PDF is open. */
  order: recordId(),
});

/** The page's state in the URL. */
export type InvoicesSearch = ReturnType<typeof readInvoicesSearch>;
