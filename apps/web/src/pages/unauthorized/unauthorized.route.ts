import { lazyRouteComponent } from '@tanstack/react-router';

/** `/unauthorized`: where a page without its permission leads (SHL-03). */
export const unauthorizedRoute = {
  path: '/unauthorized',
  component: lazyRouteComponent(() => import('./unauthorized-page.tsx'), 'UnauthorizedPage'),
  staticData: { page: { title: 'Unauthorized Access', access: 'public' } },
} as const;
