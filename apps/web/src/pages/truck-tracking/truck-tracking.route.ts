import { lazyRouteComponent } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { readTruckTrackingSearch } from './truck-tracking-search.ts';

/** `/truck-tracking`: the customer's trucks on the map. The selected truck and the list's state are in the URL (SHL-07). */
export const truckTrackingRoute = {
  path: '/truck-tracking' as const,
  component: lazyRouteComponent(() => import('./truck-tracking-page.tsx'), 'TruckTrackingPage'),
  ...inAddress(readTruckTrackingSearch),
  staticData: {
    page: {
      title: 'Truck Tracking',
      access: [PERMISSIONS.TRUCK_TRACKING_VIEW] as const,
      menu: { icon: 'tracking' as const, summary: 'Trucks on the road, and when they arrive' },
    },
  },
};
