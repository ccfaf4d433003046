import { DESK_REGISTRATION_SORT_KEYS } from '@yardage/contract/lists';
import { recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the screen's state from its address; nonsense becomes the default. */
export const readDeskRegistrationsSearch = searchParams({ ...tableParams(DESK_REGISTRATION_SORT_KEYS), request: recordId() });
