import type { Cart } from '@yardage/contract/carts';
import type { PaymentOutcome } from '@yardage/contract/payments';
import { HttpProblem, SessionLost } from '#web/lib/http/http-errors.ts';
import { refusedOutcome, type SentPayment } from './payment-result.ts';

/** Why no payment was made, as the checkout says it. */
export type PaymentHitch =
  | { kind: 'changed'; title: string; before: number; after: number }
  | { kind: 'paused'; title: string; retryAt: string | undefined }
  | { kind: 'not-made'; reason: string };

/** How an attempt to pay ended. */
export type PaymentEnding =
  /** Paid, pending, failed, or refused with 400: the result page shows it (PAY-39, PAY-40). */
  | { kind: 'outcome'; outcome: PaymentOutcome }
  /** Nothing was charged; with the cart as it is now where its figures changed. */
  | { kind: 'hitch'; hitch: PaymentHitch; cart?: Cart }
  /** The session ended: the attempt is kept, and looked up after the next sign-in. */
  | { kind: 'interrupted' }
  /** The attempt is not for this person to see any more. */
  | { kind: 'forbidden' };

interface AttemptSteps {
  /** The answer to the payment that was sent, and what it was for; none for an attempt that an earlier page sent. */
  sent?: { answer: Promise<PaymentOutcome>; payment: SentPayment } | undefined;
  /** Asks the server for the attempt's payment; null means that none was made and none will be. */
  look: () => Promise<PaymentOutcome | null>;
  /** The end of sending is unclear, and the server is asked. */
  onAsking: () => void;
  /** The server could not be asked; it is asked again after `pause`. */
  onUnknown: () => void;
  pause: (failures: number) => Promise<void>;
}

const NEVER_ALLOWED = [400, 403, 404];

/** Pays and finds out what became of it. What the answer leaves unclear is asked for until it is known (PAY-39 to PAY-41, API-34). */
export async function endOfAttempt(steps: AttemptSteps): Promise<PaymentEnding> {
  const { sent } = steps;
  if (!sent) return askUntilKnown(steps);
  try {
    return { kind: 'outcome', outcome: await sent.answer };
  } catch (error) {
    return clearEnding(error, sent.payment) ?? askUntilKnown(steps);
  }
}

async function askUntilKnown({ look, onAsking, onUnknown, pause }: AttemptSteps): Promise<PaymentEnding> {
  onAsking();
  for (let failures = 0; ; failures++) {
    try {
      const outcome = await look();
      return outcome ? { kind: 'outcome', outcome } : { kind: 'hitch', hitch: { kind: 'not-made', reason: '' } };
    } catch (error) {
      if (isSessionEnd(error)) return { kind: 'interrupted' };
      if (error instanceof HttpProblem && NEVER_ALLOWED.includes(error.status)) return { kind: 'forbidden' };
    }
    onUnknown();
    await pause(failures);
  }
}

/** The ending that an error answer states by itself; every other one says nothing about the payment. */
function clearEnding(error: unknown, payment: SentPayment): PaymentEnding | undefined {
  if (!(error instanceof HttpProblem)) return undefined;
  const { status, problem } = error;
  if (status === 400 && (problem.errors || problem.code)) return { kind: 'outcome', outcome: refusedOutcome(error, payment) };
  const title = problem.detail ?? problem.title ?? '';
  const cart = problem.extensions?.cart as Cart | undefined;
  if (status === 409 && cart) {
    const hitch = { kind: 'changed' as const, title, before: payment.totalAmountWithDiscount, after: cart.totalAmountWithDiscount };
    return { kind: 'hitch', hitch, cart };
  }
  if (problem.code === 'payments-paused') {
    return {
      kind: 'hitch',
      hitch: { kind: 'paused', title: problem.title ?? title, retryAt: problem.extensions?.retryAt as string | undefined },
    };
  }
  // The server itself refused; a proxy's own page has no code, and nobody knows what happened behind it.
  return status < 500 && problem.code ? { kind: 'hitch', hitch: { kind: 'not-made', reason: title } } : undefined;
}

function isSessionEnd(error: unknown): boolean {
  return error instanceof SessionLost || (error instanceof HttpProblem && error.status === 401);
}
