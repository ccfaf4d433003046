import { useEffect, useRef, useState } from 'react';

/** Returns true while the flag is set, and for at least `holdMs` after it was first rendered. */
export function useHeld(isOn: boolean, holdMs: number): boolean {
  const [isHeld, setIsHeld] = useState(isOn);
  const shownAtMs = useRef(0);
  if (isOn && !isHeld) setIsHeld(true);

  // Measured from the render, because a busy browser may render late.
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
