import { MAIN_DATE_SORT, ORDER_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the screen's state from its address; nonsense becomes the default. */
export const readOrdersSearch = searchParams({
  view: choice(['standard', 'flat'], 'standard'),
  ...tableParams(ORDER_SORT_KEYS),
  /** Empty until an order is chosen: then the list has the one that fits what it shows. */
  sort: choice(['', MAIN_DATE_SORT, ...ORDER_SORT_KEYS], ''),
  order: recordId(),
  pdf: recordId(),
  ticket: recordId(),
  chat: recordId(),
});

/** The screen's state. */
export type OrdersSearch = ReturnType<typeof readOrdersSearch>;
