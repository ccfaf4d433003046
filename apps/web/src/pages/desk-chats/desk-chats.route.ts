import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskChatsSearch } from './desk-chats-search.ts';

const page = { title: 'Dispatch Desk', access: { desk: 'chats' as const } };

/** `/desk/chats`: chats of all customers, with the selected one beside the list. */
export const deskChatsRoute = {
  path: '/desk/chats' as const,
  component: lazyRouteComponent(() => import('./desk-chats-page.tsx'), 'DeskChatsPage'),
  ...inAddress(readDeskChatsSearch),
  staticData: {
    page: { ...page, menu: { icon: 'headset' as const, group: 'requests' as const, summary: 'Customers who wait for an answer' } },
  },
};

/** Shown if no chat is selected. */
export const noDeskChatRoute = {
  path: '/' as const,
  component: lazyRouteComponent(() => import('./desk-chats-page.tsx'), 'NoDeskChat'),
  staticData: { page },
};

/** One chat. */
export const deskChatRoute = {
  path: '$sessionId' as const,
  component: lazyRouteComponent(() => import('./open-desk-chat.tsx'), 'OpenDeskChat'),
  staticData: { page },
};
