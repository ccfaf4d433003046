import { useDeferredValue } from 'react';

/**
 * Returns whether a large part of the page may be shown: true shortly after `isReady` became true. React renders that part in small steps
 * meanwhile, so that taps and typing are answered. A part that is ready from the beginning is shown at once.
 */
export function useGradualStart(isReady: boolean): boolean {
  const isPrepared = useDeferredValue(isReady);
  return isReady && isPrepared;
}
