import { describe, expect, it, vi } from 'vitest';
import { TokenBuckets } from './token-bucket.ts';

describe('buckets', () => {
  it('are per caller, and refill over time', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const buckets = new TokenBuckets(2, 1);
      const take = (caller: string) => buckets.take(caller);
      expect([take('a'), take('a'), take('a'), take('b')]).toEqual([true, true, false, true]);
      vi.setSystemTime(Date.now() + 1000);
      expect([take('a'), take('a')]).toEqual([true, false]);
    } finally {
      vi.useRealTimers();
    }
  });
});
