import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/payments/approvals`: payments that wait for a second person (APY-07). */
export const paymentApprovalsRoute = {
  path: '/payments/approvals' as const,
  component: lazyPage(() => import('./payment-approvals-page.tsx'), 'PaymentApprovalsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.paymentApprovals.title,
      access: [PERMISSIONS.PAYMENTS_APPROVE] as const,
      menu: { icon: 'approve' as const },
    },
  },
};
