import classes from './skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number;
}

/** One bar of a skeleton. It appears after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ width = '100%', height = 14 }: SkeletonProps) {
  return <span className={classes.skeleton} style={{ width, height }} aria-hidden="true" />;
}
