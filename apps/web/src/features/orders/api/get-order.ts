import { queryOptions } from '@tanstack/react-query';
import { getOrder } from '@yardage/contract/orders';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofDataset } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { isBeingDelivered } from '../delivery.ts';
import { ORDER_DETAIL_MESSAGES } from '../order-detail.messages.ts';

/** Trucks report about three times a minute. */
const REFRESH_MS = 20_000;

/** One order with its tickets (API-05, ORD-28). */
export function orderQuery(customer: DatasetKey, orderId: number) {
  return endpointQuery(getOrder, ofDataset(customer, { orderId }), { failureText: ORDER_DETAIL_MESSAGES.detailFailed });
}

/** Like `orderQuery`, but refetches while the order is being delivered. */
export function liveOrderQuery(customer: DatasetKey, orderId: number) {
  return queryOptions({
    ...orderQuery(customer, orderId),
    refetchInterval: whileLive(isBeingDelivered, REFRESH_MS),
  });
}
