import { MAX_SEARCH_LENGTH } from '@yardage/contract/lists';
import { recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readDeskAuditSearch = searchParams({
  who: text(MAX_SEARCH_LENGTH),
  action: text(100),
  account: text(20),
  ...tableParams([]),
  entry: recordId(),
});
