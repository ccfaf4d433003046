import { describe, expect, it, vi } from 'vitest';
import { Allowances } from './allowance.ts';

describe('allowances', () => {
  it('are per caller, and refill over time', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const allowances = new Allowances(2, 1);
      const take = (caller: string) => allowances.take(caller);
      expect([take('a'), take('a'), take('a'), take('b')]).toEqual([true, true, false, true]);
      vi.setSystemTime(Date.now() + 1000);
      expect([take('a'), take('a')]).toEqual([true, false]);
    } finally {
      vi.useRealTimers();
    }
  });
});
