import type { PaymentRequest } from '@yardage/contract/payments';
import {
  answeredInTime,
  askNow,
  closeAttempt,
  markAttempt,
  noteAttempt,
  openAttempts,
  type PaymentAttempt,
  pauseBeforeAsking,
  untilAsked,
} from './payment-attempts.ts';
import { endOfAttempt, type PaymentEnding } from './payment-ending.ts';
import { payCart, resolveAttempt } from './payments.api.ts';

/** Called once per attempt with its ending, whichever page the user is on by then. */
export type ReportEnding = (attempt: PaymentAttempt, ending: PaymentEnding) => void;

/** References of the attempts that this page is already waiting for. */
const running = new Set<string>();

/** Pays a cart and reports the ending. It continues if the user leaves the checkout. */
export function runPayment(request: PaymentRequest, report: ReportEnding): void {
  const attempt = noteAttempt(request.metadata, request);
  const answer = answeredInTime(payCart({ ...request, paymentReference: attempt.reference }));
  // Drop the card and account numbers right after sending, however long the outcome takes.
  const { paymentDetails: _details, ...payment } = { paymentDetails: undefined, ...request };
  void follow(attempt, report, { answer, payment });
}

/** Looks up the attempts that this tab started before a reload, or before the user signed in again. */
export function resumePayments(report: ReportEnding): void {
  askNow();
  for (const attempt of openAttempts()) if (!running.has(attempt.reference)) void follow(attempt, report);
}

async function follow(attempt: PaymentAttempt, report: ReportEnding, sent?: Parameters<typeof endOfAttempt>[0]['sent']): Promise<void> {
  const { customer, reference } = attempt;
  running.add(reference);
  const ending = await endOfAttempt({
    sent,
    look: () => resolveAttempt(customer, reference),
    onAsking: () => markAttempt(attempt, 'asking'),
    onUnknown: () => markAttempt(attempt, 'unknown'),
    pause: pauseBeforeAsking,
    untilAsked,
  });
  running.delete(reference);
  if (closeAttempt(attempt)) report(attempt, ending);
}
