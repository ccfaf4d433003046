import type { PaymentMetadata, PaymentMethod, PaymentOutcome, PaymentRequest } from '@yardage/contract/payments';
import { centsOf } from '@yardage/domain/money';
import { PAYMENT_RESULTS, RESULT_NAMES } from '@yardage/domain/payment-status';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import type { HttpProblem } from '#web/lib/http/http-errors.ts';
import { createStore, perTab, useStore, writeStored } from '#web/lib/store.ts';

const KEY = 'yardage.payment-result';

interface StoredResult {
  customer: CustomerKey;
  outcome: PaymentOutcome;
  /** Numbers of the invoices that the payer chose to pay only in part. */
  parts?: readonly string[];
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
export function keepPaymentResult(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  outcome: PaymentOutcome,
  parts?: readonly string[],
): void {
  const customer = { customerNumber, datasourceId, globalCustomerNumber };
  results.set((before) => {
    const earlier = before.find(of(customer));
    const isSame = earlier?.outcome.cartData.cartId === outcome.cartData.cartId;
    const kept = parts ?? (isSame ? earlier?.parts : undefined) ?? [];
    return [...before.filter((result) => !of(customer)(result)), { customer, outcome, ...(kept.length > 0 && { parts: kept }) }];
  });
}

/**
 * Returns what the payer had chosen for a failed payment, to choose it again: parts of invoices, and credits. An invoice that was paid whole
 * returns whole, also if it was corrected meanwhile.
 */
export function chosenIn({ metadata, credits }: PaymentOutcome, parts: readonly string[]) {
  const chosen = metadata.invoices.filter(({ invoiceNumber }) => parts.includes(invoiceNumber));
  return { amounts: Object.fromEntries(chosen.map(({ invoiceNumber, invoiceAmount }) => [invoiceNumber, invoiceAmount])), credits };
}

/** Returns the numbers of the invoices that the customer's most recent payment in this tab was to pay only in part. */
export function paidParts(customer: CustomerKey): readonly string[] {
  return results.get().find(of(customer))?.parts ?? [];
}

/** Removes the customer's outcome after Done (RES-08). The page keeps showing it until `gone` resolves; a newer outcome stays. */
export async function forgetPaymentResult(customer: CustomerKey, gone?: Promise<unknown>): Promise<void> {
  const left = results.get().find(of(customer));
  const others = (all: readonly StoredResult[]) => all.filter((result) => result !== left);
  writeStored(perTab, KEY, others(results.get()));
  await gone;
  results.set(others);
}

/** Removes every outcome when the session ends, or those of all customers except these. */
export function forgetPaymentResults(except: readonly CustomerKey[] = []): void {
  results.set((all) => {
    const kept = all.filter((result) => except.some((customer) => of(customer)(result)));
    return kept.length === all.length ? all : kept;
  });
}

/** Returns the customer's most recent payment in this tab, or null (RES-01). */
export function paymentResult(customer: CustomerKey, all = results.get()): PaymentOutcome | null {
  return all.find(of(customer))?.outcome ?? null;
}

/** Like `paymentResult`, for components: renders again when the result changes. */
export function usePaymentResult(customer: CustomerKey): PaymentOutcome | null {
  return useStore(results, (all) => paymentResult(customer, all));
}

/** A payment request without the card or bank account data. */
export type SentPayment = Omit<PaymentRequest, 'paymentDetails'> & { kind?: PaymentMethod };

/** Builds an outcome from a 400 response. It keeps the metadata and errors (PAY-39), and none of its invoices is pending. */
export function refusedOutcome({ status, problem }: HttpProblem, payment: SentPayment): PaymentOutcome {
  const { totalAmount, totalDiscountAmount, totalAmountWithDiscount, metadata } = payment;
  const told = (problem.extensions?.metadata as PaymentMetadata | undefined) ?? metadata;
  const strStatusMessage = RESULT_NAMES[PAYMENT_RESULTS.unpaid];
  return {
    status,
    statusMessage: problem.detail ?? problem.title ?? '',
    paymentMethod: 'kind' in payment ? payment.kind : payment.paymentMethod,
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
