import { type Tier, type Tiers, tierAbove } from '@yardage/domain/rewards';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { REWARDS_MESSAGES as MESSAGES } from './dashboard.messages.ts';

const MILLION = 100_000_000;
const SILVER: Tier['level'] = 1;
const GOLD: Tier['level'] = 2;

/** Formats a threshold in cents as `$1M`. */
const millions = (cents: number): string => `$${cents / MILLION}M`;
const money = (cents: number): string => formatCurrency(cents / 100);

/** The reward tiers configured for this deployment. */
export const configuredTiers = (): Tiers => publicConfig().rewardTiers;

/** The colour of a tier's icon (DSH-09). */
export const TIER_COLOURS = { 1: 'grey', 2: 'amber', 3: 'cyan', 4: 'violet' } as const;

/** Returns the thresholds between the tiers, for the marks on the bar: `$1M`, `$5M`, `$15M`. */
export const thresholds = (tiers: Tiers): string[] => tiers.slice(1).map(({ fromSpend }) => millions(fromSpend));

/** Returns the yearly spend range of a tier as text. */
export function spendRange({ level, fromSpend }: Tier, tiers: Tiers): string {
  const until = tierAbove(level, tiers)?.fromSpend;
  if (until === undefined) return MESSAGES.andOver(millions(fromSpend));
  return level === SILVER ? MESSAGES.upTo(millions(until)) : MESSAGES.fromTo(millions(fromSpend), millions(until));
}

/** Returns the benefits of a tier in the wording of DSH-12 to DSH-15. */
export function benefitsOf(tier: Tier): string {
  return [...discountsOf(tier), ...(tier.isEnvironmentalChargeRemoved ? [MESSAGES.noEnvironmentalCharge] : [])].join(', ');
}

function discountsOf({ level, perYardConcrete, perTonAggregate }: Tier): string[] {
  const [perYard, perTon] = [money(perYardConcrete), money(perTonAggregate)];
  if (level === GOLD && perYardConcrete > 0 && perTonAggregate > 0) return [MESSAGES.plusBoth(perYard, perTon)];
  const perYardText = level === SILVER ? MESSAGES.ifPaidByTenth : level === GOLD ? MESSAGES.plusPerYard : MESSAGES.perYard;
  return [...(perYardConcrete > 0 ? [perYardText(perYard)] : []), ...(perTonAggregate > 0 ? [MESSAGES.perTon(perTon)] : [])];
}

/** Returns what a tier earns in total, because the wording of the benefits does not say what 'plus' adds to. */
export function earningsText({ perYardConcrete, perTonAggregate }: Tier): string {
  if (perYardConcrete === 0) return perTonAggregate === 0 ? '' : MESSAGES.earnsPerTon(money(perTonAggregate));
  if (perTonAggregate === 0) return MESSAGES.earns(money(perYardConcrete));
  return MESSAGES.earnsBoth(money(perYardConcrete), money(perTonAggregate));
}
