import { lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { type QuotesAddress, type QuotesSearch, readQuotesSearch, STANDARD_QUOTES_SEARCH } from './quotes-search.ts';

/** `/quotes`: the customer's quotes; list, filters and what stands open are in the address. */
export const quotesRoute = {
  path: '/quotes' as const,
  component: lazyRouteComponent(() => import('./quotes-page.tsx'), 'QuotesPage'),
  validateSearch: (search: QuotesAddress): QuotesSearch => readQuotesSearch(search),
  search: { middlewares: [stripSearchParams<QuotesSearch, unknown, Partial<QuotesSearch>>(STANDARD_QUOTES_SEARCH)] },
  staticData: {
    page: {
      title: 'Quotes',
      access: [PERMISSIONS.QUOTES_VIEW] as const,
      menu: { icon: 'quotes' as const, summary: 'Prices agreed, and how long they hold' },
    },
  },
};
