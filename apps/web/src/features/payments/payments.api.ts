import { queryOptions } from '@tanstack/react-query';
import {
  getCartPayment,
  getReceiptPdf,
  initiatePayment,
  listCartHistory,
  listInvoiceHistory,
  type PaymentOutcome,
  type PaymentRequest,
  resolvePaymentAttempt,
  sendReceiptEmail,
} from '@yardage/contract/payments';
import { PAYMENT_RESULTS, PENDING_CODE } from '@yardage/domain/payment-status';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer, whileLive } from '#web/lib/query/endpoint-query.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import { CHECKOUT_PLAN_MESSAGES } from './payables.messages.ts';
import { PAYMENTS_MESSAGES } from './payments.messages.ts';

/** Loads the payments made or attempted on one invoice (API-33, INV-14). */
export function invoiceHistoryQuery(customer: CustomerKey, invoiceDocumentNumber: string) {
  return endpointQuery(listInvoiceHistory, ofCustomer(customer, {}, { invoiceDocumentNumber }), {
    failureText: PAYMENTS_MESSAGES.invoiceHistoryFailed,
  });
}

/** Refetch interval while the list contains a pending payment. */
const LIVE_MS = 10_000;

/** Query parameters of the payment history. */
export type PaymentListParams = ListParams<typeof listCartHistory>;

/** Loads one page of payments (API-35, HIS-05). */
export function paymentHistoryQuery(customer: CustomerKey, request: PaymentListParams) {
  return endpointQuery(listCartHistory, ofCustomer(customer, {}, request), { failureText: PAYMENTS_MESSAGES.listFailed });
}

/** Same as paymentHistoryQuery, but refetches while a payment is pending, so its outcome appears without a reload. */
export function livePaymentHistoryQuery(customer: CustomerKey, request: PaymentListParams) {
  return queryOptions({
    ...paymentHistoryQuery(customer, request),
    refetchInterval: whileLive(({ items }) => items.some(({ paymentResult }) => paymentResult === PAYMENT_RESULTS.pending), LIVE_MS),
  });
}

/** Banks take from seconds to days, so poll often at first and less often later. */
const SOON_MS = 2000;
const LATER_MS = 15_000;
const ASKED_SOON = 30;

const isPending = ({ status }: PaymentOutcome): boolean => status === PENDING_CODE;

/** Loads one payment (RES-05) and polls it while it is pending. If its outcome is passed as `known`, failed requests show no toast. */
export function livePaymentQuery(customer: CustomerKey, cartId: string, known?: PaymentOutcome) {
  return queryOptions({
    ...endpointQuery(
      getCartPayment,
      ofCustomer(customer, { cartId }),
      known ? { isSilent: true } : { failureText: PAYMENTS_MESSAGES.listFailed },
    ),
    ...(known && { initialData: known, initialDataUpdatedAt: 0, staleTime: 0 }),
    refetchInterval: (query) => {
      const { dataUpdateCount, errorUpdateCount } = query.state;
      return whileLive(isPending, dataUpdateCount + errorUpdateCount < ASKED_SOON ? SOON_MS : LATER_MS)(query);
    },
  });
}

/** Loads the receipt of a payment (API-36). No toast on failure: the viewer itself shows that it is missing. */
export function receiptPdfQuery(customer: CustomerKey, cartId: string) {
  return endpointQuery(getReceiptPdf, ofCustomer(customer, { cartId }), { isSilent: true });
}

/**
 * Long timeout: the processor is slow, and the server responds 'pending' well before this. Aborting early would leave the outcome unknown.
 */
const PAYMENT_LIMIT_MS = 180_000;

/** Pays a cart and returns the outcome of the payment (API-34). */
export async function payCart(request: PaymentRequest): Promise<PaymentOutcome> {
  const { customerNumber, datasourceId, globalCustomerNumber } = request.metadata;
  const query = { customerNumber, datasourceId, globalCustomerNumber };
  const { data, success, isMethodSaved } = await api.call(
    initiatePayment,
    { query, body: request },
    {
      timeoutMs: PAYMENT_LIMIT_MS,
    },
  );
  // The payment is valid; a card that is still to be saved can be entered again under Payment Methods.
  if (success && isMethodSaved === false) toasts.show({ kind: 'info', title: CHECKOUT_PLAN_MESSAGES.notSaved });
  return data;
}

/** Mails the receipt of a payment (API-37). */
export function mailReceipt(customer: CustomerKey, cartId: string, body: MailBody, attempt: Attempt) {
  return api.call(sendReceiptEmail, { ...ofCustomer(customer, { cartId }), body }, { attempt });
}

/** Returns the payment that an attempt created, or null if it created none; the server then guarantees that it never will. */
export async function resolveAttempt(customer: CustomerKey, reference: string): Promise<PaymentOutcome | null> {
  const { payment } = await api.call(resolvePaymentAttempt, { ...ofCustomer(customer), body: { paymentReference: reference } });
  return payment;
}
