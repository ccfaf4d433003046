import { queryOptions } from '@tanstack/react-query';
import { type ActiveTruck, getTruck } from '@yardage/contract/truck-tracking';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { logged, WITH_THE_POLL } from './refresh.ts';

/** Where the chosen truck is: when it is chosen, and with each poll (API-62, TRK-19). */
export function truckQuery(customer: CustomerKey, truck: Pick<ActiveTruck, 'truckId' | 'zonarAccount'> | undefined) {
  const { truckId = 0, zonarAccount } = truck ?? {};
  const args = ofCustomer(customer, { truckId }, zonarAccount ? { zonarAccount } : {});
  return queryOptions({
    queryKey: [getTruck.id, args] as const,
    queryFn: ({ signal }) => logged('The position of a truck could not be read.', api.call(getTruck, args, signal)),
    enabled: truck !== undefined,
    ...WITH_THE_POLL,
    // Choosing a truck asks at once, however new the last answer is.
    staleTime: 0,
  });
}
