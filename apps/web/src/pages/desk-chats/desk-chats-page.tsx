import { ActionIcon } from '@mantine/core';
import { Link, Outlet, useMatchRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { PENDING_CHAT } from '@yardage/domain/chat';
import { NotificationSwitch, SoundSwitch } from '#web/features/desk-chats/components/sound-switch.tsx';
import { DESK_CHATS_KEY, fetchDeskChats, waitingTime } from '#web/features/desk-chats/desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '#web/features/desk-chats/desk-chats.messages.ts';
import { CHAT_ROW_CLASS, ChatFilters, ChatList, ChatRow, ChatsLayout } from '#web/patterns/conversation/chat-list.tsx';
import { chatSubject, statusFilter, useChatList } from '#web/patterns/conversation/use-chat-list.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { tabId } from '#web/patterns/view-tabs.tsx';
import type { DeskChatsSearch } from './desk-chats-search.ts';

const PANEL_ID = 'desk-chats-status';

/** The dispatch desk: waiting chats first, with their waiting time, and the selected chat beside them (CHT-09). */
export function DeskChatsPage() {
  const { status, search, mine } = useSearch({ from: '/shell/desk/chats' });
  const navigate = useNavigate();
  const isListAlone = useMatchRoute()({ to: '/desk/chats' }) !== false;
  const list = useChatList({
    listKey: [...DESK_CHATS_KEY, mine],
    request: { status: statusFilter(status), search },
    fetchPage: (request, cursor, { signal }) => fetchDeskChats(request, cursor, signal, mine),
  });
  const change = (changes: Partial<DeskChatsSearch>): void =>
    void navigate({
      to: '.',
      search: (before: DeskChatsSearch) => ({ ...before, ...changes }),
      replace: 'search' in changes,
      resetScroll: false,
    });
  return (
    <ChatsLayout
      isListAlone={isListAlone}
      filters={
        <ChatFilters
          status={status}
          search={search}
          label={MESSAGES.search}
          panelId={PANEL_ID}
          aside={
            <>
              <ActionIcon
                variant={mine ? 'light' : 'default'}
                size={36}
                aria-pressed={mine}
                aria-label={MESSAGES.mine}
                title={MESSAGES.mine}
                onClick={() => change({ mine: !mine })}
              >
                <Icon name="person" />
              </ActionIcon>
              <SoundSwitch />
              <NotificationSwitch />
            </>
          }
          onChange={change}
        />
      }
      panel={{ id: PANEL_ID, labelledBy: tabId(PANEL_ID, status) }}
      rows={
        <ChatList
          list={list}
          label={MESSAGES.list}
          row={(session, now) => (
            <Link to="/desk/chats/$sessionId" params={{ sessionId: session.sessionId }} search={true} className={CHAT_ROW_CLASS}>
              <ChatRow
                session={session}
                now={now}
                title={session.customerName}
                detail={chatSubject(session.context)}
                note={session.status === PENDING_CHAT ? MESSAGES.waitingFor(waitingTime(session.waitingSince, now)) : session.agentName}
              />
            </Link>
          )}
        />
      }
    >
      <Outlet />
    </ChatsLayout>
  );
}

/** Shown if no chat is selected. */
export function NoDeskChat() {
  return <p data-empty>{MESSAGES.selectPrompt}</p>;
}
