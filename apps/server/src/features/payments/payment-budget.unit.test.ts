import { describe, expect, it } from 'vitest';
import { pausedUntil } from './payment-budget.ts';

const BUDGET = { failuresPerUser: 3, failuresPerAccount: 5, pauseSeconds: 60, longestPauseSeconds: 300 };
const NOW = new Date('2026-11-16T12:00:00Z');
const NONE = { failed: 0, lastFailedAt: null, underWay: 0 };
const failed = (count: number, secondsAgo: number, underWay = 0) => ({
  failed: count,
  lastFailedAt: new Date(NOW.getTime() - secondsAgo * 1000),
  underWay,
});
/** Returns the seconds that the next payment has to wait, or 0. */
const waits = (user: Parameters<typeof pausedUntil>[0]['user'], account = NONE as typeof user): number => {
  const until = pausedUntil({ user, account }, BUDGET, NOW);
  return until ? (until.getTime() - NOW.getTime()) / 1000 : 0;
};

describe('the budget of failed payments', () => {
  it('allows a few failures without waiting', () => {
    expect([waits(NONE), waits(failed(1, 0)), waits(failed(2, 0))]).toEqual([0, 0, 0]);
  });

  it('then adds a wait that doubles after each failure, up to the longest', () => {
    expect([3, 4, 5, 6, 7, 60].map((count) => waits(failed(count, 0)))).toEqual([60, 120, 240, 300, 300, 300]);
    expect([waits(failed(3, 59)), waits(failed(3, 60)), waits(failed(60, 300))]).toEqual([1, 0, 0]);
  });

  it('counts payments under way, so that parallel ones do not get around it', () => {
    expect(waits(failed(1, 1000, 1))).toBe(0);
    expect(waits(failed(1, 1000, 2))).toBe(5);
    // Over the budget, payments are only allowed one after the other.
    expect([waits(failed(3, 1000)), waits(failed(3, 1000, 1))]).toEqual([0, 5]);
  });

  it('counts the account and the user, and the longer wait applies', () => {
    expect(waits(NONE, failed(4, 0))).toBe(0);
    expect(waits(NONE, failed(5, 0))).toBe(60);
    expect(waits(failed(4, 0), failed(5, 0))).toBe(120);
  });
});
