import { lazyRouteComponent } from '@tanstack/react-router';

/** `/`: the landing page with brand and sign-in. */
export const landingRoute = {
  path: '/',
  component: lazyRouteComponent(() => import('./landing-page.tsx'), 'LandingPage'),
  staticData: { page: { title: '', access: 'public' } },
} as const;
