import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskStaffSearch } from './desk-staff-search.ts';

/** `/desk/staff`: the supplier's staff and their roles (STF-01). */
export const deskStaffRoute = {
  path: '/desk/staff' as const,
  component: lazyRouteComponent(() => import('./desk-staff-page.tsx'), 'DeskStaffPage'),
  ...inAddress(readDeskStaffSearch),
  staticData: {
    page: {
      title: 'Staff',
      access: { desk: 'staff' as const },
      menu: { icon: 'badge' as const, group: 'system' as const, summary: 'Who works at this desk, and as what' },
    },
  },
};
