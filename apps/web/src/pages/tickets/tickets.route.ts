import { lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { readTicketsSearch, STANDARD_TICKETS_SEARCH, type TicketsAddress, type TicketsSearch } from './tickets-search.ts';

/** `/tickets`: the customer's delivery tickets; list, filters and what stands open are in the address. */
export const ticketsRoute = {
  path: '/tickets' as const,
  component: lazyRouteComponent(() => import('./tickets-page.tsx'), 'TicketsPage'),
  validateSearch: (search: TicketsAddress): TicketsSearch => readTicketsSearch(search),
  search: { middlewares: [stripSearchParams<TicketsSearch, unknown, Partial<TicketsSearch>>(STANDARD_TICKETS_SEARCH)] },
  staticData: {
    page: {
      title: 'Tickets',
      access: [PERMISSIONS.TICKETS_VIEW] as const,
      menu: { icon: 'tickets' as const, summary: 'Delivery tickets, to read, download and mail' },
    },
  },
};
