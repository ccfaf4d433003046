import { useEffect, useState } from 'react';
import { serverTime } from './http/server-clock.ts';

/** Returns the current time, updated every `periodMs`. For relative times. */
export function useNow(periodMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), periodMs);
    return () => clearInterval(timer);
  }, [periodMs]);
  return now;
}

/** Returns what time it is at the server, updated every `periodMs`. For the age of moments that the server tells. */
export function useServerNow(periodMs: number): number {
  return serverTime(useNow(periodMs));
}
