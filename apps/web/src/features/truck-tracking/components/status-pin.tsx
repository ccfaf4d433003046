import { pinColor } from '../pin-colors.ts';
import classes from './status-pin.module.css';

/** A status as its pin looks on the map: a disc in its colour with its number; the word stands beside it. */
export function StatusPin({ statusId }: { statusId: number }) {
  const { fill, ink } = pinColor(statusId);
  return (
    <span className={classes.pin} style={{ background: fill, color: ink }} data-status={statusId} aria-hidden="true">
      {statusId}
    </span>
  );
}
