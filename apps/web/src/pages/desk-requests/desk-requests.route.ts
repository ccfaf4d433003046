import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readRequestsSearch } from '../requests/requests-search.ts';

/** `/desk/requests`: what customers ask dispatch for, with the load of the plants (REQ-05). */
export const deskRequestsRoute = {
  path: '/desk/requests' as const,
  component: lazyPage(() => import('./desk-requests-page.tsx'), 'DeskRequestsPage', 'desk'),
  ...inAddress(readRequestsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskRequests.title,
      access: { desk: 'requests' as const },
      menu: { icon: 'orders' as const, group: 'requests' as const },
    },
  },
};
