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

/** Stores the outcome of a payment for this tab, so that a reload shows it again. It contains no card or bank account data. */
export function keepPaymentResult({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, outcome: PaymentOutcome): void {
  const next = { customer: { customerNumber, datasourceId, globalCustomerNumber }, outcome };
  writeStored(perTab, KEY, next);
  publish(next);
}

/** Removes the stored outcome after Done or when another user signs in (RES-08). The page keeps showing it until `gone` resolves. */
export async function forgetPaymentResult(gone?: Promise<unknown>): Promise<void> {
  removeStored(perTab, KEY);
  await gone;
  publish(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the customer's most recent payment in this tab, or null (RES-01). */
export function usePaymentResult(customer: CustomerKey): PaymentOutcome | null {
  const result = useSyncExternalStore(subscribe, read);
  return result && isSameCustomer(result.customer, customer) ? result.outcome : null;
}

/** A payment request without the card or bank account data. */
export type SentPayment = Omit<PaymentRequest, 'paymentDetails'>;

/** Builds an outcome from a 400 response. It keeps the metadata and errors (PAY-39), and none of its invoices is pending. */
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
