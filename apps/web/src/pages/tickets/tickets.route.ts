import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readTicketsSearch } from './tickets-search.ts';

/** `/tickets`: the customer's delivery tickets. List state, filters and open dialogs are in the URL. */
export const ticketsRoute = {
  path: '/tickets' as const,
  component: lazyRouteComponent(() => import('./tickets-page.tsx'), 'TicketsPage'),
  ...inAddress(readTicketsSearch),
  staticData: {
    page: {
      title: 'Tickets',
      access: [PERMISSIONS.TICKETS_VIEW] as const,
      menu: { icon: 'tickets' as const, summary: 'Delivery tickets, to read, download and mail' },
    },
  },
};
