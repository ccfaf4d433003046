import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getOrder, getOrderPdf, listOrders, type OrderRow, sendOrderEmail } from '@yardage/contract/orders';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { api } from '#web/lib/api.ts';
import type { CustomerKey, DatasetKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer, ofDataset, whileLive } from '#web/lib/query/endpoint-query.ts';
import type { QueryMeta } from '#web/lib/query/query-client.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import { isBeingDelivered } from './delivery.ts';
import { ORDER_DETAIL_MESSAGES } from './order-detail.messages.ts';
import { ORDERS_MESSAGES } from './orders.messages.ts';

/** The order confirmation PDF (API-06). It is silent because the viewer shows the error itself. */
export function orderPdfQuery(customer: DatasetKey, orderId: number) {
  return endpointQuery(getOrderPdf, ofDataset(customer, { orderId }), { isSilent: true });
}

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

/** Query parameters of an order list. */
export type OrderListParams = ListParams<typeof listOrders>;

/** A page of orders (API-04, ORD-28). */
export function ordersQuery(customer: CustomerKey, request: OrderListParams) {
  return endpointQuery(listOrders, ofCustomer(customer, {}, request), { failureText: ORDERS_MESSAGES.listFailed });
}

/** Whether the order is being delivered, so that its quantities change without user action. */
export function hasTrucksUnderWay({ orderStatusId, inTransitQty }: Pick<OrderRow, 'orderStatusId' | 'inTransitQty'>): boolean {
  return orderStatusId === ORDER_STATUS.shipping || inTransitQty > 0;
}

/** Like `ordersQuery`, but keeps the previous rows while loading and refetches while one of the orders is being delivered. */
export function liveOrdersQuery(customer: CustomerKey, request: OrderListParams, meta: QueryMeta) {
  const query = ordersQuery(customer, request);
  return {
    ...query,
    meta: { ...query.meta, ...meta },
    placeholderData: keepPreviousData,
    refetchInterval: whileLive(({ items }: { items: OrderRow[] }) => items.some(hasTrucksUnderWay), REFRESH_MS),
  };
}

/** Mails the order confirmation (API-07). */
export function mailOrder(customer: DatasetKey, orderId: number, body: MailBody, attempt: Attempt) {
  return api.call(sendOrderEmail, { ...ofDataset(customer, { orderId }), body }, { attempt });
}
