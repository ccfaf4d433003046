import { MEMBER_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

const MEMBER_VIEWS = ['All', 'Requested', 'Approved', 'Rejected'] as const;

/** Reads the page's state from the URL. Invalid values become the default. */
export const readUserAccountsSearch = searchParams({
  status: choice(MEMBER_VIEWS, 'All'),
  ...tableParams(MEMBER_SORT_KEYS, { sort: 'lastName', desc: false }),
  member: recordId(),
  edit: recordId(),
  add: text(1),
});

/** The page's state in the URL. */
export type UserAccountsSearch = ReturnType<typeof readUserAccountsSearch>;
