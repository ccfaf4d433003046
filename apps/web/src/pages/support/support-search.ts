import { SUPPORT_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

const SUPPORT_VIEWS = ['All', 'Open', 'InProgress', 'Resolved', 'Closed'] as const;

/** Reads the page's state from the URL. Invalid values become the default. */
export const readSupportSearch = searchParams({
  status: choice(SUPPORT_VIEWS, 'All'),
  ...tableParams(SUPPORT_SORT_KEYS),
  request: recordId(),
  new: text(1),
});

/** The page's state in the URL. */
export type SupportSearch = ReturnType<typeof readSupportSearch>;
