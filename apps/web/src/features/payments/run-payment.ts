import type { PaymentRequest } from '@yardage/contract/payments';
import { payCart } from './api/initiate-payment.ts';
import { settleAttempt } from './api/settle-attempt.ts';
import {
  answeredInTime,
  closeAttempt,
  markAttempt,
  noteAttempt,
  openAttempts,
  type PaymentAttempt,
  pauseBeforeAsking,
} from './payment-attempts.ts';
import { endOfAttempt, type PaymentEnding } from './payment-ending.ts';

/** Told once about every attempt, wherever the person is by then. */
export type TellEnding = (attempt: PaymentAttempt, ending: PaymentEnding) => void;

/** Attempts that this page waits for itself. */
const running = new Set<string>();

/** Pays a cart and tells how that ended; goes on when the page that began it is left. */
export function runPayment(request: PaymentRequest, tell: TellEnding): void {
  const attempt = noteAttempt(request.metadata, request);
  const answer = answeredInTime(payCart({ ...request, paymentReference: attempt.reference }));
  // Card and account numbers do not outlive the call, however long its end is asked for.
  const { paymentDetails: _details, ...payment } = request;
  void follow(attempt, tell, { answer, payment });
}

/** Finds out about the attempts that an earlier page of this tab began, as before a reload. */
export function resumePayments(tell: TellEnding): void {
  for (const attempt of openAttempts()) if (!running.has(attempt.reference)) void follow(attempt, tell);
}

async function follow(attempt: PaymentAttempt, tell: TellEnding, sent?: Parameters<typeof endOfAttempt>[0]['sent']): Promise<void> {
  const { customer, reference } = attempt;
  running.add(reference);
  const ending = await endOfAttempt({
    sent,
    look: () => settleAttempt(customer, reference),
    onAsking: () => markAttempt(attempt, 'asking'),
    onUnknown: () => markAttempt(attempt, 'unknown'),
    pause: pauseBeforeAsking,
  });
  running.delete(reference);
  if (ending.kind === 'interrupted') return markAttempt(attempt, 'unknown');
  if (closeAttempt(attempt)) tell(attempt, ending);
}
