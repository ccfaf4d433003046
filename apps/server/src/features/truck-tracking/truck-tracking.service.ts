import type { Answer, Input } from '@yardage/contract/endpoint';
import type { getEta, getRoute, getTruck, listActiveTrucks, listPositions } from '@yardage/contract/truck-tracking';
import { ETA_BELOW_STATUS } from '@yardage/domain/eta';
import { type Coordinate, distanceMeters, lineMeters, nearestOnLine } from '@yardage/domain/geo';
import { TICKET_STATUS } from '@yardage/domain/tickets';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import * as queries from './truck-tracking.queries.ts';

/** The position that a page knows may be some fixes old. */
const SAME_TRUCK_METERS = 5_000;
const SAME_JOB_METERS = 100;

/** The operations on the trucks of a customer's loads under way. */
export function truckTrackingService({ database, etas }: AreaServices) {
  return {
    async activeTrucks(scope: Scope): Promise<JsonText<Answer<typeof listActiveTrucks>>> {
      await etas.refreshSoon(scope.customerId);
      return new JsonText(await queries.listActiveTrucks(database, scope));
    },

    async positions(scope: Scope): Promise<JsonText<Answer<typeof listPositions>>> {
      // Not awaited: the next poll returns what it finds.
      void etas.refresh(scope.customerId);
      return new JsonText(await queries.listPositions(database, scope));
    },

    async position(scope: Scope, truckId: number, zonarAccount: string | undefined): Promise<JsonText<Answer<typeof getTruck>>> {
      return new JsonText(orNotFound(await queries.findPosition(database, scope, truckId, zonarAccount)));
    },

    async eta(scope: Scope, query: Input<typeof getEta>['query']): Promise<JsonText<Answer<typeof getEta>>> {
      const trucks = await queries.findTrucksOnTheWay(database, scope, query.jobId);
      const { truckId } = orNotFound(meantTruck(trucks, query));
      await etas.refreshSoon(scope.customerId);
      return new JsonText(orNotFound(await queries.findEta(database, scope, truckId)));
    },

    /**
     * Returns the rest of the route that the ETA was computed with, from where the caller last saw the truck. Arbitrary routes are not
     * offered.
     */
    async route(scope: Scope, query: Input<typeof getRoute>['query']): Promise<Answer<typeof getRoute>> {
      const from = { latitude: query.fromLatitude, longitude: query.fromLongitude };
      const to = { latitude: query.toLatitude, longitude: query.toLongitude };
      const truck = orNotFound(truckBetween(await queries.findTrucksOnTheWay(database, scope), from, to));
      await etas.refreshSoon(scope.customerId);
      // Until the router has answered there is no route to show; the page asks again.
      return rest(orNotFound(await queries.findRoute(database, scope, truck.truckId)), from);
    },
  };
}

/** Selects a truck of a job: the one named, else the one nearest to the given place, else the next to arrive. */
function meantTruck(trucks: readonly queries.TruckOnTheWay[], query: Input<typeof getEta>['query']): queries.TruckOnTheWay | undefined {
  if (query.truckId !== undefined) return trucks.find(({ truckId }) => truckId === query.truckId);
  const { truckLatitude: latitude, truckLongitude: longitude } = query;
  if (latitude === undefined || longitude === undefined) {
    return trucks.find((truck) => truck.statusId < ETA_BELOW_STATUS && isPlaced(truck)) ?? trucks[0];
  }
  return nearest(trucks, { latitude, longitude });
}

/** Returns the truck on its way to a job that is, or whose plant is, near the given place. */
function truckBetween(trucks: readonly queries.TruckOnTheWay[], from: Coordinate, to: Coordinate): queries.TruckOnTheWay | undefined {
  const bound = trucks.filter(
    ({ statusId, job }) => statusId < ETA_BELOW_STATUS && job && distanceMeters(placeOf(job), to) <= SAME_JOB_METERS,
  );
  const truck = nearest(bound, from);
  return truck && offFrom(truck, from) <= SAME_TRUCK_METERS ? truck : undefined;
}

function nearest(trucks: readonly queries.TruckOnTheWay[], place: Coordinate): queries.TruckOnTheWay | undefined {
  return trucks.filter(isPlaced).toSorted((a, b) => offFrom(a, place) - offFrom(b, place))[0];
}

/** Whether the place of a truck is known: one without a fix is at its plant until it leaves. */
function isPlaced({ fix, statusId }: queries.TruckOnTheWay): boolean {
  return fix !== null || statusId < TICKET_STATUS.toJob;
}

function offFrom({ fix, plant }: queries.TruckOnTheWay, place: Coordinate): number {
  return distanceMeters(placeOf(fix ?? plant), place);
}

/** Returns the rest of a route from a place on or near it. */
function rest({ points, distanceMeters: whole, durationSeconds }: queries.KeptRoute, from: Coordinate): Answer<typeof getRoute> {
  const line = points.map(placeOf);
  const left = [from, ...line.slice(Math.max(1, nearestOnLine(line, from).nextIndex))];
  const share = whole === 0 ? 1 : Math.min(1, lineMeters(left) / whole);
  return { points: left, distanceMeters: Math.round(whole * share), durationSeconds: Math.round(durationSeconds * share) };
}

const placeOf = ([latitude, longitude]: [number, number]): Coordinate => ({ latitude, longitude });
