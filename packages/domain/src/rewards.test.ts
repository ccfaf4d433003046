import { describe, expect, it } from 'vitest';
import { DEFAULT_TIERS, discountFor, nextTier, rewardsBarPosition, type Tiers, tierFaults, tierOfSpend } from './rewards.ts';

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

  it('DSH-12 DSH-13 DSH-14 DSH-15 the discounts of each tier, Gold keeping the discount of Silver', () => {
    expect(
      DEFAULT_TIERS.map(({ perYardConcrete, perTonAggregate, isEnvironmentalChargeRemoved }) => [
        perYardConcrete,
        perTonAggregate,
        isEnvironmentalChargeRemoved,
      ]),
    ).toEqual([
      [200, 0, false],
      [200, 50, false],
      [300, 75, true],
      [400, 100, true],
    ]);
  });

  it('DSH-08 returns what is missing to the next tier', () => {
    expect(nextTier(dollars(4_750_000))).toMatchObject({ tier: { name: 'Platinum' }, missing: dollars(250_000) });
    expect(nextTier(dollars(15_000_000))).toBeNull();
  });

  it('DSH-12 DSH-13 DSH-14 DSH-15 earnings never fall when the spend or the tier rises', () => {
    const random = numbersFrom(14);
    for (let round = 0; round < 2000; round++) {
      const [less, more] = [random(30_000_000_00), random(30_000_000_00)].sort((a, b) => a - b) as [number, number];
      const bought = { yards: random(1_000_000) / 100, tons: random(1_000_000) / 100 };
      const earned = (spend: number) => discountFor(tierOfSpend(spend), bought);
      expect(earned(more), `${less} and ${more} cents of spend, ${JSON.stringify(bought)}`).toBeGreaterThanOrEqual(earned(less));
    }
    for (const [index, tier] of DEFAULT_TIERS.slice(1).entries()) {
      const below = DEFAULT_TIERS[index] as Tiers[number];
      expect(discountFor(tier, { yards: 1, tons: 0 })).toBeGreaterThanOrEqual(discountFor(below, { yards: 1, tons: 0 }));
      expect(discountFor(tier, { yards: 0, tons: 1 })).toBeGreaterThanOrEqual(discountFor(below, { yards: 0, tons: 1 }));
    }
    expect(tierFaults(DEFAULT_TIERS)).toEqual([]);
  });

  it('DSH-08 DSH-12 refuses tiers of which a higher one earns less or starts lower', () => {
    const changed = (level: number, change: Partial<Tiers[number]>) =>
      tierFaults(DEFAULT_TIERS.map((tier) => (tier.level === level ? { ...tier, ...change } : tier)) as unknown as Tiers);
    expect(changed(2, { perYardConcrete: 400 })).toEqual(['Platinum earns less per yard than Gold']);
    expect(changed(3, { perTonAggregate: 40 })).toEqual(['Platinum earns less per ton than Gold']);
    expect(changed(4, { isEnvironmentalChargeRemoved: false })).toEqual([
      'Diamond pays the environmental charge that Platinum does not pay',
    ]);
    expect(changed(3, { fromSpend: 100_000_000 })).toEqual(['Platinum must start above Gold']);
    expect(changed(1, { fromSpend: 1 })).toEqual(['Silver must start at 0']);
  });
});

/** Pseudo-random integers below a limit, the same in every run. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
