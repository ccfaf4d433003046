import { lazyRouteComponent } from '@tanstack/react-router';
import { inAddress } from '#web/lib/navigation/in-address.ts';
import { readDeskRegistrationsSearch } from './desk-registrations-search.ts';

/** `/desk/registrations`: requests that only the supplier can decide (REG-23). */
export const deskRegistrationsRoute = {
  path: '/desk/registrations' as const,
  component: lazyRouteComponent(() => import('./desk-registrations-page.tsx'), 'DeskRegistrationsPage'),
  ...inAddress(readDeskRegistrationsSearch),
  staticData: {
    page: {
      title: 'Registrations',
      access: { desk: 'registrations' as const },
      menu: { icon: 'registrations' as const, group: 'requests' as const, summary: 'Requests that no customer can decide' },
    },
  },
};
