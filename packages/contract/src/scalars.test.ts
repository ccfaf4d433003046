import { describe, expect, it } from 'vitest';
import { hasDecimals } from './scalars.ts';

describe('decimals', () => {
  it('FED-02 are counted exactly up to the largest amount, and sums with a rounding error pass', () => {
    const isMoney = hasDecimals(2);
    for (let cents = 999_999_990_000; cents <= 1_000_000_000_000; cents += 1) expect(isMoney(cents / 100), String(cents)).toBe(true);
    expect([0.1 + 0.2, 1.005 * 100, 0].map(isMoney)).toEqual([true, true, true]);
    expect([0.001, 12.345, 9_999_999.995, 9_999_999_999.5555].map(isMoney)).toEqual([false, false, false, false]);
  });
});
