import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskSupportSearch } from './desk-support-search.ts';

/** `/desk/support`: customers' support requests, for staff to answer. */
export const deskSupportRoute = {
  path: '/desk/support' as const,
  component: lazyRouteComponent(() => import('./desk-support-page.tsx'), 'DeskSupportPage'),
  ...inAddress(readDeskSupportSearch),
  staticData: {
    page: {
      title: 'Support Desk',
      access: { desk: 'support' as const },
      menu: { icon: 'support' as const, group: 'requests' as const, summary: 'What customers ask, to be answered' },
    },
  },
};
