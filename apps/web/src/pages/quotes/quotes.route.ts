import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readQuotesSearch } from './quotes-search.ts';

/** `/quotes`: the customer's quotes. List state, filters and open dialogs are in the URL. */
export const quotesRoute = {
  path: '/quotes' as const,
  component: lazyRouteComponent(() => import('./quotes-page.tsx'), 'QuotesPage'),
  ...inAddress(readQuotesSearch),
  staticData: {
    page: {
      title: 'Quotes',
      access: [PERMISSIONS.QUOTES_VIEW] as const,
      menu: { icon: 'quotes' as const, summary: 'Prices agreed, and how long they hold' },
    },
  },
};
