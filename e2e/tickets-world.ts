import type { TicketRow } from '@yardage/contract/tickets';
import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { dayIn, recentUrl } from './harness/recent-days.ts';
import { toastRegion } from './harness/toasts.ts';
import type { OrderWorld } from './order-detail-world.ts';

const TICKETS_LIST = /\/api\/customers\/[^/]+\/tickets$/;

/** Days in the demo world's past in which every ticket has an invoice. */
const INVOICED_DAYS = { from: -45, to: -25 };

/** Returns the path of the list with invoiced tickets. */
export function invoicedPath({ manager }: OrderWorld, more = ''): string {
  const { timeZone } = manager.customer;
  return `/tickets?from=${dayIn(timeZone, INVOICED_DAYS.from)}&to=${dayIn(timeZone, INVOICED_DAYS.to)}${more}`;
}

/** Returns the server's tickets in the default range and order. */
export async function standardTickets({ manager }: OrderWorld): Promise<TicketRow[]> {
  const { timeZone } = manager.customer;
  const { search } = new URL(recentUrl(`http://list/?startDate=${dayIn(timeZone)}&endDate=${dayIn(timeZone, 6)}&pageSize=100`, timeZone));
  const path = `tickets${search}`;
  return (await manager.get<{ items: TicketRow[] }>(path)).body.items;
}

/** Changes the rows in the server's response to the list. */
export async function changeTickets(page: Page, change: (tickets: TicketRow[]) => TicketRow[]): Promise<void> {
  await page.route(
    ({ pathname }) => TICKETS_LIST.test(pathname),
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { items: TicketRow[] };
      const items = change(body.items);
      const counts = { totalCount: items.length, isTotalExact: true, totalPages: items.length > 0 ? 1 : 0, hasNextPage: false };
      await route.fulfill({ response: answer, json: { ...body, ...counts, items } });
    },
  );
}

/** Returns an array that collects the queries of all further tickets list requests. */
export function watchLists(page: Page, asked: URLSearchParams[] = []): URLSearchParams[] {
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (TICKETS_LIST.test(pathname)) asked.push(searchParams);
  });
  return asked;
}

/** Returns the table's rows. */
export const rowsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Tickets' }).locator('tbody tr:has(th[scope=row])');

/** Checks the boxes of the first rows, also on cards. */
export async function choose(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select \d/ });
  for (let index = 0; index < count; index += 1) await boxes.nth(index).check();
}

/** Waits for the first rows. */
export async function untilListed(page: Page): Promise<void> {
  await page.locator('main tbody th[scope=row] a, main li a').first().waitFor();
}

/** Waits for a toast with these lines. */
export async function expectToast(page: Page, ...lines: (string | RegExp)[]): Promise<void> {
  const toast = toastRegion(page);
  for (const line of lines) await toast.getByText(line, { exact: true }).waitFor();
}

/** Expects that all columns fit a common window. In a narrower one some columns are hidden, and the row's actions stay visible. */
export async function seesEveryColumn(page: Page): Promise<void> {
  const hiddenPx = () => page.locator('div:has(> table)').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await hiddenPx()).toBe(0);
  const cut = (texts: Locator) =>
    texts.evaluateAll((cells) =>
      cells.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth).map((cell) => cell.textContent),
    );
  expect(await cut(rowsOf(page).locator('td:nth-child(3), td:nth-child(3) *')), 'statuses that are cut off').toEqual([]);
  expect(await cut(page.locator('thead th button > span')), 'headings that are cut off').toEqual([]);
  const before = page.viewportSize();
  // The address column shrinks for a scroll bar. This browser shows none, so a border of that width replaces it.
  await page.setViewportSize({ width: 1600, height: 800 });
  const address = page.getByRole('columnheader', { name: 'Job address' });
  await expect.poll(() => address.boundingBox().then((box) => box?.width)).toBeGreaterThan(200);
  await page.locator('div:has(> table)').evaluate(({ style }) => (style.borderRight = '15px solid'));
  await expect.poll(hiddenPx).toBe(0);
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.getByRole('columnheader', { name: 'Truck' }).waitFor({ state: 'detached' });
  expect(await hiddenPx()).toBe(0);
  const chat = await page
    .getByRole('button', { name: /^Message dispatch/ })
    .first()
    .boundingBox();
  expect((chat?.x ?? 0) + (chat?.width ?? 0)).toBeLessThanOrEqual(1024);
  if (before) await page.setViewportSize(before);
}
