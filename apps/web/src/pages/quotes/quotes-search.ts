import { QUOTE_SORT_KEYS, QUOTE_TABS } from '@yardage/contract/lists';
import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readQuotesSearch = searchParams({
  status: choice(Object.values(QUOTE_TABS), 'Active'),
  ...tableParams(QUOTE_SORT_KEYS),
  quote: recordId(),
  pdf: recordId(),
});

/** The page's state in the URL. */
export type QuotesSearch = ReturnType<typeof readQuotesSearch>;
