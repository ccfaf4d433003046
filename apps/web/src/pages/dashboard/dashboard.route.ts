import { lazyRouteComponent } from '@tanstack/react-router';

/** `/dashboard`: the first page after sign-in. */
export const dashboardRoute = {
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  staticData: { page: { title: 'Dashboard', access: 'signed-in', menu: { icon: 'dashboard', summary: 'Your account at a glance' } } },
} as const;
