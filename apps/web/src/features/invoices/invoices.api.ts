import { queryOptions } from '@tanstack/react-query';
import { getInvoice, getInvoicePdf, listInvoices, sendInvoiceEmail } from '@yardage/contract/invoices';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer, whileLive } from '#web/lib/query/endpoint-query.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import { INVOICES_MESSAGES } from './invoices.messages.ts';

/** The invoice's PDF (API-26, API-28, INV-15). */
export function invoicePdfQuery(customer: CustomerKey, documentNumber: string, { orderId, ticketId }: InvoiceOrigin = {}) {
  return endpointQuery(getInvoicePdf, ofCustomer(customer, { documentNumber }, { orderId, ticketId }), {
    failureText: INVOICES_MESSAGES.pdfFailed,
  });
}

/** One invoice with its deliveries (API-25, INV-14). */
export function invoiceQuery(customer: CustomerKey, documentNumber: string, { orderId }: Pick<InvoiceOrigin, 'orderId'> = {}) {
  return endpointQuery(getInvoice, ofCustomer(customer, { documentNumber }, { orderId }), { failureText: INVOICES_MESSAGES.detailFailed });
}

/** Refetch interval while the list contains a pending payment. */
const LIVE_MS = 10_000;

/** Query parameters of an invoice list. Without dates it covers all days. */
export type InvoiceListParams = ListParams<typeof listInvoices>;

/** A page of invoices (API-24, INV-14). */
export function invoicesQuery(customer: CustomerKey, request: InvoiceListParams) {
  return endpointQuery(listInvoices, ofCustomer(customer, {}, request), { failureText: INVOICES_MESSAGES.listFailed });
}

/** Like `invoicesQuery`, but refetches while a payment is pending, so that its result appears without a reload. */
export function liveInvoicesQuery(customer: CustomerKey, request: InvoiceListParams) {
  return queryOptions({
    ...invoicesQuery(customer, request),
    refetchInterval: whileLive(({ items }) => items.some(({ paymentResult }) => paymentResult === PAYMENT_RESULTS.pending), LIVE_MS),
  });
}

/** Mails the invoice (API-27). */
export function mailInvoice(
  customer: CustomerKey,
  documentNumber: string,
  body: MailBody,
  { orderId, ticketId }: InvoiceOrigin,
  attempt: Attempt,
) {
  const origin = { orderId: orderId ?? null, ticketId: ticketId ?? null };
  return api.call(sendInvoiceEmail, { ...ofCustomer(customer, { documentNumber }), body: { ...body, ...origin } }, { attempt });
}

/** The order and ticket from which the user opened the invoice (API-25 to API-27, MAIL-09). */
export interface InvoiceOrigin {
  orderId?: number | undefined;
  ticketId?: number | undefined;
}
