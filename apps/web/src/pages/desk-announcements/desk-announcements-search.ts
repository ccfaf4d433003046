import { DESK_ANNOUNCEMENT_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. */
export const readDeskAnnouncementsSearch = searchParams({
  view: choice(['announcements', 'contacts'], 'announcements'),
  ...tableParams(DESK_ANNOUNCEMENT_SORT_KEYS),
  edit: recordId(),
  add: text(1),
});
