import { lazyRouteComponent } from '@tanstack/react-router';

/** `/desk/branding`: name, logo, colours, texts and contact data (STF-05). */
export const deskBrandingRoute = {
  path: '/desk/branding' as const,
  component: lazyRouteComponent(() => import('./desk-branding-page.tsx'), 'DeskBrandingPage'),
  staticData: {
    page: {
      title: 'Branding',
      access: { desk: 'branding' as const },
      menu: { icon: 'brand' as const, group: 'portal' as const },
    },
  },
};
