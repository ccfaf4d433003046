import type { Cart } from '@yardage/contract/carts';
import type { PaymentOutcome } from '@yardage/contract/payments';
import { centsOf } from '@yardage/domain/money';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem, SessionLost } from '#web/lib/http/http-errors.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { refusedOutcome, type SentPayment } from './payment-result.ts';

/** Why no payment was made, as shown at the checkout. */
export type PaymentProblem =
  | { kind: 'changed'; title: string; before: number; after: number }
  | { kind: 'paused'; title: string; retryAt: string | undefined }
  | { kind: 'not-made'; reason: string };

/** How an attempt to pay ended. */
export type PaymentEnding =
  /** Paid, pending, failed, or refused with 400: the result page shows it (PAY-39, PAY-40). */
  | { kind: 'outcome'; outcome: PaymentOutcome }
  /** Nothing was charged. If the cart's amounts changed, `cart` is the current cart. */
  | { kind: 'problem'; problem: PaymentProblem; cart?: Cart }
  /** The user may no longer see the attempt. */
  | { kind: 'forbidden' };

interface AttemptSteps {
  /** The response to the payment and the payment itself. Undefined for an attempt that was sent before a reload. */
  sent?: { answer: Promise<PaymentOutcome>; payment: SentPayment } | undefined;
  /** Asks the server for the attempt's payment. Null means that none was made and none will be. */
  look: () => Promise<PaymentOutcome | null>;
  /** Called when the response was unclear and the server is asked for the outcome. */
  onAsking: () => void;
  /** Called when asking the server failed. It is asked again after `pause`. */
  onUnknown: () => void;
  pause: (failures: number) => Promise<void>;
  /** Called when the session ended while asking. Resolves when the user has signed in again, or asks. */
  untilAsked: () => Promise<void>;
}

const NEVER_ALLOWED = [400, 403, 404];

/**
 * Waits for the outcome of a payment. If the response is unclear, it asks the server until the outcome is known (PAY-39 to PAY-41,
 * API-34).
 */
export async function endOfAttempt(steps: AttemptSteps): Promise<PaymentEnding> {
  const { sent } = steps;
  if (!sent) return askUntilKnown(steps);
  try {
    return { kind: 'outcome', outcome: await sent.answer };
  } catch (error) {
    return clearEnding(error, sent.payment) ?? askUntilKnown(steps);
  }
}

async function askUntilKnown({ look, onAsking, onUnknown, pause, untilAsked }: AttemptSteps): Promise<PaymentEnding> {
  onAsking();
  for (let failures = 0; ; failures++) {
    let isSignedOut = false;
    try {
      const outcome = await look();
      return outcome ? { kind: 'outcome', outcome } : { kind: 'problem', problem: { kind: 'not-made', reason: '' } };
    } catch (error) {
      if (isRefusedForGood(error)) return { kind: 'forbidden' };
      isSignedOut = isSessionEnd(error);
    }
    onUnknown();
    await (isSignedOut ? untilAsked() : pause(failures));
  }
}

/** What would have been charged. */
function chargedOf({ totalAmountWithDiscount, credits = [] }: SentPayment): number {
  return (centsOf(totalAmountWithDiscount) - credits.reduce((sum, { amount }) => sum + centsOf(amount), 0)) / 100;
}

/** Returns the ending if the error response states it. Returns undefined for errors that say nothing about the payment. */
function clearEnding(error: unknown, payment: SentPayment): PaymentEnding | undefined {
  // Without an access token the payment was not sent.
  if (error instanceof SessionLost) return { kind: 'problem', problem: { kind: 'not-made', reason: '' } };
  if (!(error instanceof HttpProblem)) return undefined;
  const { status, problem } = error;
  if (status === 400 && (problem.errors || problem.code)) return { kind: 'outcome', outcome: refusedOutcome(error, payment) };
  const title = problem.detail ?? problem.title ?? '';
  const cart = problem.extensions?.cart as Cart | undefined;
  if (status === 409 && cart) {
    const problem = { kind: 'changed' as const, title, before: chargedOf(payment), after: cart.amountToPay };
    return { kind: 'problem', problem, cart };
  }
  if (problem.code === 'payments-paused') {
    return {
      kind: 'problem',
      problem: { kind: 'paused', title: problem.title ?? title, retryAt: problem.extensions?.retryAt as string | undefined },
    };
  }
  // A problem code shows that our server refused. A proxy's error page has none, so the outcome behind it is unknown.
  return status < 500 && problem.code ? { kind: 'problem', problem: { kind: 'not-made', reason: title } } : undefined;
}

/** Whether our server itself refuses to return the outcome. An error page of a proxy has no code and says nothing about the attempt. */
function isRefusedForGood(error: unknown): boolean {
  return error instanceof HttpProblem && NEVER_ALLOWED.includes(error.status) && error.problem.code !== undefined;
}

function isSessionEnd(error: unknown): boolean {
  return error instanceof SessionLost || (error instanceof HttpProblem && error.status === 401);
}

const shown = createStore<{ customer: CustomerKey; problem: PaymentProblem } | null>({ initial: null });

/** Shows at the customer's checkout why no payment was made. */
export function showProblem(customer: CustomerKey, problem: PaymentProblem): void {
  shown.set({ customer, problem });
}

/** Clears the reason when the checkout is left or the next attempt starts. */
export function clearProblem(): void {
  shown.set(null);
}

/** Returns why the customer's last attempt made no payment, or null. */
export function useProblem(customer: CustomerKey): PaymentProblem | null {
  const told = useStore(shown);
  return told && isSameCustomer(told.customer, customer) ? told.problem : null;
}
