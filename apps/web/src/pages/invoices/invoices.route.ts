import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readInvoicesSearch } from './invoices-search.ts';

/** `/invoices`: the customer's invoices. List state, filters and open dialogs are in the URL. */
export const invoicesRoute = {
  path: '/invoices' as const,
  component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage'),
  ...inAddress(readInvoicesSearch),
  staticData: {
    page: {
      title: 'Invoices',
      access: [PERMISSIONS.INVOICES_VIEW] as const,
      menu: { icon: 'invoices' as const, summary: 'What is open, what was paid, and paying it' },
    },
  },
};
