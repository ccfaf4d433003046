import { lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { type OrdersSearch, readOrdersSearch, STANDARD_ORDERS_SEARCH } from './orders-search.ts';

/** `/orders`: the customer's orders; list, filters and what stands open are in the address. */
export const ordersRoute = {
  path: '/orders' as const,
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
  validateSearch: (search: Partial<OrdersSearch>): OrdersSearch => readOrdersSearch(search),
  search: { middlewares: [stripSearchParams<OrdersSearch, unknown, Partial<OrdersSearch>>(STANDARD_ORDERS_SEARCH)] },
  staticData: {
    page: {
      title: 'Orders',
      access: [PERMISSIONS.ORDERS_VIEW] as const,
      menu: { icon: 'orders' as const, summary: 'Deliveries under way and to come' },
    },
  },
};
