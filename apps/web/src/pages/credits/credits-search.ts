import { CREDIT_SORT_KEYS, CREDIT_STATES } from '@yardage/contract/lists';
import { choice, MAX_DOCUMENT_NUMBER_LENGTH, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readCreditsSearch = searchParams({
  state: choice(['', ...CREDIT_STATES], ''),
  ...tableParams(CREDIT_SORT_KEYS),
  credit: text(MAX_DOCUMENT_NUMBER_LENGTH),
  pdf: text(MAX_DOCUMENT_NUMBER_LENGTH),
});

/** The page's state in the URL. */
export type CreditsSearch = ReturnType<typeof readCreditsSearch>;
