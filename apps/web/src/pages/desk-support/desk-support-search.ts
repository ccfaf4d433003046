import { SUPPORT_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readDeskSupportSearch = searchParams({
  status: choice(['All', 'Open', 'InProgress', 'Resolved', 'Closed'], 'Open'),
  ...tableParams(SUPPORT_SORT_KEYS),
  request: recordId(),
});
