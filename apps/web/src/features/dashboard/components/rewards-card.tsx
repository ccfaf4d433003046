import { useQuery } from '@tanstack/react-query';
import type { CustomerSummary } from '@yardage/contract/dashboard';
import { centsOf } from '@yardage/domain/money';
import { nextTier, tierOfSpend } from '@yardage/domain/rewards';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { LineIcon } from '#web/patterns/icon.tsx';
import { summaryQuery } from '../dashboard.api.ts';
import { REWARDS_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import { configuredTiers, TIER_COLOURS } from '../rewards.ts';
import { QueryCard } from './query-card.tsx';
import { RewardsBar } from './rewards-bar.tsx';
import classes from './rewards-card.module.css';
import { TierBenefits } from './tier-benefits.tsx';

/** Only used here, so it is not in the list of icons that every page loads. */
const MEDAL = 'M10 8.5a4 4 0 100 8 4 4 0 000-8zM7.3 9.3L4.5 3h3l2.5 5.2L12.5 3h3l-2.8 6.3M10 11.5v2';

const cents = (dollars: number | null): number => centsOf(dollars ?? 0);

/** This year's spend and level, and separately the current tier, which depends on last year's spend (DSH-02, DSH-08 to DSH-15). */
export function RewardsCard() {
  const query = useQuery(summaryQuery(useCustomer(), 'rewards'));
  const year = Number(useFormats().today().slice(0, 4));
  return (
    <QueryCard title={MESSAGES.title} query={query} skeleton={6} aside={(summary) => <TierLabel summary={summary} year={year} />}>
      {(summary) => (
        <>
          <ThisYear spend={cents(summary.currentYearSpend)} year={year} />
          <TierBenefits current={tierOfSpend(cents(summary.previousYearSpend), configuredTiers())} />
        </>
      )}
    </QueryCard>
  );
}

/** The current tier, which depends on last year's spend (DSH-09, DSH-10). */
function TierLabel({ summary, year }: { summary: CustomerSummary; year: number }) {
  const tier = tierOfSpend(cents(summary.previousYearSpend), configuredTiers());
  return (
    <p className={classes.tier}>
      <span className={classes.badge} data-colour={TIER_COLOURS[tier.level]}>
        <LineIcon path={MEDAL} />
        {MESSAGES.tier(tier.name)}
      </span>
      <span className={classes.from}>{MESSAGES.tierFrom(String(year - 1), formatCurrency(summary.previousYearSpend))}</span>
    </p>
  );
}

function ThisYear({ spend, year }: { spend: number; year: number }) {
  const tiers = configuredTiers();
  const tier = tierOfSpend(spend, tiers);
  const next = nextTier(spend, tiers);
  const [spendText, level] = [formatCurrency(spend / 100), MESSAGES.level(tier.level, tier.name)];
  return (
    <div className={classes.year}>
      <p className={classes.spend}>
        <span className={classes.label}>{MESSAGES.thisYear(String(year))}</span>
        <span className={classes.figure}>{spendText}</span>
        <span className={classes.level}>{level}</span>
      </p>
      <RewardsBar tiers={tiers} spend={spend} label={MESSAGES.bar(spendText, level)} />
      <p className={classes.outlook}>
        {next ? MESSAGES.missing(formatCurrency(next.missing / 100), next.tier.name) : MESSAGES.highest}{' '}
        {MESSAGES.carriesOver(String(year + 1))}
      </p>
    </div>
  );
}
