import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readDeskAnnouncementsSearch } from './desk-announcements-search.ts';

/** `/desk/announcements`: what customers read on their dashboard, and whom they can contact (STF-04). */
export const deskAnnouncementsRoute = {
  path: '/desk/announcements' as const,
  component: lazyRouteComponent(() => import('./desk-announcements-page.tsx'), 'DeskAnnouncementsPage'),
  ...inAddress(readDeskAnnouncementsSearch),
  staticData: {
    page: {
      title: 'Announcements',
      access: { desk: 'announcements' as const },
      menu: { icon: 'announcement' as const, group: 'portal' as const },
    },
  },
};
