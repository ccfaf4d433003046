import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskPaymentsSearch } from './desk-payments-search.ts';

/** `/desk/payments`: payments that need a person (STF-07). */
export const deskPaymentsRoute = {
  path: '/desk/payments' as const,
  component: lazyPage(() => import('./desk-payments-page.tsx'), 'DeskPaymentsPage', 'desk'),
  ...inAddress(readDeskPaymentsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskPayments.title,
      access: { desk: 'payments' as const },
      menu: { icon: 'payments' as const, group: 'accounts' as const },
    },
  },
};
