import { queryOptions } from '@tanstack/react-query';
import { type ActiveTruck, getEta, getRoute, getTruck, listActiveTrucks, listPositions } from '@yardage/contract/truck-tracking';
import { MINUTE_MS, SECOND_MS } from '@yardage/domain/durations';
import { isComing } from '@yardage/domain/truck-board';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { Cancelled, SessionLost } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import { endpointQuery, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { jobPlace, truckPlace } from './places.ts';
import { TRUCK_TRACKING_MESSAGES } from './truck-tracking.messages.ts';

/** Loads the customer's active trucks (API-61, TRK-14, TRK-20). */
export function activeTrucksQuery(customer: CustomerKey) {
  return {
    ...endpointQuery(listActiveTrucks, ofCustomer(customer), { failureText: TRUCK_TRACKING_MESSAGES.listFailed }),
    staleTime: LIST_MS,
    refetchInterval: LIST_MS,
  };
}

/** Loads the ETA of the selected truck while it is on its way (API-63, TRK-09, TRK-13, TRK-19). */
export function etaQuery(customer: CustomerKey, truck: ActiveTruck | undefined) {
  return queryOptions({
    // Keyed by ticket and not by the request: the truck's position changes with every poll and would cause a request each time.
    queryKey: [getEta.id, ofCustomer(customer).query, truck?.ticketId] as const,
    queryFn: ({ signal }) =>
      logged('An expected arrival could not be calculated.', api.call(getEta, ofCustomer(customer, {}, questionOf(truck)), { signal })),
    enabled: truck !== undefined && isComing(truck.ticketStatusId),
    ...RARELY,
  });
}

function questionOf(truck: ActiveTruck | undefined) {
  if (!truck) throw new Error('No truck is chosen.');
  return {
    jobId: truck.jobId,
    truckId: truck.truckId,
    jobAddress: truck.jobAddress,
    plantLatitude: truck.plantLat,
    plantLongitude: truck.plantLong,
    ...(truck.jobLat !== null && { jobLatitude: truck.jobLat }),
    ...(truck.jobLong !== null && { jobLongitude: truck.jobLong }),
    ...(truck.position && { truckLatitude: truck.position.latitude, truckLongitude: truck.position.longitude }),
  };
}

/** Polls status, position and ETA of all trucks every 20 seconds (TRK-12, TRK-19). The list counts as the first poll. */
export function positionsQuery(customer: CustomerKey, listUpdatedAtMs: number) {
  const args = ofCustomer(customer);
  return queryOptions({
    // The key changes once the list is loaded. Otherwise the initial data would keep timestamp 0 and be refetched at once.
    queryKey: [listPositions.id, args, listUpdatedAtMs > 0] as const,
    queryFn: ({ signal }) => logged('The positions of the trucks could not be read.', api.call(listPositions, args, { signal })),
    initialData: { trucks: [] },
    initialDataUpdatedAt: listUpdatedAtMs,
    enabled: listUpdatedAtMs > 0,
    ...WITH_THE_POLL,
  });
}

/** Loads the selected truck's route to its job while it is on its way (API-64, TRK-09). */
export function routeQuery(customer: CustomerKey, truck: ActiveTruck | undefined) {
  const to = truck ? jobPlace(truck) : null;
  const from = truck ? truckPlace(truck) : null;
  return queryOptions({
    queryKey: [getRoute.id, ofCustomer(customer).query, truck?.ticketId] as const,
    queryFn: ({ signal }) => {
      if (!from || !to) throw new Error('The route has no start or no end.');
      const ends = { fromLatitude: from.latitude, fromLongitude: from.longitude, toLatitude: to.latitude, toLongitude: to.longitude };
      const { query } = ofCustomer(customer, {}, ends);
      return logged('The route of a truck could not be read.', api.call(getRoute, { query }, { signal }));
    },
    enabled: truck !== undefined && isComing(truck.ticketStatusId) && from !== null && to !== null,
    ...RARELY,
    // The server has no route until its router has answered.
    refetchInterval: ({ state }) => (state.data === undefined ? POSITIONS_MS : ETA_MS),
  });
}

/** Loads the selected truck's position: when it is selected and with each poll (API-62, TRK-19). */
export function truckQuery(customer: CustomerKey, truck: Pick<ActiveTruck, 'truckId' | 'zonarAccount'> | undefined) {
  const { truckId = 0, zonarAccount } = truck ?? {};
  const args = ofCustomer(customer, { truckId }, zonarAccount ? { zonarAccount } : {});
  return queryOptions({
    queryKey: [getTruck.id, args] as const,
    queryFn: ({ signal }) => logged('The position of a truck could not be read.', api.call(getTruck, args, { signal })),
    enabled: truck !== undefined,
    ...WITH_THE_POLL,
    // Selecting a truck refetches at once, however recent the cached response is.
    staleTime: 0,
  });
}

/** Polling interval of the positions (TRK-12). */
const POSITIONS_MS = 20 * SECOND_MS;
/** Minimum interval between requests for a truck's ETA and route (TRK-13). */
const ETA_MS = 5 * MINUTE_MS;
/** Refetch interval of the list of active trucks (TRK-14). */
const LIST_MS = 15 * MINUTE_MS;

/** Logs a failure and rethrows it. The page keeps the last known data (TRK-19). */
async function logged<Result>(what: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof Cancelled || cause instanceof SessionLost)) logFailure(what, cause);
    throw cause;
  }
}

interface Known {
  state: { dataUpdatedAt: number; errorUpdatedAt: number };
}

/** Refetches what is old, for React Query. A failed request waits as long as a successful one. */
const refetchIfOld = ({ state }: Known): false | 'always' =>
  Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= ETA_MS ? 'always' : false;

/** Query options for at most one request every five minutes, however often the truck is selected. Pauses while the tab is hidden. */
const RARELY = {
  staleTime: ETA_MS,
  gcTime: 2 * ETA_MS,
  refetchInterval: ETA_MS,
  refetchOnMount: refetchIfOld,
  refetchOnWindowFocus: refetchIfOld,
  retryOnMount: false,
  retry: false,
  meta: { isSilent: true },
} as const;

/** Query options for polled data: refetched at the polling interval, and at once when the tab becomes visible. */
const WITH_THE_POLL = {
  staleTime: POSITIONS_MS,
  refetchInterval: POSITIONS_MS,
  refetchOnWindowFocus: 'always',
  retry: false,
  meta: { isSilent: true },
} as const;
