import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/dashboard`: the first page after sign-in. */
export const dashboardRoute = {
  path: '/dashboard',
  component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  staticData: {
    page: {
      title: () => MESSAGES.dashboard.title,
      access: 'signed-in',
      menu: { icon: 'dashboard' },
    },
  },
} as const;
