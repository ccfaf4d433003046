import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/login`: starts the sign-in immediately (SHL-08). */
export const loginRoute = {
  path: '/login',
  component: lazyPage(() => import('./login-page.tsx'), 'LoginPage', 'start'),
  staticData: { page: { title: () => MESSAGES.login.title, access: 'public' } },
} as const;
