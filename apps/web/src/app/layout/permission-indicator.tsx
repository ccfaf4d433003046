import { useEffect, useRef, useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import classes from './shell.module.css';

/** The minimum time for which the indicator is shown (PER-15). */
const HOLD_MS = 1000;

/** A thin moving line under the header while the permissions load, shown for at least a second (PER-15). */
export function PermissionIndicator() {
  const isShown = useHeld(useAccess().status === 'loading');
  return (
    <div className={classes.place} role="status">
      {isShown ? <div className="moving-line" role="progressbar" aria-label={LAYOUT_MESSAGES.loadingPermissions} /> : null}
    </div>
  );
}

/**
 * Whether the indicator is shown: while the permissions load, and for at least a second. It begins with true, because they may have loaded
 * before the first render.
 */
function useHeld(isLoading: boolean): boolean {
  const [isHeld, setIsHeld] = useState(true);
  const shownAtMs = useRef(0);
  if (isLoading && !isHeld) setIsHeld(true);

  // Measured from the frame that shows it, because a busy browser paints late. A hidden tab has no frames.
  useEffect(() => {
    if (!isHeld) return;
    const note = (): void => {
      shownAtMs.current = performance.now();
    };
    note();
    const frame = requestAnimationFrame(note);
    return () => cancelAnimationFrame(frame);
  }, [isHeld]);

  useEffect(() => {
    if (isLoading || !isHeld) return;
    const restMs = (): number => Math.max(0, shownAtMs.current + HOLD_MS - performance.now());
    const end = (): void => {
      if (restMs() > 0) timer = setTimeout(end, restMs());
      else setIsHeld(false);
    };
    let timer = setTimeout(end, restMs());
    return () => clearTimeout(timer);
  }, [isLoading, isHeld]);

  return isLoading || isHeld;
}
