import { queryOptions } from '@tanstack/react-query';
import { listPositions } from '@yardage/contract/truck-tracking';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { logged, WITH_THE_POLL } from './refresh.ts';

/** Polls status, position and ETA of all trucks every 20 seconds (TRK-12, TRK-19). The list counts as the first poll. */
export function positionsQuery(customer: CustomerKey, listUpdatedAtMs: number) {
  const args = ofCustomer(customer);
  return queryOptions({
    // The key changes once the list is loaded. Otherwise the initial data would keep timestamp 0 and be refetched at once.
    queryKey: [listPositions.id, args, listUpdatedAtMs > 0] as const,
    queryFn: ({ signal }) => logged('The positions of the trucks could not be read.', api.call(listPositions, args, signal)),
    initialData: { trucks: [] },
    initialDataUpdatedAt: listUpdatedAtMs,
    enabled: listUpdatedAtMs > 0,
    ...WITH_THE_POLL,
  });
}
