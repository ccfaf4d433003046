import { queryOptions } from '@tanstack/react-query';
import { listInvoices } from '@yardage/contract/invoices';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { INVOICES_MESSAGES } from '../invoices.messages.ts';

/** Refetch interval while the list contains a pending payment. */
const LIVE_MS = 10_000;

/** Query parameters of an invoice list. Without dates it covers all days. */
export type InvoicesRequest = ListRequest<typeof listInvoices>;

/** A page of invoices (API-24, INV-14). */
export function invoicesQuery(customer: CustomerKey, request: InvoicesRequest) {
  return endpointQuery(listInvoices, ofCustomer(customer, {}, request), { failureText: INVOICES_MESSAGES.listFailed });
}

/** Like `invoicesQuery`, but refetches while a payment is pending, so that its result appears without a reload. */
export function liveInvoicesQuery(customer: CustomerKey, request: InvoicesRequest) {
  return queryOptions({
    ...invoicesQuery(customer, request),
    refetchInterval: whileLive(({ items }) => items.some(({ paymentResult }) => paymentResult === PAYMENT_RESULTS.pending), LIVE_MS),
  });
}
