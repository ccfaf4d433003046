import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readPaymentHistorySearch } from './payment-history-search.ts';

/** `/paymentHistory`: the customer's payments. List state, filters and open dialogs are in the URL. */
export const paymentHistoryRoute = {
  path: '/paymentHistory' as const,
  component: lazyPage(() => import('./payment-history-page.tsx'), 'PaymentHistoryPage'),
  ...inAddress(readPaymentHistorySearch),
  staticData: {
    page: {
      title: () => MESSAGES.paymentHistory.title,
      access: [PERMISSIONS.PAYMENT_HISTORY_VIEW] as const,
      menu: { icon: 'payments' as const },
    },
  },
};
