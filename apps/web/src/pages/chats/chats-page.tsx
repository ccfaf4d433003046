import { Button } from '@mantine/core';
import { Link, Outlet, useMatchRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { chatsKey, fetchChats } from '#web/features/chat/chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from '#web/features/chat/chat.messages.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { CHAT_ROW_CLASS, ChatFilters, ChatList, ChatRow, ChatsLayout } from '#web/patterns/conversation/chat-list.tsx';
import type { ChatsSearch } from '#web/patterns/conversation/chats-search.ts';
import { chatSubject, statusFilter, useChatList } from '#web/patterns/conversation/use-chat-list.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { tabId } from '#web/patterns/view-tabs.tsx';

const PANEL_ID = 'chats-status';

/** The user's chats with dispatch: the list on the left, the selected chat on the right (CHT-01 to CHT-07). */
export function ChatsPage() {
  const { status, search } = useSearch({ from: '/shell/newOrderChat' });
  const navigate = useNavigate();
  const customer = useCustomer();
  const isListAlone = useMatchRoute()({ to: '/newOrderChat' }) !== false;
  const list = useChatList({
    listKey: chatsKey(customer),
    request: { status: statusFilter(status), search },
    fetchPage: (request, cursor, context) => fetchChats(customer, request, cursor, context),
  });
  return (
    <ChatsLayout
      isListAlone={isListAlone}
      filters={
        <>
          <Button
            leftSection={<Icon name="plus" size={16} />}
            fullWidth
            renderRoot={(props) => <Link to="/newOrderChat/new" search={true} {...props} />}
          >
            {MESSAGES.create}
          </Button>
          <ChatFilters
            status={status}
            search={search}
            label={MESSAGES.search}
            panelId={PANEL_ID}
            onChange={(changes) =>
              void navigate({
                to: '.',
                search: (before: ChatsSearch) => ({ ...before, ...changes }),
                replace: 'search' in changes,
                resetScroll: false,
              })
            }
          />
        </>
      }
      panel={{ id: PANEL_ID, labelledBy: tabId(PANEL_ID, status) }}
      rows={
        <ChatList
          list={list}
          label={MESSAGES.list}
          row={(session, now) => (
            <Link to="/newOrderChat/$sessionId" params={{ sessionId: session.sessionId }} search={true} className={CHAT_ROW_CLASS}>
              <ChatRow session={session} now={now} title={chatSubject(session.context)} />
            </Link>
          )}
        />
      }
    >
      <Outlet />
    </ChatsLayout>
  );
}

/** Shown if no chat is selected (CHT-01). */
export function NoChat() {
  return <p data-empty>{MESSAGES.selectPrompt}</p>;
}
