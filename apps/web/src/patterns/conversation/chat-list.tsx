import { Button } from '@mantine/core';
import type { ChatSession } from '@yardage/contract/chat';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Bone } from '#web/patterns/bone.tsx';
import classes from './chat-list.module.css';
import { CONVERSATION_MESSAGES as WORDS } from './conversation.messages.ts';
import type { useChatList } from './use-chat-list.ts';

/** The next page is asked for this long before its place comes into sight. */
const AHEAD_PX = 200;

interface ChatListProps {
  list: ReturnType<typeof useChatList>;
  label: string;
  row: (session: ChatSession) => ReactNode;
}

/** Chats below each other; what follows is loaded on the way down (CHT-03, CHT-04). */
export function ChatList({ list: { query, rows }, label, row }: ChatListProps) {
  const { hasNextPage, isFetchingNextPage, isPending, isError, data, fetchNextPage, refetch } = query;
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const goOn = useEffectEvent(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that did not fill the box leaves the end in sight: it is looked at anew after each
  useEffect(() => {
    if (!end.current) return;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && goOn(), {
      root: box.current,
      rootMargin: `0px 0px ${AHEAD_PX}px`,
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [rows.length, hasNextPage]);

  const isFailed = isError && !data;
  const foot = isPending
    ? WORDS.loading
    : isFetchingNextPage
      ? WORDS.loadingMore
      : isFailed
        ? WORDS.listFailed
        : rows.length === 0
          ? WORDS.empty
          : hasNextPage
            ? ''
            : WORDS.noMore;
  return (
    <div ref={box} className={classes.list}>
      {rows.length > 0 ? (
        <ul className={classes.rows} aria-label={label}>
          {rows.map((session) => (
            <li key={session.sessionId}>{row(session)}</li>
          ))}
        </ul>
      ) : null}
      {isPending ? <Bones /> : null}
      <div ref={end} className={classes.foot} role="status" data-alone={rows.length === 0 || undefined}>
        {foot}
        {isFailed ? (
          <Button variant="default" onClick={() => void refetch()}>
            {WORDS.tryAgain}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Bones() {
  return (
    <div className={classes.bones} aria-hidden="true">
      {[70, 55, 64, 48].map((width) => (
        <div key={width} className={classes.bone}>
          <Bone width={`${width}%`} />
          <Bone width="90%" />
        </div>
      ))}
    </div>
  );
}
