import { useEffect, useState } from 'react';

/** Open only after the first paint: a layer whose script has just come opens like any other, and knows where the focus was before it. */
export function useOpened(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted && isOpen;
}
