import { DESK_PAYMENT_SORT_KEYS, PAYMENT_REVIEW_REASONS } from '@yardage/contract/lists';
import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readDeskPaymentsSearch = searchParams({
  state: choice(['open', 'done', 'all'], 'open'),
  reason: choice(['', ...PAYMENT_REVIEW_REASONS], ''),
  ...tableParams(DESK_PAYMENT_SORT_KEYS),
  payment: recordId(),
});
