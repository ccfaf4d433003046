import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readSupportSearch } from './support-search.ts';

/** `/support`: the customer's support requests to the supplier (SHL-07). */
export const supportRoute = {
  path: '/support' as const,
  component: lazyPage(() => import('./support-page.tsx'), 'SupportPage'),
  ...inAddress(readSupportSearch),
  staticData: {
    page: {
      title: () => MESSAGES.support.title,
      access: [PERMISSIONS.SUPPORT_VIEW] as const,
      menu: { icon: 'support' as const },
    },
  },
};
