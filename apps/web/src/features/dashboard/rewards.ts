import { TIERS, type Tier, tierAbove } from '@yardage/domain/rewards';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { REWARDS_MESSAGES as WORDS } from './dashboard.messages.ts';

const MILLION = 100_000_000;
const GOLD: Tier['level'] = 2;

/** `$1M` of a threshold in cents. */
const millions = (cents: number): string => `$${cents / MILLION}M`;
const money = (cents: number): string => formatCurrency(cents / 100);

/** The colour of a tier's icon (DSH-09). */
export const TIER_COLOURS = { 1: 'grey', 2: 'amber', 3: 'cyan', 4: 'violet' } as const;

/** The spends between the tiers, as the bar's marks: `$1M`, `$5M`, `$15M`. */
export const THRESHOLDS: readonly string[] = TIERS.slice(1).map(({ fromSpend }) => millions(fromSpend));

/** The yearly spend that a tier takes. */
export function spendRange({ level, fromSpend }: Tier): string {
  const until = tierAbove(level)?.fromSpend;
  if (until === undefined) return WORDS.andOver(millions(fromSpend));
  return level === 1 ? WORDS.upTo(millions(until)) : WORDS.fromTo(millions(fromSpend), millions(until));
}

/** The tiers whose benefits somebody of a tier has: Gold's come on top of Silver's. */
export function tiersHeldWith(tier: Tier): readonly Tier[] {
  return tier.level === GOLD ? TIERS.filter(({ level }) => level <= GOLD) : [tier];
}

/** What a tier brings, in the words of DSH-12 to DSH-15; Gold is told as what it adds to Silver. */
export function benefitsOf(tier: Tier): string[] {
  const [silver] = TIERS;
  if (tier.level === silver.level) return [WORDS.ifPaidByTenth(money(tier.perYardConcrete))];
  const perYard =
    tier.level === GOLD
      ? WORDS.plusPerYard(money(tier.perYardConcrete - silver.perYardConcrete))
      : WORDS.perYard(money(tier.perYardConcrete));
  return [perYard, WORDS.perTon(money(tier.perTonAggregate)), ...(tier.isEnvironmentalChargeRemoved ? [WORDS.noEnvironmentalCharge] : [])];
}
