import { lazyPage } from '#web/lib/language/lazy-page.tsx';

/** `/`: the landing page with brand and sign-in. */
export const landingRoute = {
  path: '/',
  component: lazyPage(() => import('./landing-page.tsx'), 'LandingPage', 'start'),
  staticData: { page: { title: () => '', access: 'public' } },
} as const;
