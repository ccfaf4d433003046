import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readStatementsSearch } from './statements-search.ts';

/** `/statements`: the customer's statements. List state, filters and open dialogs are in the URL. */
export const statementsRoute = {
  path: '/statements' as const,
  component: lazyPage(() => import('./statements-page.tsx'), 'StatementsPage'),
  ...inAddress(readStatementsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.statements.title,
      access: [PERMISSIONS.STATEMENTS_VIEW] as const,
      menu: { icon: 'statements' as const, summary: () => MESSAGES.statements.summary },
    },
  },
};
