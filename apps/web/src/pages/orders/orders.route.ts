import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readOrdersSearch } from './orders-search.ts';

/** `/orders`: the customer's orders. List state, filters and open dialogs are in the URL. */
export const ordersRoute = {
  path: '/orders' as const,
  component: lazyPage(() => import('./orders-page.tsx'), 'OrdersPage'),
  ...inAddress(readOrdersSearch),
  staticData: {
    page: {
      title: () => MESSAGES.orders.title,
      access: [PERMISSIONS.ORDERS_VIEW] as const,
      menu: { icon: 'orders' as const },
    },
  },
};
