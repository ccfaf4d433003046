import { queryOptions } from '@tanstack/react-query';
import { listInvoices } from '@yardage/contract/invoices';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { INVOICES_MESSAGES } from '../invoices.messages.ts';

/** A list with a payment under way asks again by itself. */
const LIVE_MS = 10_000;

/** What an invoices list is asked for; without days it is of any day. */
export type InvoicesRequest = ListRequest<typeof listInvoices>;

/** A page of invoices (API-24, INV-14). */
export function invoicesQuery(customer: CustomerKey, request: InvoicesRequest) {
  return endpointQuery(listInvoices, ofCustomer(customer, {}, request), { failureText: INVOICES_MESSAGES.listFailed });
}

/** The same, telling how a pending payment ended without a reload. */
export function liveInvoicesQuery(customer: CustomerKey, request: InvoicesRequest) {
  return queryOptions({
    ...invoicesQuery(customer, request),
    refetchInterval: whileLive(({ items }) => items.some(({ paymentResult }) => paymentResult === PAYMENT_RESULTS.pending), LIVE_MS),
  });
}
