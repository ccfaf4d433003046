import { ORDERS_MESSAGES } from '../orders.messages.ts';
import classes from './live-mark.module.css';

/** Says that the list refreshes itself. */
export function LiveMark() {
  return (
    <span className={classes.live} title={ORDERS_MESSAGES.liveHint}>
      <span className={classes.dot} />
      {ORDERS_MESSAGES.live}
    </span>
  );
}
