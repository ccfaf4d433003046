import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/account-registration`: the public form. Signed-in users are redirected to the dashboard. */
export const accountRegistrationRoute = {
  path: '/account-registration',
  component: lazyPage(() => import('./account-registration-page.tsx'), 'AccountRegistrationPage'),
  staticData: { page: { title: () => MESSAGES.accountRegistration.title, access: 'public' } },
} as const;
