import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/registration-success`: thanks the user and links to the sign-in (REG-22). */
export const registrationSuccessRoute = {
  path: '/registration-success',
  component: lazyPage(() => import('./registration-success-page.tsx'), 'RegistrationSuccessPage'),
  staticData: { page: { title: () => MESSAGES.registrationSuccess.title, access: 'public' } },
} as const;
