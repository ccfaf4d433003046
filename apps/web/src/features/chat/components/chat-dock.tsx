import { VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { ACTIVE_CHAT, ENDED_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { useLayoutEffect, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { refetchAnnounced, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { useTitleMark } from '#web/lib/navigation/page-title.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { UnreadBadge } from '#web/patterns/conversation/chat-list.tsx';
import { CONVERSATION_MESSAGES } from '#web/patterns/conversation/conversation.messages.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { chatQuery } from '../chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import { type DockedChat, undockChat } from '../dock-store.ts';
import classes from './chat-dock.module.css';
import { ChatDrawer } from './chat-drawer.tsx';

/** Bar of minimised chats at the bottom of the page, each with its unread count. A click opens the chat's drawer. */
export function ChatDock({ chats }: { chats: readonly DockedChat[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const shownId = useLast(openId);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // Hide the chat that the current page already shows.
  const shown = chats.filter(({ sessionId }) => !pathname.endsWith(sessionId));
  const hasBar = shown.length > 0;
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--dock-height', hasBar ? '52px' : '0px');
    return () => void document.documentElement.style.removeProperty('--dock-height');
  }, [hasBar]);
  return (
    <>
      {hasBar ? (
        <section className={classes.dock} aria-label={MESSAGES.dock}>
          {shown.map((chat) => (
            <DockEntry key={chat.sessionId} chat={chat} onOpen={() => setOpenId(chat.sessionId)} />
          ))}
        </section>
      ) : null}
      {shownId ? <ChatDrawer isInUrl={false} sessionId={shownId} isOpen={openId !== null} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

function DockEntry({ chat: { sessionId, subject }, onOpen }: { chat: DockedChat; onOpen: () => void }) {
  const { status, unread } = useDockedChat(sessionId);
  useTitleMark(unread);
  const isOver = status !== 0 && status !== ACTIVE_CHAT && status !== PENDING_CHAT;
  const label = [MESSAGES.openChat(subject), isOver && MESSAGES.endedShort, unread > 0 && CONVERSATION_MESSAGES.unread(unread)]
    .filter(Boolean)
    .join(', ');
  return (
    <div className={classes.entry} data-ended={status === ENDED_CHAT || undefined}>
      {/* The label replaces what the button contains, so it has all of it. */}
      <button type="button" className={classes.open} aria-label={label} onClick={onOpen}>
        <Icon name="chat" size={16} />
        <span className={classes.subject}>{subject}</span>
        {isOver ? <span className={classes.over}>{MESSAGES.endedShort}</span> : null}
        <UnreadBadge count={unread} />
      </button>
      <VisuallyHidden role="status">{unread > 0 ? `${subject}: ${CONVERSATION_MESSAGES.newMessages(unread)}` : ''}</VisuallyHidden>
      {isOver ? (
        <button type="button" className={classes.remove} aria-label={MESSAGES.removeChat(subject)} onClick={() => undockChat(sessionId)}>
          <Icon name="close" size={14} />
        </button>
      ) : null}
    </div>
  );
}

const POLL_MS = 15_000;

/** Status and unread count of a minimised chat. It is refetched on hub events, and polled while the hub is disconnected. */
function useDockedChat(sessionId: string): { status: number; unread: number } {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const connection = useHubConnection();
  const options = chatQuery(customer, sessionId);
  const { data } = useQuery({ ...options, staleTime: 0, refetchInterval: connection === 'connected' ? false : POLL_MS });
  useHubEvent('SessionStatusChanged', (change) => {
    if (change.sessionId === sessionId) void refetchAnnounced(queryClient, { queryKey: options.queryKey });
  });
  return { status: data?.status ?? 0, unread: data?.unreadCount ?? 0 };
}
