import type { PaymentMetadata, PaymentOutcome, PaymentRequest } from '@yardage/contract/payments';
import { PAYMENT_RESULTS, paymentResultLabel } from '@yardage/domain/payment-status';
import { useSyncExternalStore } from 'react';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import type { HttpProblem } from '#web/lib/http/http-errors.ts';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.payment-result';

interface StoredResult {
  customer: CustomerKey;
  outcome: PaymentOutcome;
}

let stored: StoredResult | null | undefined;
const listeners = new Set<() => void>();

function read(): StoredResult | null {
  stored ??= (readStored(perTab, KEY) as StoredResult | undefined) ?? null;
  return stored;
}

function publish(next: StoredResult | null): void {
  stored = next;
  for (const listener of listeners) listener();
}

/** Remembers how a payment ended, for this tab: a reload shows it again. It carries nothing of a card or an account. */
export function keepPaymentResult({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, outcome: PaymentOutcome): void {
  const next = { customer: { customerNumber, datasourceId, globalCustomerNumber }, outcome };
  writeStored(perTab, KEY, next);
  publish(next);
}

/** Forgets it: Done was pressed, or somebody else signs in (RES-08). Until `gone` the page that shows it keeps what it shows. */
export async function forgetPaymentResult(gone?: Promise<unknown>): Promise<void> {
  removeStored(perTab, KEY);
  await gone;
  publish(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The customer's payment that was just made; none when there was none (RES-01). */
export function usePaymentResult(customer: CustomerKey): PaymentOutcome | null {
  const result = useSyncExternalStore(subscribe, read);
  return result && isSameCustomer(result.customer, customer) ? result.outcome : null;
}

/** A payment request without the card or the account. */
export type SentPayment = Omit<PaymentRequest, 'paymentDetails'>;

/** A payment that the server refused with 400, as a result: its metadata and errors are kept (PAY-39), and none of its invoices is pending. */
export function refusedOutcome({ status, problem }: HttpProblem, payment: SentPayment): PaymentOutcome {
  const { totalAmount, totalDiscountAmount, totalAmountWithDiscount, paymentMethod, metadata } = payment;
  const told = (problem.extensions?.metadata as PaymentMetadata | undefined) ?? metadata;
  const strStatusMessage = paymentResultLabel(PAYMENT_RESULTS.unpaid);
  return {
    status,
    statusMessage: problem.detail ?? problem.title ?? '',
    paymentMethod,
    paymentId: null,
    paymentDateTime: null,
    errors: problem.errors ?? {},
    metadata: {
      customerNumber: told.customerNumber,
      customerEmail: told.customerEmail,
      customerPhone: told.customerPhone,
      invoices: told.invoices.map((invoice) => ({ ...invoice, strStatusMessage })),
    },
    cartData: { cartId: '', totalAmount, totalDiscountAmount, totalAmountWithDiscount },
  };
}
