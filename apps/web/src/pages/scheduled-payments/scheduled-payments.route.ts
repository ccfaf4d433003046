import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/payments/scheduled`: payments to come and autopay (APY-06). */
export const scheduledPaymentsRoute = {
  path: '/payments/scheduled' as const,
  component: lazyPage(() => import('./scheduled-payments-page.tsx'), 'ScheduledPaymentsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.scheduledPayments.title,
      access: [PERMISSIONS.PAYMENTS_SCHEDULE] as const,
      menu: { icon: 'calendar' as const },
    },
  },
};
