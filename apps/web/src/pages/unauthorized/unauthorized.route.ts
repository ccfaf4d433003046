import { lazyRouteComponent } from '@tanstack/react-router';

/** `/unauthorized`: shown if the user lacks the permission for a page (SHL-03). */
export const unauthorizedRoute = {
  path: '/unauthorized',
  component: lazyRouteComponent(() => import('./unauthorized-page.tsx'), 'UnauthorizedPage'),
  staticData: { page: { title: 'Unauthorized Access', access: 'public' } },
} as const;
