import { useDeferredValue } from 'react';

/**
 * Returns whether a large part of the page may be shown: true shortly after `isReady` became true. React renders that part in small steps
 * meanwhile, so that taps and typing are answered. A part that is ready from the beginning is shown at once, unless it is covered by something
 * that shows the same: then it gets a step of its own, after what is around it.
 */
export function useGradualStart(isReady: boolean, isCovered = false): boolean {
  const isPrepared = useDeferredValue(isReady, isCovered ? false : isReady);
  return isReady && isPrepared;
}
