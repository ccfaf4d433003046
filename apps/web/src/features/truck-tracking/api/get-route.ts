import { queryOptions } from '@tanstack/react-query';
import { type ActiveTruck, getRoute } from '@yardage/contract/truck-tracking';
import { isComing } from '@yardage/domain/truck-board';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { jobPlace, truckPlace } from '../places.ts';
import { logged, RARELY } from './refresh.ts';

/** Loads the selected truck's route to its job while it is on its way (API-64, TRK-09). */
export function routeQuery(customer: CustomerKey, truck: ActiveTruck | undefined) {
  const to = truck ? jobPlace(truck) : null;
  const from = truck ? truckPlace(truck) : null;
  return queryOptions({
    queryKey: [getRoute.id, ofCustomer(customer).query, truck?.ticketId] as const,
    queryFn: ({ signal }) => {
      if (!from || !to) throw new Error('The way has no beginning or no end.');
      const ends = { fromLatitude: from.latitude, fromLongitude: from.longitude, toLatitude: to.latitude, toLongitude: to.longitude };
      const { query } = ofCustomer(customer, {}, ends);
      return logged('The way of a truck could not be read.', api.call(getRoute, { query }, signal));
    },
    enabled: truck !== undefined && isComing(truck.ticketStatusId) && from !== null && to !== null,
    ...RARELY,
  });
}
