import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readCreditsSearch } from './credits-search.ts';

/** `/credits`: the customer's credit memos. List state, filters and open dialogs are in the URL. */
export const creditsRoute = {
  path: '/credits' as const,
  component: lazyPage(() => import('./credits-page.tsx'), 'CreditsPage'),
  ...inAddress(readCreditsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.credits.title,
      access: [PERMISSIONS.INVOICES_VIEW] as const,
      menu: { icon: 'document' as const },
    },
  },
};
