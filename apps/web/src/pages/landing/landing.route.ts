import { lazyRouteComponent } from '@tanstack/react-router';

/** `/`: the brand and the way in. */
export const landingRoute = {
  path: '/',
  component: lazyRouteComponent(() => import('./landing-page.tsx'), 'LandingPage'),
  staticData: { page: { title: '', access: 'public' } },
} as const;
