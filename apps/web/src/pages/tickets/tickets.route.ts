import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readTicketsSearch } from './tickets-search.ts';

/** `/tickets`: the customer's delivery tickets. List state, filters and open dialogs are in the URL. */
export const ticketsRoute = {
  path: '/tickets' as const,
  component: lazyPage(() => import('./tickets-page.tsx'), 'TicketsPage'),
  ...inAddress(readTicketsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.tickets.title,
      access: [PERMISSIONS.TICKETS_VIEW] as const,
      menu: { icon: 'tickets' as const },
    },
  },
};
