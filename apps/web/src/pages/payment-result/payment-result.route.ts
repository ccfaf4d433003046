import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/invoices/payment`: the result of the payment just made (SHL-06). */
export const paymentResultRoute = {
  path: '/invoices/payment' as const,
  component: lazyPage(() => import('./payment-result-page.tsx'), 'PaymentResultPage'),
  staticData: { page: { title: () => MESSAGES.paymentResult.title, access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};
