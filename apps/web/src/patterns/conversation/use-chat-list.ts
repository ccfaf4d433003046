import { type InfiniteData, type QueryClient, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatContext, ChatSession, JobAddress } from '@yardage/contract/chat';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { CHAT_TITLES } from '@yardage/domain/chat.messages';
import { useEffect, useRef } from 'react';
import { refetchAnnounced, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

/** Several events arrive together when a chat starts or ends. They share one refetch. */
const GATHER_MS = 250;
/** Polling interval of the list while the live connection is down. */
const POLL_MS = 15_000;

export interface ChatListParams {
  status: StatusFilter;
  search: string;
}

interface ChatListOptions {
  /** Query key of the list: the endpoint and whose chats it lists. */
  listKey: readonly unknown[];
  request: ChatListParams;
  /** Fetches one page; the first one if there is no cursor (CHT-05). */
  fetchPage: (request: ChatListParams, cursor: string | undefined, context: ChatListContext) => Promise<ChatPage>;
}

/** What a page of a chat list is fetched for. */
export interface ChatListContext {
  signal: AbortSignal;
  client: QueryClient;
  queryKey: QueryKey;
}

/** A chat list with infinite scroll that follows the hub's events (CHT-03, CHT-29). */
export function useChatList({ listKey, request, fetchPage }: ChatListOptions) {
  const queryClient = useQueryClient();
  const connection = useHubConnection();
  // Another filter or search is a new query, which starts empty and without a cursor (CHT-05).
  const queryKey = [...listKey, request] as const;
  const listId = JSON.stringify(queryKey);
  useForgotten(queryKey, listId);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, ...context }) => fetchPage(request, pageParam, context),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore && nextCursor ? nextCursor : undefined),
    refetchInterval: connection === 'connected' ? false : POLL_MS,
    meta: { failureText: MESSAGES.listFailed, isAnnounced: true },
  });

  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(gathering.current), []);
  const askAgain = (): void => {
    clearTimeout(gathering.current);
    gathering.current = setTimeout(() => void refetchAnnounced(queryClient, { queryKey: listKey }), GATHER_MS);
  };
  useHubEvent('SessionStatusChanged', (change) => {
    queryClient.setQueryData<InfiniteData<ChatPage>>(
      queryKey,
      (data) => data && { ...data, pages: withChange(data.pages, change, request.status) },
    );
    askAgain();
  });

  return { query, listId, rows: rowsOf(query.data?.pages ?? []) };
}

/**
 * Drops a list from the cache when another one is shown. Returning to its filter starts at the first page, and a late response is
 * discarded.
 */
function useForgotten(queryKey: readonly unknown[], listId: string): void {
  const queryClient = useQueryClient();
  const shown = useRef({ queryKey, listId });
  useEffect(() => {
    if (shown.current.listId === listId) return;
    queryClient.removeQueries({ queryKey: shown.current.queryKey, exact: true });
    shown.current = { queryKey, listId };
  });
}

/** The status filter as the API expects it: lower case, empty for All (CHT-06). */
type StatusFilter = '' | 'pending' | 'active' | 'ended';

/** The tabs of every chat list. */
export const CHAT_TABS = ['All', 'Pending', 'Active', 'Ended'] as const;
export type ChatTab = (typeof CHAT_TABS)[number];

/** Returns the status filter of a tab (CHT-06). */
export function statusFilter(tab: ChatTab): StatusFilter {
  return tab === 'All' ? '' : (tab.toLowerCase() as StatusFilter);
}

/** One page of a chat list, as the query cache stores it. */
interface ChatPage {
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

/** Returns a job's address in one line. */
function addressLine({ street, city, state, zip }: JobAddress): string {
  return [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Returns a short title for a chat: the record it was started from, or the job's address. */
export function chatSubject({ category, entityNumber, jobAddress }: ChatContext): string {
  const title = (CHAT_TITLES as Readonly<Record<number, (number: string) => string>>)[category];
  if (title && entityNumber) return title(entityNumber);
  return (jobAddress && addressLine(jobAddress)) || MESSAGES.newOrder;
}
