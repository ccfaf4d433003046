import { rewardsBarPosition, type Tiers } from '@yardage/domain/rewards';
import { thresholds } from '../rewards.ts';
import classes from './rewards-bar.module.css';

/** Bar with one quarter per tier and the thresholds between them, filled up to this year's spend (DSH-11). */
export function RewardsBar({ spend, label, tiers }: { spend: number; label: string; tiers: Tiers }) {
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
            {name}
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
