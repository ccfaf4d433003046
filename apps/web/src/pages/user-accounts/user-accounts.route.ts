import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readUserAccountsSearch } from './user-accounts-search.ts';

/** `/user-accounts`: the users with access to the customer (SHL-07). */
export const userAccountsRoute = {
  path: '/user-accounts' as const,
  component: lazyRouteComponent(() => import('./user-accounts-page.tsx'), 'UserAccountsPage'),
  ...inAddress(readUserAccountsSearch),
  staticData: {
    page: {
      title: 'User Accounts',
      access: [PERMISSIONS.USER_ACCOUNTS_VIEW] as const,
      menu: { icon: 'people' as const, summary: 'Who has access to this account, and who asks for it' },
    },
  },
};
