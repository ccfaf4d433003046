import { LIVE_MARK_MESSAGES as MESSAGES } from './live-mark.messages.ts';
import classes from './live-mark.module.css';

/** Shows that the content refreshes itself. */
export function LiveMark() {
  return (
    <span className={classes.live} title={MESSAGES.hint}>
      <span className={classes.dot} />
      {MESSAGES.live}
    </span>
  );
}
