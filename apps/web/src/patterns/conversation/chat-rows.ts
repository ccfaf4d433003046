import type { ChatSession } from '@yardage/contract/chat';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';

/** The status filter as the API expects it: lower case, empty for All (CHT-06). */
export type StatusFilter = '' | 'pending' | 'active' | 'ended';

/** The tabs of every chat list. */
export const CHAT_TABS = ['All', 'Pending', 'Active', 'Ended'] as const;
export type ChatTab = (typeof CHAT_TABS)[number];

/** Returns the status filter of a tab (CHT-06). */
export function statusFilter(tab: ChatTab): StatusFilter {
  return tab === 'All' ? '' : (tab.toLowerCase() as StatusFilter);
}

/** One page of a chat list, as the query cache stores it. */
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

/**
 * Applies a live status change: updates the row, or removes it if it no longer matches the tab's filter (CHT-29). Ignores a change older
 * than the row.
 */
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

/** Returns the rows of all pages without duplicates. A chat that moved up while the next page was loading is on both pages. */
export function rowsOf(pages: readonly ChatPage[]): ChatSession[] {
  const rows = new Map<string, ChatSession>();
  for (const { items } of pages) for (const row of items) if (!rows.has(row.sessionId)) rows.set(row.sessionId, row);
  return [...rows.values()];
}
