import { queryOptions } from '@tanstack/react-query';
import { listCartHistory } from '@yardage/contract/payments';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { PAYMENTS_MESSAGES } from '../payments.messages.ts';

/** Refetch interval while the list contains a pending payment. */
const LIVE_MS = 10_000;

/** Query parameters of the payment history. */
export type PaymentHistoryRequest = ListRequest<typeof listCartHistory>;

/** Loads one page of payments (API-35, HIS-05). */
export function paymentHistoryQuery(customer: CustomerKey, request: PaymentHistoryRequest) {
  return endpointQuery(listCartHistory, ofCustomer(customer, {}, request), { failureText: PAYMENTS_MESSAGES.listFailed });
}

/** Same as paymentHistoryQuery, but refetches while a payment is pending, so its outcome appears without a reload. */
export function livePaymentHistoryQuery(customer: CustomerKey, request: PaymentHistoryRequest) {
  return queryOptions({
    ...paymentHistoryQuery(customer, request),
    refetchInterval: whileLive(({ items }) => items.some(({ paymentResult }) => paymentResult === PAYMENT_RESULTS.pending), LIVE_MS),
  });
}
