import { TIERS, type Tier } from '@yardage/domain/rewards';
import { REWARDS_MESSAGES as WORDS } from '../dashboard.messages.ts';
import { benefitsOf, spendRange } from '../rewards.ts';
import classes from './tier-benefits.module.css';

/** What each tier brings; the one that holds now is marked by a word (DSH-12 to DSH-15). */
export function TierBenefits({ current }: { current: Tier }) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={WORDS.benefits}>
        <tbody>
          {TIERS.map((tier) => (
            <tr key={tier.level} data-current={tier === current || undefined}>
              <th scope="row">
                <span className={classes.name}>{tier.name}</span>
                {tier === current ? <span className={classes.yours}>{WORDS.yours}</span> : null}
              </th>
              <td className={classes.spend} data-extra>
                {spendRange(tier)}
              </td>
              <td>{benefitsOf(tier).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
