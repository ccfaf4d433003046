import { CART_HISTORY_SORT_KEYS } from '@yardage/contract/lists';
import { choice, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

const MAX_CART_ID_LENGTH = 40;

/** Reads the page's state from the URL. Invalid values become the default. */
export const readPaymentHistorySearch = searchParams({
  status: choice(['All', 'Paid', 'Unpaid', 'Pending'], 'All'),
  ...tableParams(CART_HISTORY_SORT_KEYS),
  payment: text(MAX_CART_ID_LENGTH),
  pdf: text(MAX_CART_ID_LENGTH),
});

/** The page's state in the URL. */
export type PaymentHistorySearch = ReturnType<typeof readPaymentHistorySearch>;
