import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readStatementsSearch } from './statements-search.ts';

/** `/statements`: the customer's statements. List state, filters and open dialogs are in the URL. */
export const statementsRoute = {
  path: '/statements' as const,
  component: lazyRouteComponent(() => import('./statements-page.tsx'), 'StatementsPage'),
  ...inAddress(readStatementsSearch),
  staticData: {
    page: {
      title: 'Statements',
      access: [PERMISSIONS.STATEMENTS_VIEW] as const,
      menu: { icon: 'statements' as const, summary: 'What was open at the end of each month' },
    },
  },
};
