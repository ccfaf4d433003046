import { type Way, WayLink } from '#web/features/dashboard/components/way.tsx';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { StillLoading } from '#web/patterns/still-loading.tsx';
import { DASHBOARD_MESSAGES as MESSAGES } from './dashboard.messages.ts';
import classes from './glance-tile.module.css';

interface GlanceTileProps {
  label: string;
  icon: IconName;
  /** Link to the page with details; null if the user may not open it. */
  way: Way | null;
  query: { data: unknown; isError: boolean };
  figure: string;
  note: string;
  isLive?: boolean;
}

/** One figure of the day. It shows its own error if it cannot be loaded. */
export function GlanceTile({ label, icon, way, query, figure, note, isLive = false }: GlanceTileProps) {
  const isThere = query.data !== undefined;
  return (
    <WayLink way={way} className={classes.tile}>
      <span className={classes.label}>
        <Icon name={icon} size={16} className={classes.icon} />
        {label}
      </span>
      <span className={classes.figure}>
        <span className={classes.value} data-live={isLive || undefined}>
          {isThere ? figure : query.isError ? MESSAGES.none : <Skeleton width={96} height={24} />}
        </span>
      </span>
      <span className={classes.note}>{isThere ? note : query.isError ? MESSAGES.tileFailed : <TileLoading />}</span>
    </WayLink>
  );
}

function TileLoading() {
  return (
    <>
      <Skeleton width={140} />
      <StillLoading />
    </>
  );
}

/** Skeleton of a tile. */
export function GlanceBones() {
  return (
    <div className={classes.tile}>
      <span className={classes.label}>
        <Skeleton width={110} />
      </span>
      <span className={classes.figure}>
        <Skeleton width={96} height={24} />
      </span>
      <span className={classes.note}>
        <Skeleton width={140} />
      </span>
    </div>
  );
}
