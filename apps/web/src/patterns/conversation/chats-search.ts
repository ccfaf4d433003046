import { MAX_SEARCH_LENGTH } from '@yardage/contract/lists';
import { choice, searchParams, text } from '#web/lib/navigation/search-params.ts';

/** Reads the list's state from the URL. Invalid values become the default. */
export const readChatsSearch = searchParams({
  status: choice(['All', 'Pending', 'Active', 'Ended'], 'All'),
  search: text(MAX_SEARCH_LENGTH),
});

/** The list's state in the URL. */
export type ChatsSearch = ReturnType<typeof readChatsSearch>;
