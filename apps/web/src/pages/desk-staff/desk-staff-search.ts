import { STAFF_SORT_KEYS } from '@yardage/contract/lists';
import { recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. `edit` is the staff member whose role changes. */
export const readDeskStaffSearch = searchParams({
  ...tableParams(STAFF_SORT_KEYS, { sort: 'lastName', desc: false }),
  edit: recordId(),
  add: text(1),
});
