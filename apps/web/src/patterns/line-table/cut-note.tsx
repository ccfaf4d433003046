import { formatNumber } from '@yardage/domain/quantities';
import { CUT_NOTE_MESSAGES as MESSAGES } from './cut-note.messages.ts';
import classes from './line-table.module.css';

interface CutNoteProps {
  shown: number;
  /** How many there are; `more` if nobody counts them, undefined while that is not known. */
  count: number | 'more' | undefined;
  /** Whether the first or the last ones are shown. Those that nobody counts are the last ones. */
  which?: 'first' | 'last';
}

/** Says below a list how many there are, if not all of them are shown. */
export function CutNote({ shown, count = 0, which = 'last' }: CutNoteProps) {
  if (count !== 'more' && count <= shown) return null;
  const text = count === 'more' ? MESSAGES.lastOfMore(formatNumber(shown)) : MESSAGES[which](formatNumber(shown), formatNumber(count));
  return <p className={classes.cut}>{text}</p>;
}
