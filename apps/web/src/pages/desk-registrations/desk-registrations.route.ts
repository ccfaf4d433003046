import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readDeskRegistrationsSearch } from './desk-registrations-search.ts';

/** `/desk/registrations`: requests that only the supplier can decide (REG-23). */
export const deskRegistrationsRoute = {
  path: '/desk/registrations' as const,
  component: lazyPage(() => import('./desk-registrations-page.tsx'), 'DeskRegistrationsPage', 'desk'),
  ...inAddress(readDeskRegistrationsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.deskRegistrations.title,
      access: { desk: 'registrations' as const },
      menu: { icon: 'registrations' as const, group: 'requests' as const },
    },
  },
};
