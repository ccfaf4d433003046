import { useEffect, useState } from 'react';

/** How long the panel shows that it is loading after another order was selected (ORD-15). */
const SETTLE_MS = 800;

/** True from the moment another record is selected until its time is over. */
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
