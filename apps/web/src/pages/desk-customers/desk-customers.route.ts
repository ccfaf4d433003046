import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskCustomersSearch } from './desk-customers-search.ts';

/** `/desk/customers`: customer accounts with their balance and users (STF-02). */
export const deskCustomersRoute = {
  path: '/desk/customers' as const,
  component: lazyPage(() => import('./desk-customers-page.tsx'), 'DeskCustomersPage', 'desk'),
  ...inAddress(readDeskCustomersSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskCustomers.title,
      access: { desk: 'customers' as const },
      menu: { icon: 'customers' as const, group: 'accounts' as const },
    },
  },
};
