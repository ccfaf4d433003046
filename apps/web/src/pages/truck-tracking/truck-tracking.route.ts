import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readTruckTrackingSearch } from './truck-tracking-search.ts';

/** `/truck-tracking`: the customer's trucks on the map. The selected truck and the list's state are in the URL (SHL-07). */
export const truckTrackingRoute = {
  path: '/truck-tracking' as const,
  component: lazyPage(() => import('./truck-tracking-page.tsx'), 'TruckTrackingPage'),
  ...inAddress(readTruckTrackingSearch),
  staticData: {
    page: {
      title: () => MESSAGES.truckTracking.title,
      access: [PERMISSIONS.TRUCK_TRACKING_VIEW] as const,
      menu: { icon: 'tracking' as const },
    },
  },
};
