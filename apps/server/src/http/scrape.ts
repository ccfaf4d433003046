import { setTimeout as pause } from 'node:timers/promises';

/** Less than the timeout of a metrics scrape. */
const READ_TIMEOUT_MS = 2000;

/** Waits for the value of a metric. Returns undefined if it fails or takes too long, so that the other metrics are still served. */
export function forScrape<T>(reading: Promise<T>): Promise<T | undefined> {
  return Promise.race([reading.catch(() => undefined), pause(READ_TIMEOUT_MS, undefined, { ref: false })]);
}
