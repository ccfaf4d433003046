import { lazyRouteComponent } from '@tanstack/react-router';

/** `/registration-success`: thanks the user and links to the sign-in (REG-22). */
export const registrationSuccessRoute = {
  path: '/registration-success',
  component: lazyRouteComponent(() => import('./registration-success-page.tsx'), 'RegistrationSuccessPage'),
  staticData: { page: { title: 'Thank you', access: 'public' } },
} as const;
