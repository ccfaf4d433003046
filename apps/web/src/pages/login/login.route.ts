import { lazyRouteComponent } from '@tanstack/react-router';

/** `/login`: starts the sign-in immediately (SHL-08). */
export const loginRoute = {
  path: '/login',
  component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
  staticData: { page: { title: 'Sign in', access: 'public' } },
} as const;
