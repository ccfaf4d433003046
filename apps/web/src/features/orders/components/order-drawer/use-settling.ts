import { useEffect, useState } from 'react';

/** Minimum time that the drawer shows its skeleton after another order was selected (ORD-15). */
const SETTLE_MS = 800;

/** Returns true for `settleMs` after another order was selected. */
export function useSettling(selected: number | undefined, settleMs = SETTLE_MS): boolean {
  const [settled, setSettled] = useState<number | undefined>();
  useEffect(() => {
    if (selected === undefined) {
      setSettled(undefined);
      return;
    }
    const timer = setTimeout(() => setSettled(selected), settleMs);
    return () => clearTimeout(timer);
  }, [selected, settleMs]);
  return selected !== undefined && selected !== settled;
}
