import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readQuotesSearch } from './quotes-search.ts';

/** `/quotes`: the customer's quotes. List state, filters and open dialogs are in the URL. */
export const quotesRoute = {
  path: '/quotes' as const,
  component: lazyPage(() => import('./quotes-page.tsx'), 'QuotesPage'),
  ...inAddress(readQuotesSearch),
  staticData: {
    page: {
      title: () => MESSAGES.quotes.title,
      access: [PERMISSIONS.QUOTES_VIEW] as const,
      menu: { icon: 'quotes' as const },
    },
  },
};
