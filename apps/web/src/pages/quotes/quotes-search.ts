import type { QUOTE_SORT_KEYS, QUOTE_STATUSES } from '@yardage/contract/quotes';
import { choice, day, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** The contract's, written again so that its schemas stay out of the first script; the types hold both together. */
const STATUSES: typeof QUOTE_STATUSES = ['All', 'Active', 'Inactive'];
const SORT_KEYS: readonly ['ticketDateTime', ...typeof QUOTE_SORT_KEYS] = [
  'ticketDateTime',
  'quoteNumber',
  'quoteName',
  'quoteDate',
  'startDate',
  'terminationDate',
  'quoteAddress',
  'salesPersonName',
  'plantCode',
  'quoteType',
  'specJob',
];

/** Reads the screen's state from its address; nonsense becomes the default. */
export const readQuotesSearch = searchParams({
  status: choice(STATUSES, 'Active'),
  ...tableParams(SORT_KEYS, { sort: 'ticketDateTime', desc: true }),
  from: day(),
  to: day(),
  quote: recordId(),
  pdf: recordId(),
});

/** The screen's state. */
export type QuotesSearch = ReturnType<typeof readQuotesSearch>;

/** The same as an address may have it. */
export type QuotesAddress = { [Name in keyof QuotesSearch]?: unknown };

/** What may be left out of a link: active quotes of any date (QUO-02). */
export const STANDARD_QUOTES_SEARCH: QuotesSearch = readQuotesSearch({});
