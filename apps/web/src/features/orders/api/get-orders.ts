import { keepPreviousData } from '@tanstack/react-query';
import { listOrders, type OrderRow } from '@yardage/contract/orders';
import { ORDER_STATUS } from '@yardage/domain/orders';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { ORDERS_MESSAGES } from '../orders.messages.ts';

const LIVE_MS = 20_000;

/** Query parameters of an order list. */
export type OrdersRequest = ListRequest<typeof listOrders>;

/** A page of orders (API-04, ORD-28). */
export function ordersQuery(customer: CustomerKey, request: OrdersRequest) {
  return endpointQuery(listOrders, ofCustomer(customer, {}, request), { failureText: ORDERS_MESSAGES.listFailed });
}

/** Whether the order is being delivered, so that its quantities change without user action. */
export function hasTrucksUnderWay({ orderStatusId, inTransitQty }: Pick<OrderRow, 'orderStatusId' | 'inTransitQty'>): boolean {
  return orderStatusId === ORDER_STATUS.shipping || inTransitQty > 0;
}

/** Like `ordersQuery`, but keeps the previous rows while loading and refetches while one of the orders is being delivered. */
export function liveOrdersQuery(customer: CustomerKey, request: OrdersRequest) {
  return {
    ...ordersQuery(customer, request),
    placeholderData: keepPreviousData,
    refetchInterval: whileLive(({ items }: { items: OrderRow[] }) => items.some(hasTrucksUnderWay), LIVE_MS),
  };
}
