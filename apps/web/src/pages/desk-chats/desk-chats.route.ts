import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskChatsSearch } from './desk-chats-search.ts';

const page = { title: () => MESSAGES.deskChats.title, access: { desk: 'chats' as const } };

/** `/desk/chats`: chats of all customers, with the selected one beside the list. */
export const deskChatsRoute = {
  path: '/desk/chats' as const,
  component: lazyPage(() => import('./desk-chats-page.tsx'), 'DeskChatsPage', 'desk'),
  ...inAddress(readDeskChatsSearch),
  staticData: {
    page: { ...page, menu: { icon: 'headset' as const, group: 'requests' as const } },
  },
};

/** Shown if no chat is selected. */
export const noDeskChatRoute = {
  path: '/' as const,
  component: lazyPage(() => import('./desk-chats-page.tsx'), 'NoDeskChat', 'desk'),
  staticData: { page },
};

/** One chat. */
export const deskChatRoute = {
  path: '$sessionId' as const,
  component: lazyPage(() => import('./open-desk-chat.tsx'), 'OpenDeskChat', 'desk'),
  staticData: { page },
};
