import type { ChatSession } from '@yardage/contract/chat';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';

/** The list's status filter as the server takes it: lower case, empty for All (CHT-06). */
export type StatusFilter = '' | 'pending' | 'active' | 'ended';

/** The tabs of every list of chats. */
export const CHAT_TABS = ['All', 'Pending', 'Active', 'Ended'] as const;
export type ChatTab = (typeof CHAT_TABS)[number];

/** What a tab asks the server for (CHT-06). */
export function statusFilter(tab: ChatTab): StatusFilter {
  return tab === 'All' ? '' : (tab.toLowerCase() as StatusFilter);
}

/** A page of a list, as the query keeps it. */
export interface ChatPage {
  items: ChatSession[];
  hasMore: boolean;
  nextCursor: string | null;
}

interface Change {
  sessionId: string;
  status: number;
  modifiedDate: string;
}

function nameOf(status: number): StatusFilter {
  return status === PENDING_CHAT ? 'pending' : status === ACTIVE_CHAT ? 'active' : 'ended';
}

/** A list after a live change: the row has its new status, or is gone where the tab is of another (CHT-29). What was told late changes nothing. */
export function withChange(pages: readonly ChatPage[], { sessionId, status, modifiedDate }: Change, filter: StatusFilter): ChatPage[] {
  const isGone = filter !== '' && nameOf(status) !== filter;
  return pages.map((page) => ({
    ...page,
    items: page.items.flatMap((row) => {
      if (row.sessionId !== sessionId || row.modifiedDate > modifiedDate) return [row];
      return isGone ? [] : [{ ...row, status, modifiedDate }];
    }),
  }));
}

/** The rows of all pages, each chat once: one that moved up while the next page was read stands in both. */
export function rowsOf(pages: readonly ChatPage[]): ChatSession[] {
  const rows = new Map<string, ChatSession>();
  for (const { items } of pages) for (const row of items) if (!rows.has(row.sessionId)) rows.set(row.sessionId, row);
  return [...rows.values()];
}
