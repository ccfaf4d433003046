import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readRequestsSearch } from './requests-search.ts';

/** `/requests`: pours and changes of orders that the customer asked dispatch for (REQ-01, REQ-02). */
export const requestsRoute = {
  path: '/requests' as const,
  component: lazyPage(() => import('./requests-page.tsx'), 'RequestsPage'),
  ...inAddress(readRequestsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.requests.title,
      access: [PERMISSIONS.ORDERS_REQUEST] as const,
      menu: { icon: 'document' as const },
    },
  },
};
