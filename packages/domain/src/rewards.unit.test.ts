import { describe, expect, it } from 'vitest';
import { nextTier, rewardsBarPosition, TIERS, tierOfSpend } from './rewards.ts';

const dollars = (amount: number) => Math.round(amount * 100);

describe('reward tiers', () => {
  it.each([
    [0, 1, 'Silver'],
    [999_999.99, 1, 'Silver'],
    [1_000_000, 2, 'Gold'],
    [4_999_999.99, 2, 'Gold'],
    [5_000_000, 3, 'Platinum'],
    [14_999_999.99, 3, 'Platinum'],
    [15_000_000, 4, 'Diamond'],
    [90_000_000, 4, 'Diamond'],
  ])('DSH-08 a spend of %d is level %d, %s', (spend, level, name) => {
    expect(tierOfSpend(dollars(spend))).toMatchObject({ level, name });
  });

  it.each([
    [0, 0],
    [500_000, 12.5],
    [1_000_000, 25],
    [3_000_000, 37.5],
    [5_000_000, 50],
    [10_000_000, 62.5],
    [15_000_000, 75],
    [20_000_000, 87.5],
    [25_000_000, 100],
    [400_000_000, 100],
    [-10, 0],
  ])('DSH-11 a spend of %d reaches %d percent of the bar: a quarter a tier, linear inside', (spend, percent) => {
    expect(rewardsBarPosition(dollars(spend))).toBeCloseTo(percent, 6);
  });

  it('DSH-12 DSH-13 DSH-14 DSH-15 the discounts of each tier, Gold adding to Silver', () => {
    expect(
      TIERS.map(({ perYardConcrete, perTonAggregate, isEnvironmentalChargeRemoved }) => [
        perYardConcrete,
        perTonAggregate,
        isEnvironmentalChargeRemoved,
      ]),
    ).toEqual([
      [200, 0, false],
      [200 + 200, 50, false],
      [300, 75, true],
      [400, 100, true],
    ]);
  });

  it('DSH-08 tells what is missing to the next tier', () => {
    expect(nextTier(dollars(4_750_000))).toMatchObject({ tier: { name: 'Platinum' }, missing: dollars(250_000) });
    expect(nextTier(dollars(15_000_000))).toBeNull();
  });
});
