import { useSyncExternalStore } from 'react';
import { everyPeriod } from '#web/lib/use-now.ts';
import { useFormats } from './use-formats.ts';

/** A timer for midnight would be late after the device has slept. */
const LOOK_EVERY_MS = 20_000;
const watchClock = (onTick: () => void) => everyPeriod(LOOK_EVERY_MS, onTick);

/** Returns today as `yyyy-MM-dd` in the time zone of `useFormats`. A page that stays open overnight shows the new day. */
export function useToday(recordsTimeZone?: string): string {
  const { today } = useFormats(recordsTimeZone);
  return useSyncExternalStore(watchClock, today, today);
}
