import { DESK_CUSTOMER_SORT_KEYS } from '@yardage/contract/lists';
import { searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

const MAX_NUMBER_LENGTH = 20;

/** Reads the page's state from the URL. `account` is the global number of the open account. */
export const readDeskCustomersSearch = searchParams({
  source: text(MAX_NUMBER_LENGTH),
  ...tableParams(DESK_CUSTOMER_SORT_KEYS, { sort: 'displayName', desc: false }),
  account: text(MAX_NUMBER_LENGTH),
});
