import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TokenBuckets } from './token-bucket.ts';

describe('buckets', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('are per caller, and refill over time', () => {
    const buckets = new TokenBuckets(2, 1);
    const take = (caller: string) => buckets.take(caller);
    expect([take('a'), take('a'), take('a'), take('b')]).toEqual([true, true, false, true]);
    vi.advanceTimersByTime(1000);
    expect([take('a'), take('a')]).toEqual([true, false]);
  });

  it('lose nothing when the clock is set back', () => {
    const buckets = new TokenBuckets(2, 1);
    expect(buckets.take('a')).toBe(true);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(buckets.take('a')).toBe(true);
  });
});
