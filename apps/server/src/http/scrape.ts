import { setTimeout as pause } from 'node:timers/promises';

/** Less than those who scrape wait for the whole page. */
const PATIENCE_MS = 2000;

/** A figure of the metrics page that has to be read first; unknown while it cannot be had, so that all others are told even then. */
export function forScrape<T>(reading: Promise<T>): Promise<T | undefined> {
  return Promise.race([reading.catch(() => undefined), pause(PATIENCE_MS, undefined, { ref: false })]);
}
