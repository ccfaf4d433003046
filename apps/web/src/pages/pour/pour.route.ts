import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { inAddress } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';
import { readPourSearch } from './pour-search.ts';

/** `/orders/pour?order=`: the pour board of an order, also for a screen on the wall (POUR-03). */
export const pourRoute = {
  path: '/orders/pour' as const,
  component: lazyPage(() => import('./pour-page.tsx'), 'PourPage'),
  ...inAddress(readPourSearch),
  staticData: { page: { title: () => MESSAGES.pour.title, access: [PERMISSIONS.ORDERS_VIEW] as const } },
};
