import { useEffect, useState } from 'react';
import { serverTime } from './http/server-clock.ts';
import { sharedTimers } from './timers.ts';

/** Calls a function every `periodMs`, and when the page is shown again, because timers pause in the background. Returns how to stop. */
export function everyPeriod(periodMs: number, onTick: () => void): () => void {
  const timer = sharedTimers.setInterval(onTick, periodMs);
  document.addEventListener('visibilitychange', onTick);
  return () => {
    sharedTimers.clearInterval(timer);
    document.removeEventListener('visibilitychange', onTick);
  };
}

/** Returns the current time, updated every `periodMs`. For relative times. */
export function useNow(periodMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => everyPeriod(periodMs, () => setNow(Date.now())), [periodMs]);
  return now;
}

/** Returns the server's current time, updated every `periodMs`. For the age of timestamps of the server. */
export function useServerNow(periodMs: number): number {
  return serverTime(useNow(periodMs));
}
