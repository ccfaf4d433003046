import { DESK_REGISTRATION_SORT_KEYS } from '@yardage/contract/lists';
import { recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readDeskRegistrationsSearch = searchParams({ ...tableParams(DESK_REGISTRATION_SORT_KEYS), request: recordId() });
