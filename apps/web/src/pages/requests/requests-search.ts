import { MAIN_DATE_SORT, REQUEST_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the state of the customer's page and of the desk's from the URL. Both are one, because every route is part of the first script. */
export const readRequestsSearch = searchParams({
  /** Empty until the user chooses one: each page has its own default, and its own default order. */
  state: choice(['', 'all', 'open', 'over'], ''),
  ...tableParams(REQUEST_SORT_KEYS),
  sort: choice(['', MAIN_DATE_SORT, ...REQUEST_SORT_KEYS], ''),
  request: recordId(),
  chat: recordId(),
  new: text(1),
  /** Whether the desk's rules for requests are open. */
  rules: text(1),
  /** The order that the form repeats. */
  repeat: recordId(),
  /** The request that the form repeats. */
  again: recordId(),
});

/** The page's state in the URL. */
export type RequestsSearch = ReturnType<typeof readRequestsSearch>;

/** Returns what a list shows: as the URL says, else by the defaults of its page. */
export function shownRequests(
  { state, sort, desc }: Pick<RequestsSearch, 'state' | 'sort' | 'desc'>,
  standard: { state: 'all' | 'open'; sort: Exclude<RequestsSearch['sort'], ''>; desc: boolean },
) {
  return {
    state: state === '' ? standard.state : state,
    order: sort === '' ? { sort: standard.sort, desc: standard.desc } : { sort, desc },
  };
}
