import type { PaymentMetadata, PaymentOutcome, PaymentRequest } from '@yardage/contract/payments';
import { centsOf } from '@yardage/domain/money';
import { PAYMENT_RESULTS, paymentResultLabel } from '@yardage/domain/payment-status';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import type { HttpProblem } from '#web/lib/http/http-errors.ts';
import { createStore, perTab, useStore, writeStored } from '#web/lib/store.ts';

const KEY = 'yardage.payment-result';

interface StoredResult {
  customer: CustomerKey;
  outcome: PaymentOutcome;
}

/** The most recent result of each customer: a late answer for one must not replace what another one's page shows. */
const results = createStore<readonly StoredResult[]>({
  storage: perTab,
  key: KEY,
  read: (stored) => (Array.isArray(stored) ? (stored as StoredResult[]) : []),
  write: (all) => (all.length === 0 ? undefined : all),
});

const of =
  (customer: CustomerKey) =>
  (result: StoredResult): boolean =>
    isSameCustomer(result.customer, customer);

/** Stores the outcome of a payment for this tab, so that a reload shows it again. It contains no card or bank account data. */
export function keepPaymentResult({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, outcome: PaymentOutcome): void {
  const customer = { customerNumber, datasourceId, globalCustomerNumber };
  results.set((before) => [...before.filter((result) => !of(customer)(result)), { customer, outcome }]);
}

/** Removes the customer's outcome after Done (RES-08). The page keeps showing it until `gone` resolves; a newer outcome stays. */
export async function forgetPaymentResult(customer: CustomerKey, gone?: Promise<unknown>): Promise<void> {
  const left = results.get().find(of(customer));
  const others = (all: readonly StoredResult[]) => all.filter((result) => result !== left);
  writeStored(perTab, KEY, others(results.get()));
  await gone;
  results.set(others);
}

/** Removes every outcome when the session ends. */
export function forgetPaymentResults(): void {
  results.set([]);
}

/** Returns the customer's most recent payment in this tab, or null (RES-01). */
export function paymentResult(customer: CustomerKey, all = results.get()): PaymentOutcome | null {
  return all.find(of(customer))?.outcome ?? null;
}

/** The same for a page, which follows it. */
export function usePaymentResult(customer: CustomerKey): PaymentOutcome | null {
  return useStore(results, (all) => paymentResult(customer, all));
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
