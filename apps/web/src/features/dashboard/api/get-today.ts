import { getToday } from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Refetch interval of today's data. */
export const DAY_REFRESH_MS = 60_000;

/** Today's orders and trucks, refetched every minute. It is silent because the tiles show the error themselves. */
export function todayQuery(customer: CustomerKey) {
  return { ...endpointQuery(getToday, ofCustomer(customer), { isSilent: true }), refetchInterval: DAY_REFRESH_MS };
}
