import { getTodaysDeliveries } from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { DAY_REFRESH_MS } from './get-today.ts';

/** The day's deliveries and their next trucks, asked for again every minute; the card says itself when they are missing. */
export function todaysDeliveriesQuery(customer: CustomerKey) {
  return { ...endpointQuery(getTodaysDeliveries, ofCustomer(customer), { isSilent: true }), refetchInterval: DAY_REFRESH_MS };
}
