import { getTodaysDeliveries } from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { DAY_REFRESH_MS } from './get-today.ts';

/** Today's deliveries and their next trucks, refetched every minute. It is silent because the card shows the error itself. */
export function todaysDeliveriesQuery(customer: CustomerKey) {
  return { ...endpointQuery(getTodaysDeliveries, ofCustomer(customer), { isSilent: true }), refetchInterval: DAY_REFRESH_MS };
}
