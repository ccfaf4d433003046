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

/** The tier that a year's spend reaches. */
export function tierOfSpend(spend: Cents): Tier {
  return TIERS.findLast((tier) => spend >= tier.fromSpend) ?? TIERS[0];
}
