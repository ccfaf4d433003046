import { useEffect, useRef, useState } from 'react';

/** True while the flag is, and for at least the given time after it was first shown so. */
export function useHeld(isOn: boolean, holdMs: number): boolean {
  const [isHeld, setIsHeld] = useState(isOn);
  const shownAtMs = useRef(0);
  if (isOn && !isHeld) setIsHeld(true);

  // Counted from when it is on the screen; a busy browser may take its time to bring it there.
  useEffect(() => {
    if (isHeld) shownAtMs.current = performance.now();
  }, [isHeld]);

  useEffect(() => {
    if (isOn || !isHeld) return;
    const timer = setTimeout(() => setIsHeld(false), Math.max(0, shownAtMs.current + holdMs - performance.now()));
    return () => clearTimeout(timer);
  }, [isOn, isHeld, holdMs]);

  return isOn || isHeld;
}
