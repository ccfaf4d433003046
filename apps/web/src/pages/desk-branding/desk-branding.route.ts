import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/desk/branding`: name, logo, colours, texts and contact data (STF-05). */
export const deskBrandingRoute = {
  path: '/desk/branding' as const,
  component: lazyPage(() => import('./desk-branding-page.tsx'), 'DeskBrandingPage', 'desk'),
  staticData: {
    page: {
      title: () => MESSAGES.deskBranding.title,
      access: { desk: 'branding' as const },
      menu: { icon: 'brand' as const, group: 'portal' as const },
    },
  },
};
