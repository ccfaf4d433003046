import { queryOptions } from '@tanstack/react-query';
import { type ActiveTruck, getEta } from '@yardage/contract/truck-tracking';
import { isComing } from '@yardage/domain/truck-board';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { logged, RARELY } from './refresh.ts';

/** Loads the ETA of the selected truck while it is on its way (API-63, TRK-09, TRK-13, TRK-19). */
export function etaQuery(customer: CustomerKey, truck: ActiveTruck | undefined) {
  return queryOptions({
    // Keyed by ticket and not by the request: the truck's position changes with every poll and would cause a request each time.
    queryKey: [getEta.id, ofCustomer(customer).query, truck?.ticketId] as const,
    queryFn: ({ signal }) =>
      logged('An expected arrival could not be calculated.', api.call(getEta, ofCustomer(customer, {}, questionOf(truck)), signal)),
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
