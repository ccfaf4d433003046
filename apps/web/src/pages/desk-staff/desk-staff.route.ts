import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskStaffSearch } from './desk-staff-search.ts';

/** `/desk/staff`: the supplier's staff and their roles (STF-01). */
export const deskStaffRoute = {
  path: '/desk/staff' as const,
  component: lazyPage(() => import('./desk-staff-page.tsx'), 'DeskStaffPage', 'desk'),
  ...inAddress(readDeskStaffSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskStaff.title,
      access: { desk: 'staff' as const },
      menu: { icon: 'badge' as const, group: 'system' as const },
    },
  },
};
