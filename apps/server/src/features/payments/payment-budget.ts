import type { PaymentBudget } from '#server/config';
import type { Tries } from './payment-attempts.queries.ts';

/** Failures older than this no longer count. */
export const FAILURES_COUNT_HOURS = 24;
/** The wait while a payment is pending: its outcome is usually known by then. */
const UNDER_WAY_PAUSE_SECONDS = 5;

/**
 * Returns until when the next payment has to wait, or undefined if it may start now. A pending payment counts as a failure until its
 * outcome is known, so parallel tries gain nothing. Over the budget, every failure doubles the wait, up to the maximum.
 */
export function pausedUntil(tries: { user: Tries; account: Tries }, budget: PaymentBudget, now: Date): Date | undefined {
  const waits = [pauseOf(tries.user, budget.failuresPerUser, budget, now), pauseOf(tries.account, budget.failuresPerAccount, budget, now)];
  const latest = Math.max(...waits.map((until) => until?.getTime() ?? 0));
  return latest > now.getTime() ? new Date(latest) : undefined;
}

function pauseOf({ failed, lastFailedAt, underWay }: Tries, limit: number, budget: PaymentBudget, now: Date): Date | undefined {
  if (failed + underWay < limit) return undefined;
  if (underWay > 0) return new Date(now.getTime() + UNDER_WAY_PAUSE_SECONDS * 1000);
  const pauseSeconds = Math.min(budget.pauseSeconds * 2 ** (failed - limit), budget.longestPauseSeconds);
  return lastFailedAt ? new Date(lastFailedAt.getTime() + pauseSeconds * 1000) : undefined;
}
