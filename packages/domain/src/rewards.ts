import type { Cents } from './money.ts';

export type TierLevel = 1 | 2 | 3 | 4;

export interface Tier {
  level: TierLevel;
  name: 'Silver' | 'Gold' | 'Platinum' | 'Diamond';
  /** Annual spend from which the tier holds; a threshold belongs to the higher tier. */
  fromSpend: Cents;
  /** Discount for paying by the 10th of the month after the invoice. */
  perYardConcrete: Cents;
  perTonAggregate: Cents;
  isEnvironmentalChargeRemoved: boolean;
}

const million = 100_000_000;

/** The four reward tiers, lowest first; Gold's discounts add to Silver's. */
export const TIERS: readonly [Tier, Tier, Tier, Tier] = [
  { level: 1, name: 'Silver', fromSpend: 0, perYardConcrete: 200, perTonAggregate: 0, isEnvironmentalChargeRemoved: false },
  { level: 2, name: 'Gold', fromSpend: million, perYardConcrete: 400, perTonAggregate: 50, isEnvironmentalChargeRemoved: false },
  { level: 3, name: 'Platinum', fromSpend: 5 * million, perYardConcrete: 300, perTonAggregate: 75, isEnvironmentalChargeRemoved: true },
  { level: 4, name: 'Diamond', fromSpend: 15 * million, perYardConcrete: 400, perTonAggregate: 100, isEnvironmentalChargeRemoved: true },
];

/** The tier above another; none above the highest. */
export function tierAbove(level: TierLevel): Tier | undefined {
  return TIERS.find((tier) => tier.level > level);
}

/** Where the bar ends: the highest tier's quarter is as wide as the one before it. */
const BAR_END: Cents = 25 * million;
const QUARTER = 100 / TIERS.length;

/** How far a year's spend reaches on the bar, in percent: each tier is a quarter of it, linear inside (DSH-11). */
export function rewardsBarPosition(spend: Cents): number {
  const { level, fromSpend } = tierOfSpend(spend);
  const until = tierAbove(level)?.fromSpend ?? BAR_END;
  const within = Math.min(1, Math.max(0, spend - fromSpend) / (until - fromSpend));
  return QUARTER * (level - 1 + within);
}

/** What is missing to the next tier; none above the highest. */
export function nextTier(spend: Cents): { tier: Tier; missing: Cents } | null {
  const tier = tierAbove(tierOfSpend(spend).level);
  return tier ? { tier, missing: tier.fromSpend - spend } : null;
}

/** The tier that a year's spend reaches. */
export function tierOfSpend(spend: Cents): Tier {
  return TIERS.findLast((tier) => spend >= tier.fromSpend) ?? TIERS[0];
}
