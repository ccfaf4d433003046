import type { PaymentMetadata, PaymentOutcome, PaymentRequest } from '@yardage/contract/payments';
import { centsOf } from '@yardage/domain/money';
import { PAYMENT_RESULTS, paymentResultLabel } from '@yardage/domain/payment-status';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import type { HttpProblem } from '#web/lib/http/http-errors.ts';
import { createStore, perTab, removeStored, useStore } from '#web/lib/store.ts';

const KEY = 'yardage.payment-result';

interface StoredResult {
  customer: CustomerKey;
  outcome: PaymentOutcome;
}

const result = createStore<StoredResult | null>({
  storage: perTab,
  key: KEY,
  read: (stored) => (stored as StoredResult | undefined) ?? null,
  write: (value) => value ?? undefined,
});

/** Stores the outcome of a payment for this tab, so that a reload shows it again. It contains no card or bank account data. */
export function keepPaymentResult({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, outcome: PaymentOutcome): void {
  result.set({ customer: { customerNumber, datasourceId, globalCustomerNumber }, outcome });
}

/** Removes the stored outcome after Done or when another user signs in (RES-08). The page keeps showing it until `gone` resolves. */
export async function forgetPaymentResult(gone?: Promise<unknown>): Promise<void> {
  removeStored(perTab, KEY);
  await gone;
  result.set(null);
}

/** Returns the customer's most recent payment in this tab, or null (RES-01). */
export function usePaymentResult(customer: CustomerKey): PaymentOutcome | null {
  const latest = useStore(result);
  return latest && isSameCustomer(latest.customer, customer) ? latest.outcome : null;
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
    cartData: {
      cartId: '',
      totalAmount,
      totalDiscountAmount,
      totalAmountWithDiscount,
      totalCreditAmount: (payment.credits ?? []).reduce((sum, { amount }) => sum + centsOf(amount), 0) / 100,
    },
    credits: payment.credits ?? [],
    returns: [],
  };
}
