import classes from './page-skeleton.module.css';
import { Skeleton } from './skeleton.tsx';
import { StillLoading } from './still-loading.tsx';

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
