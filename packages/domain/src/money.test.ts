import { describe, expect, it } from 'vitest';
import { extend, formatMoney, shareOf } from './money.ts';
import { TIERS, tierOfSpend } from './rewards.ts';

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

describe('reward tiers', () => {
  it.each([
    [99_999_999, 'Silver'],
    [100_000_000, 'Gold'],
    [500_000_000, 'Platinum'],
    [1_500_000_000, 'Diamond'],
  ])('DSH-08 %i cents a year reach %s', (spend, name) => {
    expect(tierOfSpend(spend).name).toBe(name);
  });

  it('DSH-12 DSH-13 DSH-14 DSH-15 have the discounts of the specification, Gold adding to Silver', () => {
    expect(TIERS.map((tier) => [tier.perYardConcrete, tier.perTonAggregate, tier.isEnvironmentalChargeRemoved])).toEqual([
      [200, 0, false],
      [400, 50, false],
      [300, 75, true],
      [400, 100, true],
    ]);
  });
});
