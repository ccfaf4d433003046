import { useEffect, useState } from 'react';

/** How long a log that was just filled is left alone by screen readers. */
const FILLING_MS = 1000;

/** Returns false until the messages that a log opens with are there, so that screen readers do not read out the whole conversation. */
export function useIsFilled(isLoaded: boolean): boolean {
  const [isFilled, setIsFilled] = useState(false);
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => setIsFilled(true), FILLING_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  return isFilled;
}
