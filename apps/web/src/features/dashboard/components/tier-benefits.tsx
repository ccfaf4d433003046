import { TIER_NAMES } from '@yardage/domain/names.messages';
import type { Tier } from '@yardage/domain/rewards';
import { useId, useState } from 'react';
import { REWARDS_MESSAGES as MESSAGES } from '../dashboard.messages.ts';
import { benefitsOf, configuredTiers, earningsText, spendRange } from '../rewards.ts';
import classes from './tier-benefits.module.css';
import { ToggleLine } from './toggle-line.tsx';

/** Benefits of the current tier; a click shows all tiers. The current one is marked with text, not only by style (DSH-12 to DSH-15). */
export function TierBenefits({ current }: { current: Tier }) {
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
                <span className={classes.name}>{TIER_NAMES[tier.name]}</span>
                {tier === current ? <span className={classes.yours}>{MESSAGES.yours}</span> : null}
              </th>
              <td className={classes.spend} data-extra>
                {spendRange(tier, tiers)}
              </td>
              <td>{benefitsOf(tier).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.earns}>{earningsText(current)}</p>
      <ToggleLine isOpen={isOpen} controls={tableId} onToggle={setIsOpen}>
        {isOpen ? MESSAGES.yourTier : MESSAGES.allTiers}
      </ToggleLine>
    </div>
  );
}
