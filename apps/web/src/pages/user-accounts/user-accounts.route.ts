import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readUserAccountsSearch } from './user-accounts-search.ts';

/** `/user-accounts`: the users with access to the customer (SHL-07). */
export const userAccountsRoute = {
  path: '/user-accounts' as const,
  component: lazyPage(() => import('./user-accounts-page.tsx'), 'UserAccountsPage'),
  ...inAddress(readUserAccountsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.userAccounts.title,
      access: [PERMISSIONS.USER_ACCOUNTS_VIEW] as const,
      menu: { icon: 'people' as const },
    },
  },
};
