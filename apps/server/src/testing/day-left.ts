import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, SECOND_MS } from '@yardage/domain/durations';

/** Longer than the tests of a file usually take. */
const NEEDED_MS = 100 * SECOND_MS;

/** Returns how long to wait until the day of a time zone has enough time left. */
export function waitForDayMs(now: Date, timeZone: string, neededMs = NEEDED_MS): number {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(now);
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const leftMs = DAY_MS - ((hours * 60 + minutes) * 60 + seconds) * SECOND_MS;
  return leftMs > neededMs ? 0 : leftMs + SECOND_MS;
}

/** Waits while the day is about to end, for tests that compare a day they read at the beginning with what the server computes later. */
export async function untilDayIsLong(timeZone: string, neededMs?: number): Promise<void> {
  await pause(waitForDayMs(new Date(), timeZone, neededMs));
}
