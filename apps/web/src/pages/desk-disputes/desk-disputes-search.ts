import { DESK_DISPUTE_SORT_KEYS } from '@yardage/contract/lists';
import { choice, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

/** Reads the page's state from the URL. Invalid values become the default. */
export const readDeskDisputesSearch = searchParams({
  view: choice(['to-answer', 'answered', 'over', 'all'], 'to-answer'),
  // A copy of the domain's list, which would otherwise load with every page: the routes are part of the landing page's script.
  reason: choice(['', 'quantity', 'price', 'tax', 'not-delivered', 'other'], ''),
  ...tableParams(DESK_DISPUTE_SORT_KEYS),
  dispute: recordId(),
});

/** The page's state in the URL. */
export type DeskDisputesSearch = ReturnType<typeof readDeskDisputesSearch>;
