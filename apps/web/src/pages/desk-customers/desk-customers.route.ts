import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskCustomersSearch } from './desk-customers-search.ts';

/** `/desk/customers`: customer accounts with their balance and users (STF-02). */
export const deskCustomersRoute = {
  path: '/desk/customers' as const,
  component: lazyRouteComponent(() => import('./desk-customers-page.tsx'), 'DeskCustomersPage'),
  ...inAddress(readDeskCustomersSearch),
  staticData: {
    page: {
      title: 'Customers',
      access: { desk: 'customers' as const },
      menu: { icon: 'customers' as const, group: 'accounts' as const },
    },
  },
};
