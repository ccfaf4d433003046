import { STATEMENT_SORT_KEYS } from '@yardage/contract/lists';
import { day, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

const MAX_DOCUMENT_NUMBER_LENGTH = 40;

/** Reads the page's state from the URL. Invalid values become the default. */
export const readStatementsSearch = searchParams({
  ...tableParams(STATEMENT_SORT_KEYS),
  /** The date of the statement whose details are open. */
  statement: day(),
  pdf: day(),
  invoice: text(MAX_DOCUMENT_NUMBER_LENGTH),
});
