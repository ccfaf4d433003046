import { getToday } from '@yardage/contract/dashboard';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** So often what is of today is asked for. */
export const DAY_REFRESH_MS = 60_000;

/** The day's orders and trucks, asked for again every minute; a tile says itself when they are missing. */
export function todayQuery(customer: CustomerKey) {
  return { ...endpointQuery(getToday, ofCustomer(customer), { isSilent: true }), refetchInterval: DAY_REFRESH_MS };
}
