import { listActiveTrucks } from '@yardage/contract/truck-tracking';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { TRUCK_TRACKING_MESSAGES } from '../truck-tracking.messages.ts';
import { LIST_MS } from './refresh.ts';

/** Loads the customer's active trucks (API-61, TRK-14, TRK-20). */
export function activeTrucksQuery(customer: CustomerKey) {
  return {
    ...endpointQuery(listActiveTrucks, ofCustomer(customer), { failureText: TRUCK_TRACKING_MESSAGES.listFailed }),
    staleTime: LIST_MS,
    refetchInterval: LIST_MS,
  };
}
