import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/accounts`: all customer numbers of the user side by side (APY-11). The customer selector leads here. */
export const accountsRoute = {
  path: '/accounts',
  component: lazyPage(() => import('./accounts-page.tsx'), 'AccountsPage'),
  staticData: { page: { title: () => MESSAGES.accounts.title, access: 'signed-in' } },
} as const;
