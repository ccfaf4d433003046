import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';

/** `/invoices/payment`: the result of the payment just made (SHL-06). */
export const paymentResultRoute = {
  path: '/invoices/payment' as const,
  component: lazyRouteComponent(() => import('./payment-result-page.tsx'), 'PaymentResultPage'),
  staticData: { page: { title: 'Payment', access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};
