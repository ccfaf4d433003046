import { pinColor } from '../pin-colors.ts';
import classes from './status-pin.module.css';

/** The status pin as on the map: a colored disc with its number. Hidden from screen readers, because the name is beside it. */
export function StatusPin({ statusId }: { statusId: number }) {
  const { fill, ink } = pinColor(statusId);
  return (
    <span className={classes.pin} style={{ background: fill, color: ink }} data-status={statusId} aria-hidden="true">
      {statusId}
    </span>
  );
}
