import { LIVE_MARK_WORDS as WORDS } from './live-mark.messages.ts';
import classes from './live-mark.module.css';

/** Shows that the content refreshes itself. */
export function LiveMark() {
  return (
    <span className={classes.live} title={WORDS.hint}>
      <span className={classes.dot} />
      {WORDS.live}
    </span>
  );
}
