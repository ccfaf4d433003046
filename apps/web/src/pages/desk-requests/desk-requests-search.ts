import { REQUEST_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default: what starts first is on top. */
export const readDeskRequestsSearch = searchParams({
  state: choice(['open', 'over', 'all'], 'open'),
  ...tableParams(REQUEST_SORT_KEYS, { sort: 'startsAt', desc: false }),
  request: recordId(),
  rules: text(1),
});
