import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readInvoicesSearch } from './invoices-search.ts';

/** `/invoices`: the customer's invoices. List state, filters and open dialogs are in the URL. */
export const invoicesRoute = {
  path: '/invoices' as const,
  component: lazyPage(() => import('./invoices-page.tsx'), 'InvoicesPage'),
  ...inAddress(readInvoicesSearch),
  staticData: {
    page: {
      title: () => MESSAGES.invoices.title,
      access: [PERMISSIONS.INVOICES_VIEW] as const,
      menu: { icon: 'invoices' as const },
    },
  },
};
