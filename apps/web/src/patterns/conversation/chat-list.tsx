import { Button, VisuallyHidden } from '@mantine/core';
import type { ChatSession } from '@yardage/contract/chat';
import { ACTIVE_CHAT, ENDED_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { textOfMessage } from '@yardage/domain/chat-lines';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { formatRelative } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { StaleDataNote } from '#web/patterns/data-age.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { ViewTabs } from '#web/patterns/view-tabs.tsx';
import classes from './chat-list.module.css';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';
import { CHAT_TABS, type ChatTab, type useChatList } from './use-chat-list.ts';

/** The next page is fetched when its position is this close to the visible area. */
const AHEAD_PX = 200;
/** The list shows ages in minutes, so three updates per minute are enough. */
const TICK_MS = 20_000;

type ChatQuery = ReturnType<typeof useChatList>['query'];

interface ChatListProps {
  list: ReturnType<typeof useChatList>;
  label: string;
  /** Renders one chat. It runs again on every tick of `now`. */
  row: (session: ChatSession, now: Date) => ReactNode;
}

/** A list of chats that loads the next page on scroll (CHT-03, CHT-04). */
export function ChatList({ list: { query, listId, rows }, label, row }: ChatListProps) {
  const { hasNextPage, isFetching, isPending, isError, isFetchNextPageError, isFetchingNextPage, data, fetchNextPage, refetch } = query;
  const box = useRef<HTMLDivElement>(null);
  const now = new Date(useNow(TICK_MS));

  const isFailed = isError && !data;
  const fetchMore = (): void => void fetchNextPage({ cancelRefetch: false });
  return (
    // The key resets the scroll position when the filter or search changes (CHT-05).
    <div key={listId} ref={box} className={classes.list}>
      <StaleDataNote query={query} />
      {rows.length > 0 ? (
        <ul className={classes.rows} aria-label={label}>
          {rows.map((session) => (
            <li key={session.sessionId}>{row(session, now)}</li>
          ))}
        </ul>
      ) : null}
      {isPending ? <ChatListSkeleton /> : null}
      {isPending ? <StillLoading /> : null}
      {/* The new key observes the end again after every response: a page may not fill the box, and a refresh cancels a page fetch. */}
      {/* Not after a failed page: the end is still in sight, and would request it again at once. */}
      {hasNextPage && !isFetching && !isFetchNextPageError ? <End key={rows.length} box={box} onSight={fetchMore} /> : null}
      <div className={classes.foot} role="status" data-alone={rows.length === 0 || undefined}>
        {footOf(query, rows.length)}
        {isFailed || isFetchNextPageError ? (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => (isFailed ? void refetch() : fetchMore())}>
            {MESSAGES.tryAgain}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Returns the text below the last chat. */
function footOf({ isPending, isFetchingNextPage, isFetchNextPageError, isError, data, hasNextPage }: ChatQuery, rows: number): string {
  if (isPending) return MESSAGES.loading;
  if (isFetchingNextPage) return MESSAGES.loadingMore;
  if (isFetchNextPageError || (isError && !data)) return MESSAGES.listFailed;
  if (rows === 0) return MESSAGES.empty;
  return hasNextPage ? '' : MESSAGES.noMore;
}

/** Calls `onSight` when the end of the list comes near. */
function End({ box, onSight }: { box: RefObject<HTMLElement | null>; onSight: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const goOn = useEffectEvent(onSight);
  useEffect(() => {
    if (!mark.current) return;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && goOn(), {
      root: box.current,
      rootMargin: `0px 0px ${AHEAD_PX}px`,
    });
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, [box]);
  return <div ref={mark} />;
}

function ChatListSkeleton() {
  return (
    <div className={classes.skeletonLines} aria-hidden="true">
      {[70, 55, 64, 48].map((width) => (
        <div key={width} className={classes.bone}>
          <Skeleton width={`${width}%`} />
          <Skeleton width="90%" />
        </div>
      ))}
    </div>
  );
}

interface ChatsLayoutProps {
  /** Whether phones and tablets show the list instead of the chat; they have room for only one. */
  isListAlone: boolean;
  /** Shown above the rows: actions, search and tabs. */
  filters: ReactNode;
  /** Ids of the tab panel and of its selected tab. */
  panel: { id: string; labelledBy: string };
  rows: ReactNode;
  /** The selected chat. */
  children: ReactNode;
}

/** A chat list with the selected chat beside it. Phones and tablets show one at a time. */
export function ChatsLayout({ isListAlone, filters, panel, rows, children }: ChatsLayoutProps) {
  return (
    <div className={classes.layout} data-shown={isListAlone ? 'list' : 'chat'}>
      <div className={classes.column}>
        <div className={classes.filters}>{filters}</div>
        <div className={classes.rowsPanel} id={panel.id} role="tabpanel" aria-labelledby={panel.labelledBy}>
          {rows}
        </div>
      </div>
      <div className={classes.chat}>{children}</div>
    </div>
  );
}

/** Debounce of the chat search (CHT-07). */
const SEARCH_DEBOUNCE_MS = 300;
const tabs = () => CHAT_TABS.map((tab) => ({ value: tab, label: MESSAGES.tabs[tab] }));

interface ChatFiltersProps {
  status: ChatTab;
  search: string;
  /** Label of the search box. */
  label: string;
  panelId: string;
  /** Shown beside the search box. */
  aside?: ReactNode;
  onChange: (changes: { status?: ChatTab; search?: string }) => void;
}

/** Search box and status tabs of a chat list (CHT-03). */
export function ChatFilters({ status, search, label, panelId, aside, onChange }: ChatFiltersProps) {
  return (
    <>
      <div className={classes.search}>
        <SearchBox label={label} value={search} debounceMs={SEARCH_DEBOUNCE_MS} onChange={(wanted) => onChange({ search: wanted })} />
        {aside}
      </div>
      <ViewTabs label={MESSAGES.tabsLabel} tabs={tabs()} value={status} onChange={(tab) => onChange({ status: tab })} panelId={panelId} />
    </>
  );
}

/** Class for the link around a row. The caller renders the link because it knows the target. */
export const CHAT_ROW_CLASS = classes.row;

interface ChatRowProps {
  session: ChatSession;
  now: Date;
  title: string;
  /** Shown between the title and the last message. */
  detail?: string | undefined;
  /** Shown beside the status. */
  note?: string | null | undefined;
}

/** A chat in a list: title, last message, its age (TBL-11), status and unread count. */
export function ChatRow({ session, now, title, detail, note }: ChatRowProps) {
  const { status, modifiedDate, unreadCount, timeZone } = session;
  const { dateTime } = useFormats(timeZone);
  return (
    <>
      <span className={classes.top}>
        <span className={classes.subject} title={title}>
          {title}
        </span>
        <time className={classes.time} dateTime={modifiedDate} title={dateTime(modifiedDate)}>
          {formatRelative(modifiedDate, now)}
        </time>
      </span>
      {detail ? <span className={classes.last}>{detail}</span> : null}
      <span className={classes.last}>{textOfMessage(session)}</span>
      <span className={classes.bottom}>
        <ChatStatus status={status} />
        {note ? <span className={classes.note}>{note}</span> : null}
        <UnreadBadge count={unreadCount} />
      </span>
    </>
  );
}

/** The number of unread messages. Renders nothing if there are none. */
export function UnreadBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{MESSAGES.unread(count)}</VisuallyHidden>
    </span>
  );
}

const KINDS: Record<number, StatusKind> = { [PENDING_CHAT]: 'pending', [ACTIVE_CHAT]: 'active' };

/** Shows a chat's status. Any status other than pending or active counts as ended (CHT-09). */
export function ChatStatus({ status }: { status: number }) {
  const known = status === PENDING_CHAT || status === ACTIVE_CHAT ? status : ENDED_CHAT;
  return <StatusMark kind={KINDS[known] ?? 'closed'}>{MESSAGES.status[known]}</StatusMark>;
}
