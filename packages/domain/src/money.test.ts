import { describe, expect, it } from 'vitest';
import { formatMoney, lineAmount, searchedAmount, shareOf } from './money.ts';

describe('money', () => {
  it('extends a price by a quantity to the cent, half up', () => {
    expect(lineAmount(15_550, 9.5)).toBe(147_725);
    expect(lineAmount(1, 0.5)).toBe(1);
    expect(lineAmount(333, 1.01)).toBe(336);
  });

  it('takes a share in millionths to the cent, also of large amounts', () => {
    expect(shareOf(10_000, 92_500)).toBe(925);
    expect(shareOf(9_007_199_254_740_99, 92_500)).toBe(83_316_593_106_354);
  });

  it('TBL-13 is written in dollars, with two decimals and a minus in front', () => {
    expect(formatMoney(123_456_789)).toBe('$1,234,567.89');
    expect(formatMoney(-5)).toBe('-$0.05');
  });

  it.each([
    ['1,234.50', 123_450, 123_450],
    ['1234.5', 123_450, 123_450],
    ['$1,234.50', 123_450, 123_450],
    ['$1,234', 123_400, 123_499],
    ['12', 1_200, 1_299],
    ['0.05', 5, 5],
    ['-$1,234.50', 123_450, 123_450],
    ['-12.00', 1_200, 1_200],
  ])('INV-01 the search for %s means %d to %d cents', (typed, from, to) => {
    expect(searchedAmount(typed)).toEqual({ from, to });
  });

  it.each(['', '$', '0', '0.00', '1,23', '12,34.5', '1.234', '1.2.3', 'Cedar', '-5', '--5.00', '-5.0', '12345678901'])(
    'INV-01 "%s" is not an amount',
    (typed) => expect(searchedAmount(typed)).toBeUndefined(),
  );
});
