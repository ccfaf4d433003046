import { useEffect, useState } from 'react';
import { serverTime } from './http/server-clock.ts';

/** Calls a function every `periodMs`, and when the page is shown again: in the background its timers stand still. Returns how to stop. */
export function everyPeriod(periodMs: number, tell: () => void): () => void {
  const timer = setInterval(tell, periodMs);
  document.addEventListener('visibilitychange', tell);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tell);
  };
}

/** Returns the current time, updated every `periodMs`. For relative times. */
export function useNow(periodMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => everyPeriod(periodMs, () => setNow(Date.now())), [periodMs]);
  return now;
}

/** Returns what time it is at the server, updated every `periodMs`. For the age of moments that the server tells. */
export function useServerNow(periodMs: number): number {
  return serverTime(useNow(periodMs));
}
