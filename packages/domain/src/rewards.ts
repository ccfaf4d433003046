import { type Cents, lineAmount } from './money.ts';

export type TierLevel = 1 | 2 | 3 | 4;

export interface Tier {
  level: TierLevel;
  name: 'Silver' | 'Gold' | 'Platinum' | 'Diamond';
  /** Lowest annual spend of the tier, inclusive. */
  fromSpend: Cents;
  /** Discount for paying by the 10th of the month after the invoice. */
  perYardConcrete: Cents;
  perTonAggregate: Cents;
  isEnvironmentalChargeRemoved: boolean;
}

/** The four tiers, lowest first. */
export type Tiers = readonly [Tier, Tier, Tier, Tier];

const MILLION_DOLLARS: Cents = 100_000_000;

/** Default tiers of a deployment that configures none. Gold keeps Silver's discount per yard and adds one per ton. */
export const DEFAULT_TIERS: Tiers = [
  { level: 1, name: 'Silver', fromSpend: 0, perYardConcrete: 200, perTonAggregate: 0, isEnvironmentalChargeRemoved: false },
  { level: 2, name: 'Gold', fromSpend: MILLION_DOLLARS, perYardConcrete: 200, perTonAggregate: 50, isEnvironmentalChargeRemoved: false },
  {
    level: 3,
    name: 'Platinum',
    fromSpend: 5 * MILLION_DOLLARS,
    perYardConcrete: 300,
    perTonAggregate: 75,
    isEnvironmentalChargeRemoved: true,
  },
  {
    level: 4,
    name: 'Diamond',
    fromSpend: 15 * MILLION_DOLLARS,
    perYardConcrete: 400,
    perTonAggregate: 100,
    isEnvironmentalChargeRemoved: true,
  },
];

/** Returns what is wrong with configured tiers: a higher tier must start higher and never earn less. */
export function tierFaults(tiers: Tiers): string[] {
  const faults = tiers[0].fromSpend === 0 ? [] : [`${tiers[0].name} must start at 0`];
  for (const [index, tier] of tiers.slice(1).entries()) {
    const below = tiers[index] as Tier;
    if (tier.fromSpend <= below.fromSpend) faults.push(`${tier.name} must start above ${below.name}`);
    if (tier.perYardConcrete < below.perYardConcrete) faults.push(`${tier.name} earns less per yard than ${below.name}`);
    if (tier.perTonAggregate < below.perTonAggregate) faults.push(`${tier.name} earns less per ton than ${below.name}`);
    if (below.isEnvironmentalChargeRemoved && !tier.isEnvironmentalChargeRemoved) {
      faults.push(`${tier.name} pays the environmental charge that ${below.name} does not pay`);
    }
  }
  return faults;
}

/** Returns a tier's discount on purchased quantities, provided they are paid in time. */
export function discountFor(tier: Tier, { yards = 0, tons = 0 }: { yards?: number; tons?: number }): Cents {
  return lineAmount(tier.perYardConcrete, yards) + lineAmount(tier.perTonAggregate, tons);
}

/** Returns the next higher tier; undefined above the highest. */
export function tierAbove(level: TierLevel, tiers: Tiers = DEFAULT_TIERS): Tier | undefined {
  return tiers.find((tier) => tier.level > level);
}

/** Returns how far a year's spend reaches on the bar, in percent. Each tier is a quarter, linear inside (DSH-11). */
export function rewardsBarPosition(spend: Cents, tiers: Tiers = DEFAULT_TIERS): number {
  const { level, fromSpend } = tierOfSpend(spend, tiers);
  const until = tierAbove(level, tiers)?.fromSpend ?? barEnd(tiers);
  const within = Math.min(1, Math.max(0, spend - fromSpend) / (until - fromSpend));
  return (100 / tiers.length) * (level - 1 + within);
}

/** Spend at the end of the bar. The highest tier spans as much as the one before it. */
function barEnd([, , platinum, diamond]: Tiers): Cents {
  return diamond.fromSpend + (diamond.fromSpend - platinum.fromSpend);
}

/** Returns the next tier and the spend still missing; null above the highest. */
export function nextTier(spend: Cents, tiers: Tiers = DEFAULT_TIERS): { tier: Tier; missing: Cents } | null {
  const tier = tierAbove(tierOfSpend(spend, tiers).level, tiers);
  return tier ? { tier, missing: tier.fromSpend - spend } : null;
}

/** Returns the tier that a year's spend reaches. */
export function tierOfSpend(spend: Cents, tiers: Tiers = DEFAULT_TIERS): Tier {
  return tiers.findLast((tier) => spend >= tier.fromSpend) ?? tiers[0];
}
