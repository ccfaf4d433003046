import { useQuery } from '@tanstack/react-query';
import type { CustomerSummary } from '@yardage/contract/dashboard';
import { centsOf } from '@yardage/domain/money';
import { TIER_NAMES } from '@yardage/domain/names.messages';
import { nextTier, rewardsBarPosition, type Tier, type Tiers, tierOfSpend } from '@yardage/domain/rewards';
import { useId, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { LineIcon } from '#web/patterns/icon.tsx';
import { summaryQuery } from '../dashboard.api.ts';
import { REWARDS_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import { benefitsOf, configuredTiers, earningsText, spendRange, TIER_COLOURS, thresholds } from '../rewards.ts';
import { QueryCard, ToggleLine } from './query-card.tsx';
import classes from './rewards-card.module.css';

/** Only used here, so it is not in the list of icons that every page loads. */
const MEDAL = 'M10 8.5a4 4 0 100 8 4 4 0 000-8zM7.3 9.3L4.5 3h3l2.5 5.2L12.5 3h3l-2.8 6.3M10 11.5v2';

const cents = (dollars: number | null): number => centsOf(dollars ?? 0);

/** This year's spend and level, and separately the current tier, which depends on last year's spend (DSH-02, DSH-08 to DSH-15). */
export function RewardsCard() {
  const query = useQuery(summaryQuery(useCustomer(), 'rewards'));
  const year = Number(useToday().slice(0, 4));
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
        {MESSAGES.tier(TIER_NAMES[tier.name])}
      </span>
      <span className={classes.from}>{MESSAGES.tierFrom(String(year - 1), formatCurrency(summary.previousYearSpend))}</span>
    </p>
  );
}

function ThisYear({ spend, year }: { spend: number; year: number }) {
  const tiers = configuredTiers();
  const tier = tierOfSpend(spend, tiers);
  const next = nextTier(spend, tiers);
  const [spendText, level] = [formatCurrency(spend / 100), MESSAGES.level(tier.level, TIER_NAMES[tier.name])];
  return (
    <div className={classes.year}>
      <p className={classes.spend}>
        <span className={classes.label}>{MESSAGES.thisYear(String(year))}</span>
        <span className={classes.figure}>{spendText}</span>
        <span className={classes.level}>{level}</span>
      </p>
      <RewardsBar tiers={tiers} spend={spend} label={MESSAGES.bar(spendText, level)} />
      <p className={classes.outlook}>
        {next ? MESSAGES.missing(formatCurrency(next.missing / 100), TIER_NAMES[next.tier.name]) : MESSAGES.highest}{' '}
        {MESSAGES.carriesOver(String(year + 1))}
      </p>
    </div>
  );
}

/** Bar with one quarter per tier and the thresholds between them, filled up to this year's spend (DSH-11). */
function RewardsBar({ spend, label, tiers }: { spend: number; label: string; tiers: Tiers }) {
  const position = rewardsBarPosition(spend, tiers);
  const quarter = 100 / tiers.length;
  return (
    <div role="img" aria-label={label}>
      <div className={classes.bar}>
        {tiers.map(({ level, name }) => (
          <span key={level} className={classes.quarter} data-tier={name}>
            <span className={classes.filled} style={{ width: `${clamp((position - quarter * (level - 1)) / quarter) * 100}%` }} />
          </span>
        ))}
        <span className={classes.marker} style={{ left: `${position}%` }} />
      </div>
      <div className={classes.marks}>
        {tiers.map(({ level, name }) => (
          <span key={level} className={classes.name}>
            {TIER_NAMES[name]}
          </span>
        ))}
        {thresholds(tiers).map((threshold, index) => (
          <span key={threshold} className={classes.threshold} style={{ left: `${quarter * (index + 1)}%` }}>
            {threshold}
          </span>
        ))}
      </div>
    </div>
  );
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** Benefits of the current tier; a click shows all tiers. The current one is marked with text, not only by style (DSH-12 to DSH-15). */
function TierBenefits({ current }: { current: Tier }) {
  const [isOpen, setIsOpen] = useState(false);
  const tiers = configuredTiers();
  const tableId = useId();
  return (
    <div className={classes.frame}>
      <table id={tableId} className={classes.table} aria-label={isOpen ? MESSAGES.benefits : MESSAGES.yourBenefits}>
        <tbody>
          {(isOpen ? tiers : [current]).map((tier) => (
            <tr key={tier.level} data-current={tier === current || undefined}>
              <th scope="row">
                <span className={classes.tierBenefitsName}>{TIER_NAMES[tier.name]}</span>
                {tier === current ? <span className={classes.yours}>{MESSAGES.yours}</span> : null}
              </th>
              <td className={classes.tierBenefitsSpend} data-extra>
                {spendRange(tier, tiers)}
              </td>
              <td>{benefitsOf(tier)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {earningsText(current) ? <p className={classes.earns}>{earningsText(current)}</p> : null}
      <ToggleLine isOpen={isOpen} controls={tableId} onToggle={setIsOpen}>
        {isOpen ? MESSAGES.yourTier : MESSAGES.allTiers}
      </ToggleLine>
    </div>
  );
}
