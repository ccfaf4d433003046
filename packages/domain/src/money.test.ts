import { describe, expect, it } from 'vitest';
import { extend, formatMoney, shareOf } from './money.ts';

describe('money', () => {
  it('extends a price by a quantity to the cent, half up', () => {
    expect(extend(15_550, 9.5)).toBe(147_725);
    expect(extend(1, 0.5)).toBe(1);
    expect(extend(333, 1.01)).toBe(336);
  });

  it('takes a share in millionths to the cent, also of large amounts', () => {
    expect(shareOf(10_000, 92_500)).toBe(925);
    expect(shareOf(9_007_199_254_740_99, 92_500)).toBe(83_316_593_106_354);
  });

  it('TBL-13 is written in dollars, with two decimals and a minus in front', () => {
    expect(formatMoney(123_456_789)).toBe('$1,234,567.89');
    expect(formatMoney(-5)).toBe('-$0.05');
  });
});
