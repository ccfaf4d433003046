import { REQUEST_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readRequestsSearch = searchParams({
  state: choice(['all', 'open', 'over'], 'all'),
  ...tableParams(REQUEST_SORT_KEYS),
  request: recordId(),
  chat: recordId(),
  new: text(1),
  /** The order that the form repeats. */
  repeat: recordId(),
});

/** The page's state in the URL. */
export type RequestsSearch = ReturnType<typeof readRequestsSearch>;
