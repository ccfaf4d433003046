import { DAY_MS } from '@yardage/domain/durations';
import type { Page } from 'playwright-core';

/** In these first hours after midnight, 'today' may still be empty: the demo world's current deliveries began yesterday. */
const QUIET_HOURS = 5;
const FIRST_DAYS = ['fromDate', 'startDate'];

/** Returns the current day in a time zone, shifted by some days. */
export const dayIn = (timeZone: string, days = 0): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(Date.now() + days * DAY_MS));

/** Returns a list's URL. If it starts today and the day has just begun, it starts yesterday instead; other start dates are unchanged. */
export function recentUrl(address: string, timeZone: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
  const url = new URL(address);
  for (const name of FIRST_DAYS) {
    if (hour < QUIET_HOURS && url.searchParams.get(name) === dayIn(timeZone)) url.searchParams.set(name, dayIn(timeZone, -1));
  }
  return url.href;
}

/** Makes lists that start today start yesterday if the day has just begun, so that tests find rows at any hour. */
export async function keepDataRecent(page: Page, timeZone: string): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/api/customers/') && recentUrl(url.href, timeZone) !== url.href,
    (route) => route.continue({ url: recentUrl(route.request().url(), timeZone) }),
  );
}
