import { useEffect, useState } from 'react';

/** Returns false until after the first render, so that a lazily loaded layer animates and remembers the previous focus like any other. */
export function useOpened(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted && isOpen;
}
