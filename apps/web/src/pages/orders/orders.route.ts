import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readOrdersSearch } from './orders-search.ts';

/** `/orders`: the customer's orders. List state, filters and open dialogs are in the URL. */
export const ordersRoute = {
  path: '/orders' as const,
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
  ...inAddress(readOrdersSearch),
  staticData: {
    page: {
      title: 'Orders',
      access: [PERMISSIONS.ORDERS_VIEW] as const,
      menu: { icon: 'orders' as const, summary: 'Deliveries under way and to come' },
    },
  },
};
