import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readChatsSearch } from '#web/patterns/conversation/chats-search.ts';

const page = { title: 'Dispatcher Chat', access: [PERMISSIONS.DISPATCHER_CHAT_VIEW] as const };

/** `/newOrderChat`: the list of chats, with one of the routes below beside it. */
export const chatsRoute = {
  path: '/newOrderChat' as const,
  component: lazyRouteComponent(() => import('./chats-page.tsx'), 'ChatsPage'),
  ...inAddress(readChatsSearch),
  staticData: { page: { ...page, menu: { icon: 'chat' as const, summary: 'Talk to dispatch about a job, an order or a ticket' } } },
};

/** Shown if no chat is selected (CHT-01). */
export const noChatRoute = {
  path: '/' as const,
  component: lazyRouteComponent(() => import('./chats-page.tsx'), 'NoChat'),
  staticData: { page },
};

/** A new chat without a session (CHT-02). */
export const newChatRoute = {
  path: 'new' as const,
  component: lazyRouteComponent(() => import('./new-chat.tsx'), 'NewChat'),
  staticData: { page },
};

/** One chat (CHT-02). */
export const chatRoute = {
  path: '$sessionId' as const,
  component: lazyRouteComponent(() => import('./open-chat.tsx'), 'OpenChat'),
  staticData: { page },
};
