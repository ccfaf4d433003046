import type { Page } from 'playwright-core';

const DAY_MS = 86_400_000;
/** So long after midnight 'today' may still be empty: the demo world's deliveries of the moment began yesterday. */
const QUIET_HOURS = 5;
const FIRST_DAYS = ['fromDate', 'startDate'];

/** The day that it is in a time zone, some days on. */
export const dayIn = (timeZone: string, days = 0): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(Date.now() + days * DAY_MS));

/** A list's address, from yesterday on instead of from today where the day has only just begun; what a page itself asked for stays as it is. */
export function livelyUrl(address: string, timeZone: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
  const url = new URL(address);
  for (const name of FIRST_DAYS) {
    if (hour < QUIET_HOURS && url.searchParams.get(name) === dayIn(timeZone)) url.searchParams.set(name, dayIn(timeZone, -1));
  }
  return url.href;
}

/** Has the lists of a page that begin today begin yesterday where the day has only just begun, so that tests find rows at any hour. */
export async function keepLively(page: Page, timeZone: string): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/api/customers/') && livelyUrl(url.href, timeZone) !== url.href,
    (route) => route.continue({ url: livelyUrl(route.request().url(), timeZone) }),
  );
}
