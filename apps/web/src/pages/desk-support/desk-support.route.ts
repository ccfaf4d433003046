import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskSupportSearch } from './desk-support-search.ts';

/** `/desk/support`: customers' support requests, for staff to answer. */
export const deskSupportRoute = {
  path: '/desk/support' as const,
  component: lazyPage(() => import('./desk-support-page.tsx'), 'DeskSupportPage', 'desk'),
  ...inAddress(readDeskSupportSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskSupport.title,
      access: { desk: 'support' as const },
      menu: { icon: 'support' as const, group: 'requests' as const },
    },
  },
};
