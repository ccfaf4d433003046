import { flag } from '#web/lib/navigation/search-params.ts';
import { readChatsSearch } from '#web/patterns/conversation/chats-search.ts';

const readMine = flag(false);

/** Reads the list's state from the URL: that of every chat list, and whether only the user's own chats are shown. */
export const readDeskChatsSearch = (search: Record<string, unknown>) => ({ ...readChatsSearch(search), mine: readMine(search.mine) });

/** The list's state in the URL. */
export type DeskChatsSearch = ReturnType<typeof readDeskChatsSearch>;
