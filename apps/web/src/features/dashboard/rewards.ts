import { type Tier, type Tiers, tierAbove } from '@yardage/domain/rewards';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { REWARDS_MESSAGES as WORDS } from './dashboard.messages.ts';

const MILLION = 100_000_000;
const SILVER: Tier['level'] = 1;
const GOLD: Tier['level'] = 2;

/** `$1M` of a threshold in cents. */
const millions = (cents: number): string => `$${cents / MILLION}M`;
const money = (cents: number): string => formatCurrency(cents / 100);

/** The tiers of this deployment. */
export const configuredTiers = (): Tiers => publicConfig().rewardTiers;

/** The colour of a tier's icon (DSH-09). */
export const TIER_COLOURS = { 1: 'grey', 2: 'amber', 3: 'cyan', 4: 'violet' } as const;

/** The spends between the tiers, as the bar's marks: `$1M`, `$5M`, `$15M`. */
export const thresholds = (tiers: Tiers): string[] => tiers.slice(1).map(({ fromSpend }) => millions(fromSpend));

/** The yearly spend that a tier takes. */
export function spendRange({ level, fromSpend }: Tier, tiers: Tiers): string {
  const until = tierAbove(level, tiers)?.fromSpend;
  if (until === undefined) return WORDS.andOver(millions(fromSpend));
  return level === SILVER ? WORDS.upTo(millions(until)) : WORDS.fromTo(millions(fromSpend), millions(until));
}

/** What a tier brings, in the words of DSH-12 to DSH-15. */
export function benefitsOf(tier: Tier): string[] {
  const perYard = money(tier.perYardConcrete);
  if (tier.level === SILVER) return [WORDS.ifPaidByTenth(perYard)];
  return [
    tier.level === GOLD ? WORDS.plusPerYard(perYard) : WORDS.perYard(perYard),
    WORDS.perTon(money(tier.perTonAggregate)),
    ...(tier.isEnvironmentalChargeRemoved ? [WORDS.noEnvironmentalCharge] : []),
  ];
}

/** What a tier earns in all, as plain figures: the wording of the benefits leaves open what 'plus' adds to. */
export function earningsText({ perYardConcrete, perTonAggregate }: Tier): string {
  const perTon = perTonAggregate > 0 ? money(perTonAggregate) : null;
  return WORDS.earns(money(perYardConcrete), perTon);
}
