import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress, recordId, searchParams } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

/** `/desk/arrivals`: how well arrival times were predicted (POUR-04). */
export const deskArrivalsRoute = {
  path: '/desk/arrivals' as const,
  component: lazyPage(() => import('./desk-arrivals-page.tsx'), 'DeskArrivalsPage', 'desk'),
  // Without a plant, all plants are shown together.
  ...inAddress(searchParams({ plant: recordId() })),
  staticData: {
    page: {
      title: () => MESSAGES.deskArrivals.title,
      access: { desk: 'arrival-accuracy' as const },
      menu: { icon: 'tracking' as const, group: 'requests' as const },
    },
  },
};
