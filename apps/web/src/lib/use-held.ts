import { useEffect, useState } from 'react';

/** True while the flag is, and for at least the given time after it rose. */
export function useHeld(isOn: boolean, holdMs: number): boolean {
  const [heldUntilMs, setHeldUntilMs] = useState(() => (isOn ? performance.now() + holdMs : 0));
  const [isHeld, setIsHeld] = useState(isOn);

  if (isOn && !isHeld) {
    setIsHeld(true);
    setHeldUntilMs(performance.now() + holdMs);
  }

  useEffect(() => {
    if (isOn || !isHeld) return;
    const timer = setTimeout(() => setIsHeld(false), Math.max(0, heldUntilMs - performance.now()));
    return () => clearTimeout(timer);
  }, [isOn, isHeld, heldUntilMs]);

  return isOn || isHeld;
}
