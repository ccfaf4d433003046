import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/invoices/checkout`: pays the cart (SHL-06). */
export const checkoutRoute = {
  path: '/invoices/checkout' as const,
  component: lazyPage(() => import('./checkout-page.tsx'), 'CheckoutPage'),
  staticData: { page: { title: () => MESSAGES.checkout.title, access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};
