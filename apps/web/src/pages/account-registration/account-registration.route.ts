import { lazyRouteComponent } from '@tanstack/react-router';

/** `/account-registration`: the public form. Signed-in users are redirected to the dashboard. */
export const accountRegistrationRoute = {
  path: '/account-registration',
  component: lazyRouteComponent(() => import('./account-registration-page.tsx'), 'AccountRegistrationPage'),
  staticData: { page: { title: 'Account Registration', access: 'public' } },
} as const;
