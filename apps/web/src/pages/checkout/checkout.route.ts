import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';

/** `/invoices/checkout`: pays the cart (SHL-06). */
export const checkoutRoute = {
  path: '/invoices/checkout' as const,
  component: lazyRouteComponent(() => import('./checkout-page.tsx'), 'CheckoutPage'),
  staticData: { page: { title: 'Checkout', access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};
