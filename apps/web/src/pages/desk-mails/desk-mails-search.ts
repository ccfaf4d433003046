import { DESK_MAIL_SORT_KEYS, DESK_MAIL_STATES } from '@yardage/contract/lists';
import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readDeskMailsSearch = searchParams({
  state: choice(['all', ...DESK_MAIL_STATES], 'all'),
  ...tableParams(DESK_MAIL_SORT_KEYS),
  mail: recordId(),
});
