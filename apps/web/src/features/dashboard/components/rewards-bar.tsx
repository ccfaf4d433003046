import { rewardsBarPosition, TIERS } from '@yardage/domain/rewards';
import { THRESHOLDS } from '../rewards.ts';
import classes from './rewards-bar.module.css';

const QUARTER = 100 / TIERS.length;

/** A quarter of the bar for each tier, with the spends between them; filled as far as this year's spend reaches (DSH-11). */
export function RewardsBar({ spend, label }: { spend: number; label: string }) {
  const position = rewardsBarPosition(spend);
  return (
    <div role="img" aria-label={label}>
      <div className={classes.bar}>
        {TIERS.map(({ level, name }) => (
          <span key={level} className={classes.quarter} data-tier={name}>
            <span className={classes.filled} style={{ width: `${clamp((position - QUARTER * (level - 1)) / QUARTER) * 100}%` }} />
          </span>
        ))}
        <span className={classes.marker} style={{ left: `${position}%` }} />
      </div>
      <div className={classes.marks}>
        {TIERS.map(({ level, name }) => (
          <span key={level} className={classes.name}>
            {name}
          </span>
        ))}
        {THRESHOLDS.map((threshold, index) => (
          <span key={threshold} className={classes.threshold} style={{ left: `${QUARTER * (index + 1)}%` }}>
            {threshold}
          </span>
        ))}
      </div>
    </div>
  );
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
