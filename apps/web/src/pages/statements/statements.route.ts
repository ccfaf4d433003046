import { STATEMENT_SORT_KEYS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { day, inAddress, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';

const MAX_DOCUMENT_NUMBER_LENGTH = 40;

/** Reads the page's state from the URL. Invalid values become the default. */
const readStatementsSearch = searchParams({
  ...tableParams(STATEMENT_SORT_KEYS),
  /** The date of the statement whose details are open. */
  statement: day(),
  pdf: day(),
  invoice: text(MAX_DOCUMENT_NUMBER_LENGTH),
});

import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/statements`: the customer's statements. List state, filters and open dialogs are in the URL. */
export const statementsRoute = {
  path: '/statements' as const,
  component: lazyPage(() => import('./statements-page.tsx'), 'StatementsPage'),
  ...inAddress(readStatementsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.statements.title,
      access: [PERMISSIONS.STATEMENTS_VIEW] as const,
      menu: { icon: 'statements' as const },
    },
  },
};
