/** Lengths of time in milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day without a change of the clocks. Days of the calendar are counted in `dates.ts`. */
export const DAY_MS = 24 * HOUR_MS;

/** Rounds a moment up to the next minute, for the beginning of a time that is shown in minutes: rounded down, it would be too early. */
export function roundedUpToMinute(moment: string): string {
  const minutes = Math.ceil(Date.parse(moment) / MINUTE_MS);
  return Number.isNaN(minutes) ? '' : new Date(minutes * MINUTE_MS).toISOString();
}
