import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskPaymentsSearch } from './desk-payments-search.ts';

/** `/desk/payments`: payments that need a person (STF-07). */
export const deskPaymentsRoute = {
  path: '/desk/payments' as const,
  component: lazyRouteComponent(() => import('./desk-payments-page.tsx'), 'DeskPaymentsPage'),
  ...inAddress(readDeskPaymentsSearch),
  staticData: {
    page: {
      title: 'Payments',
      access: { desk: 'payments' as const },
      menu: { icon: 'payments' as const, group: 'accounts' as const, summary: 'Payments that need a person' },
    },
  },
};
