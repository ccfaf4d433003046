import { queryOptions } from '@tanstack/react-query';
import { type ActiveTruck, getTruck } from '@yardage/contract/truck-tracking';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { logged, WITH_THE_POLL } from './refresh.ts';

/** Loads the selected truck's position: when it is selected and with each poll (API-62, TRK-19). */
export function truckQuery(customer: CustomerKey, truck: Pick<ActiveTruck, 'truckId' | 'zonarAccount'> | undefined) {
  const { truckId = 0, zonarAccount } = truck ?? {};
  const args = ofCustomer(customer, { truckId }, zonarAccount ? { zonarAccount } : {});
  return queryOptions({
    queryKey: [getTruck.id, args] as const,
    queryFn: ({ signal }) => logged('The position of a truck could not be read.', api.call(getTruck, args, signal)),
    enabled: truck !== undefined,
    ...WITH_THE_POLL,
    // Selecting a truck refetches at once, however recent the cached response is.
    staleTime: 0,
  });
}
