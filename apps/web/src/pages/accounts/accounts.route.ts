import { lazyRouteComponent } from '@tanstack/react-router';

/** `/accounts`: all customer numbers of the user side by side (APY-11). The customer selector leads here. */
export const accountsRoute = {
  path: '/accounts',
  component: lazyRouteComponent(() => import('./accounts-page.tsx'), 'AccountsPage'),
  staticData: { page: { title: 'All accounts', access: 'signed-in' } },
} as const;
