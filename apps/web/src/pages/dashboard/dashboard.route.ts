import { lazyRouteComponent } from '@tanstack/react-router';

/** `/dashboard`: where everyone signed in begins. */
export const dashboardRoute = {
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  staticData: { page: { title: 'Dashboard', access: 'signed-in', menu: { icon: 'dashboard', summary: 'Your account at a glance' } } },
} as const;
