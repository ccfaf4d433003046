import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readSupportSearch } from './support-search.ts';

/** `/support`: the customer's support requests to the supplier (SHL-07). */
export const supportRoute = {
  path: '/support' as const,
  component: lazyRouteComponent(() => import('./support-page.tsx'), 'SupportPage'),
  ...inAddress(readSupportSearch),
  staticData: {
    page: {
      title: 'Support',
      access: [PERMISSIONS.SUPPORT_VIEW] as const,
      menu: { icon: 'support' as const, summary: 'Questions and problems, and what became of them' },
    },
  },
};
