import { queryOptions } from '@tanstack/react-query';
import { listPositions } from '@yardage/contract/truck-tracking';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { logged, WITH_THE_POLL } from './refresh.ts';

/** Status, position and expected arrival of the whole board, every 20 seconds (TRK-12, TRK-19); the list was as new when it came. */
export function positionsQuery(customer: CustomerKey, listUpdatedAtMs: number) {
  const args = ofCustomer(customer);
  return queryOptions({
    // Known once the list is: what is taken for new before that would be asked for at once.
    queryKey: [listPositions.id, args, listUpdatedAtMs > 0] as const,
    queryFn: ({ signal }) => logged('The positions of the trucks could not be read.', api.call(listPositions, args, signal)),
    initialData: { trucks: [] },
    initialDataUpdatedAt: listUpdatedAtMs,
    enabled: listUpdatedAtMs > 0,
    ...WITH_THE_POLL,
  });
}
