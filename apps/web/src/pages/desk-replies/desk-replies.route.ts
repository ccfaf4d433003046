import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/desk/replies`: the canned replies of the dispatch desk (STF-09). */
export const deskRepliesRoute = {
  path: '/desk/replies' as const,
  component: lazyPage(() => import('./desk-replies-page.tsx'), 'DeskRepliesPage', 'desk'),
  staticData: {
    page: {
      title: () => MESSAGES.deskReplies.title,
      access: { desk: 'canned-replies' as const },
      menu: { icon: 'chat' as const, group: 'requests' as const },
    },
  },
};
