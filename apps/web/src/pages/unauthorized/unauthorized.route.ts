import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/unauthorized`: shown if the user lacks the permission for a page (SHL-03). */
export const unauthorizedRoute = {
  path: '/unauthorized',
  component: lazyPage(() => import('./unauthorized-page.tsx'), 'UnauthorizedPage'),
  staticData: { page: { title: () => MESSAGES.unauthorized.title, access: 'public' } },
} as const;
