import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskAnnouncementsSearch } from './desk-announcements-search.ts';

/** `/desk/announcements`: what customers read on their dashboard, and whom they can contact (STF-04). */
export const deskAnnouncementsRoute = {
  path: '/desk/announcements' as const,
  component: lazyPage(() => import('./desk-announcements-page.tsx'), 'DeskAnnouncementsPage', 'desk'),
  ...inAddress(readDeskAnnouncementsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskAnnouncements.title,
      access: { desk: 'announcements' as const },
      menu: { icon: 'announcement' as const, group: 'portal' as const },
    },
  },
};
