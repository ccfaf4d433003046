import { keepPreviousData } from '@tanstack/react-query';
import { listOrders, type OrderRow } from '@yardage/contract/orders';
import { ORDER_STATUS } from '@yardage/domain/orders';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { ORDERS_MESSAGES } from '../orders.messages.ts';

const LIVE_MS = 20_000;

/** What an orders list is asked for. */
export type OrdersRequest = ListRequest<typeof listOrders>;

/** A page of orders (API-04, ORD-28). */
export function ordersQuery(customer: CustomerKey, request: OrdersRequest) {
  return endpointQuery(listOrders, ofCustomer(customer, {}, request), { failureText: ORDERS_MESSAGES.listFailed });
}

/** Whether trucks are under way to an order, so that its figures change by themselves. */
export function hasTrucksUnderWay({ orderStatusId, inTransitQty }: Pick<OrderRow, 'orderStatusId' | 'inTransitQty'>): boolean {
  return orderStatusId === ORDER_STATUS.shipping || inTransitQty > 0;
}

/** The same page on a screen: the rows before stay until the new ones come, and it refreshes itself while one is being delivered. */
export function liveOrdersQuery(customer: CustomerKey, request: OrdersRequest) {
  return {
    ...ordersQuery(customer, request),
    placeholderData: keepPreviousData,
    refetchInterval: whileLive(({ items }: { items: OrderRow[] }) => items.some(hasTrucksUnderWay), LIVE_MS),
  };
}
