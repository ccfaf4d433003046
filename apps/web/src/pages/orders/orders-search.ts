import { MAIN_DATE_SORT, ORDER_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readOrdersSearch = searchParams({
  view: choice(['standard', 'flat'], 'standard'),
  ...tableParams(ORDER_SORT_KEYS),
  /** Empty until the user sorts the list. Until then the default depends on what is shown. */
  sort: choice(['', MAIN_DATE_SORT, ...ORDER_SORT_KEYS], ''),
  order: recordId(),
  pdf: recordId(),
  ticket: recordId(),
  chat: recordId(),
});

/** The page's state in the URL. */
export type OrdersSearch = ReturnType<typeof readOrdersSearch>;
