import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskDisputesSearch } from './desk-disputes-search.ts';

/** `/desk/disputes`: disputed lines of invoices, for the credit desk to answer (APY-03). */
export const deskDisputesRoute = {
  path: '/desk/disputes' as const,
  component: lazyPage(() => import('./desk-disputes-page.tsx'), 'DeskDisputesPage', 'desk'),
  ...inAddress(readDeskDisputesSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskDisputes.title,
      access: { desk: 'disputes' as const },
      menu: { icon: 'alert' as const, group: 'accounts' as const },
    },
  },
};
