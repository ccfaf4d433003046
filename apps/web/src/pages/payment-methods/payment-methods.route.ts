import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/payments/methods`: the saved cards and bank accounts (APY-05). */
export const paymentMethodsRoute = {
  path: '/payments/methods' as const,
  component: lazyPage(() => import('./payment-methods-page.tsx'), 'PaymentMethodsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.paymentMethods.title,
      access: [PERMISSIONS.PAYMENTS_SAVED_METHODS] as const,
      menu: { icon: 'wallet' as const },
    },
  },
};
