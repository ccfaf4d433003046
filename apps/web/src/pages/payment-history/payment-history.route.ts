import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readPaymentHistorySearch } from './payment-history-search.ts';

/** `/paymentHistory`: the customer's payments. List state, filters and open dialogs are in the URL. */
export const paymentHistoryRoute = {
  path: '/paymentHistory' as const,
  component: lazyRouteComponent(() => import('./payment-history-page.tsx'), 'PaymentHistoryPage'),
  ...inAddress(readPaymentHistorySearch),
  staticData: {
    page: {
      title: 'Payment History',
      access: [PERMISSIONS.PAYMENT_HISTORY_VIEW] as const,
      menu: { icon: 'payments' as const, summary: 'Payments made, how they ended, and their receipts' },
    },
  },
};
