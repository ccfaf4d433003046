import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readChatsSearch } from '#web/patterns/conversation/chats-search.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

const page = { title: () => MESSAGES.chats.title, access: [PERMISSIONS.DISPATCHER_CHAT_VIEW] as const };

/** `/newOrderChat`: the list of chats, with one of the routes below beside it. */
export const chatsRoute = {
  path: '/newOrderChat' as const,
  component: lazyPage(() => import('./chats-page.tsx'), 'ChatsPage'),
  ...inAddress(readChatsSearch),
  staticData: { page: { ...page, menu: { icon: 'chat' as const } } },
};

/** Shown if no chat is selected (CHT-01). */
export const noChatRoute = {
  path: '/' as const,
  component: lazyPage(() => import('./chats-page.tsx'), 'NoChat'),
  staticData: { page },
};

/** A new chat without a session (CHT-02). */
export const newChatRoute = {
  path: 'new' as const,
  component: lazyPage(() => import('./new-chat.tsx'), 'NewChat'),
  staticData: { page },
};

/** One chat (CHT-02). */
export const chatRoute = {
  path: '$sessionId' as const,
  component: lazyPage(() => import('./open-chat.tsx'), 'OpenChat'),
  staticData: { page },
};
