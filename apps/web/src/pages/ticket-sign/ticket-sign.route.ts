import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/tickets/sign?ticket=…`: signs for a load (SGN-01). A page of its own, so that it has a phone's whole screen. */
export const ticketSignRoute = {
  path: '/tickets/sign' as const,
  component: lazyPage(() => import('./ticket-sign-page.tsx'), 'TicketSignPage'),
  ...inAddress(searchParams({ ticket: recordId() })),
  staticData: { page: { title: () => MESSAGES.ticketSign.title, access: [PERMISSIONS.TICKETS_SIGN] as const } },
};
