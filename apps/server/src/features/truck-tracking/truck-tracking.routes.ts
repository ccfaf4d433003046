import { getEta, getRoute, getTruck, listActiveTrucks, listPositions } from '@yardage/contract/truck-tracking';
import type { Area } from '#server/features/area';
import { truckTrackingService } from './truck-tracking.service.ts';

/** Routes of API-61 to API-64, and of the poll of an open board. */
export const truckTrackingArea: Area = (bind, services) => {
  const tracking = truckTrackingService(services);
  bind(listActiveTrucks, ({ scope }) => tracking.activeTrucks(scope));
  bind(listPositions, ({ scope }) => tracking.positions(scope));
  bind(getTruck, ({ scope, params, query }) => tracking.position(scope, params.truckId, query.zonarAccount));
  bind(getEta, ({ scope, query }) => tracking.eta(scope, query));
  bind(getRoute, ({ scope, query }) => tracking.route(scope, query));
};
