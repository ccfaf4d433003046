import { useEffect, useState } from 'react';
import classes from './skeleton.module.css';
import { STILL_LOADING_MESSAGES } from './still-loading.messages.ts';

interface SkeletonProps {
  width?: number | string;
  height?: number;
}

/** One bar of a skeleton. It appears after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ width = '100%', height = 14 }: SkeletonProps) {
  return <span className={classes.skeleton} style={{ width, height }} aria-hidden="true" />;
}

const ROWS = ['92%', '78%', '85%', '64%', '88%', '72%'];

/** Skeleton of a page whose layout is not known yet: a line of context, a row of filters and a card with rows. */
export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <StillLoading />
      <Skeleton width={280} />
      <Skeleton width={420} height={32} />
      <div className={classes.card}>
        {ROWS.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  );
}

/** After this time, a skeleton alone looks like a frozen page. */
const LONG_WAIT_AFTER_MS = 10_000;

/** Says after a while that something is still loading. Place it in a skeleton. */
export function StillLoading() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_WAIT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // Empty at first, because screen readers do not announce a status that appears together with its text.
  return (
    <span className={isLong ? classes.text : classes.silent} role="status">
      {isLong ? STILL_LOADING_MESSAGES.stillLoading : null}
    </span>
  );
}
