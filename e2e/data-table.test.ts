import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopClock } from './harness/clock.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected, withoutHub } from './harness/network.ts';
import { dayIn } from './harness/recent-days.ts';
import { paramsOf } from './harness/url.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import { answerOrders, cellsUnder, isOrdersList, manyOrders, rowsOf, untilListed, watchLists } from './orders-list-world.ts';

const DEBOUNCE_MS = 500;
/** A year has more orders than fit on a page of the smaller sizes. */
const YEAR = { from: dayIn('America/New_York', -365), to: dayIn('America/New_York', 7) };
const WIDE = `from=${YEAR.from}&to=${YEAR.to}`;

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search orders' });
const widthOf = (page: Page, heading: string): Promise<number> =>
  page.getByRole('columnheader', { name: heading }).evaluate((cell) => Math.round(cell.getBoundingClientRect().width));
const settled = (page: Page) => expect.poll(() => page.locator('table[aria-busy=true]').count()).toBe(0);

describe('search, pages and order', () => {
  it('TBL-08 waits 500 ms after the last key; TBL-07 returns to the first page; / focuses it, Esc clears it', async () => {
    const { page, problems, close } = await world.visit(`/orders?view=flat&${WIDE}&size=5&page=3`, {
      isAlone: true,
      prepare: (prepared) => Promise.all([prepared.clock.install(), withoutHub(prepared)]),
    });
    await untilListed(page);
    const asked = watchLists(page);
    await page.keyboard.press('/');
    await expect.poll(() => searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
    // The page's clock moves with the keys, so that a slow machine cannot make a pause between them.
    await stopClock(page);
    for (const letter of world.shipping.orderNumber) {
      await page.keyboard.press(letter);
      await page.clock.runFor(DEBOUNCE_MS - 1);
    }
    expect(asked).toHaveLength(0);
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect
      .poll(() => asked.map((query) => [query.get('search'), query.get('pageIndex')]))
      .toEqual([[world.shipping.orderNumber, '1']]);
    await expect.poll(() => cellsUnder(page, 'Order')).toEqual([world.shipping.orderNumber]);
    expect(paramsOf(page).page).toBeUndefined();
    await page.keyboard.press('Escape');
    await expect.poll(() => paramsOf(page).search).toBeUndefined();
    expect(await searchBox(page).inputValue()).toBe('');
    // A slash typed into a field is text, not a shortcut.
    await page.keyboard.type('a/b');
    expect(await searchBox(page).inputValue()).toBe('a/b');
    // People who dictate their input turn it off.
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Search with the / key' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(false);
    expect(await searchBox(page).getAttribute('aria-keyshortcuts')).toBeNull();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('TBL-01 TBL-05 TBL-06 TBL-07 TBL-14 TBL-15 moves through the pages, from 1, and sorts by sortBy and sortDesc', async () => {
    const { page, close } = await world.visit(`/orders?view=flat&${WIDE}&size=100&page=9999`);
    await untilListed(page);
    // A link to a page that no longer exists opens the last one.
    expect(Number(paramsOf(page).page)).toBeLessThan(100);
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['100', '50', '30', '20', '10', '5']);
    await go(page, `/orders?view=flat&${WIDE}&size=10`);
    const { totalCount, totalPages } = (
      await world.manager.get<{ totalCount: number; totalPages: number }>(`orders?fromDate=${YEAR.from}&toDate=${YEAR.to}&pageSize=10`)
    ).body;
    const total = totalCount.toLocaleString('en-US');
    await page.getByText(`1–10 of ${total}`).waitFor();
    await page.getByText(`Page 1 of ${totalPages}`).waitFor();
    expect(await page.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true');
    const first = await cellsUnder(page, 'Order');
    const grid = page.getByRole('grid').locator('..');
    // Ten rows are higher than this window.
    await page.setViewportSize({ width: 1440, height: 560 });
    const scrollTop = () => grid.evaluate((scroller) => scroller.scrollTop);
    await grid.evaluate((scroller) => scroller.scrollTo({ top: 40 }));
    await expect.poll(scrollTop).toBe(40);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(`11–20 of ${total}`).waitFor();
    await expect.poll(scrollTop).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(paramsOf(page).page).toBe('2');
    expect(await cellsUnder(page, 'Order')).not.toEqual(first);
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText(`Page ${totalPages} of ${totalPages}`).waitFor();
    await settled(page);

    const asked = watchLists(page);
    for (const order of ['ascending', 'descending']) {
      await page.getByRole('button', { name: 'Job' }).click();
      await page.locator(`[aria-sort=${order}]`, { hasText: 'Job' }).waitFor();
      await settled(page);
    }
    expect(asked.map((query) => [query.get('sortBy'), query.get('sortDesc'), query.get('pageIndex')])).toEqual([
      ['job', 'false', '1'],
      ['job', 'true', '1'],
    ]);
    expect(await page.getByRole('columnheader', { name: 'Job' }).getAttribute('aria-sort')).toBe('descending');
    expect(await page.getByRole('columnheader', { name: 'Start' }).getAttribute('aria-sort')).toBe('none');
    await expect
      .poll(async () => (await cellsUnder(page, 'Job')).every((job, index, jobs) => index === 0 || job <= (jobs[index - 1] ?? '')))
      .toBe(true);
    await close();
  });
});

describe('columns', () => {
  it('TBL-02 are resized by mouse and by keyboard between 60 and 500, shown and hidden; all of it is kept, and can be restored', async () => {
    const { page, close } = await world.visit('/orders?view=flat');
    await untilListed(page);
    const drag = async (heading: string, by: number): Promise<void> => {
      const box = await page.getByRole('separator', { name: `Resize ${heading}` }).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 10];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by / 2, y);
      await page.mouse.move(x + by, y);
      await page.mouse.up();
    };
    const handle = page.getByRole('separator', { name: 'Resize Status' });
    const before = await widthOf(page, 'Status');
    await handle.focus();
    for (const [key, width] of [
      ['ArrowRight', before + 10],
      ['End', 500],
      ['ArrowRight', 500],
      ['Home', 60],
      ['Enter', before],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => widthOf(page, 'Status')).toBe(width);
    }
    await drag('Status', 60);
    expect(await widthOf(page, 'Status')).toBe(before + 60);
    await drag('Job', 900);
    expect(await widthOf(page, 'Job')).toBe(500);
    await drag('Status', -900);
    expect(await widthOf(page, 'Status')).toBe(60);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'PO', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Product' }).click();
    await page.reload();
    await untilListed(page);
    expect([await widthOf(page, 'Status'), await widthOf(page, 'Job')]).toEqual([60, 500]);
    const shown = async (): Promise<boolean[]> =>
      Promise.all(['PO', 'Product'].map(async (name) => (await page.getByRole('columnheader', { name, exact: true }).count()) > 0));
    expect(await shown()).toEqual([true, false]);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Reset columns' }).click();
    await expect.poll(shown).toEqual([false, true]);
    await close();
  });
});

// How long the main thread works per step is measured by `npm run bench -- scroll`.
describe('a thousand rows', () => {
  const STEPS = 8;
  const STEP_PX = 3000;
  async function scrollDown(page: Page): Promise<void> {
    await page.locator('table').hover();
    for (let step = 0; step < STEPS; step++) {
      await page.mouse.wheel(0, STEP_PX);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await expect.poll(() => page.locator('div:has(> table)').evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan((STEPS * STEP_PX) / 2);
    expect(await rowsOf(page).count()).toBeLessThan(80);
  }

  it('TBL-01 are one tab stop, moved through by the arrows and opened with Enter; only those near the visible part are rendered', async () => {
    const { page, problems, close } = await world.visit('/orders', {
      prepare: (opened) => answerOrders(opened, () => manyOrders(1000), 1000),
    });
    await untilListed(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.getByRole('button', { name: /^Job 1 / }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused()).toBe('900001');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused()).toBe('900002');
    await page.keyboard.press('End');
    await expect.poll(focused).toBe('901000');
    const last = page.getByRole('link', { name: '901000' });
    expect(await last.evaluate((link) => link.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe('900999');
    // The arrow keys reach every cell of the row and its actions.
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName))
      .toBe('TD');
    const action = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (let press = 0; press < 12 && !(await action()).startsWith('View PDF'); press += 1) await page.keyboard.press('ArrowRight');
    expect(await action()).toBe('View PDF of order 900999');
    // The rows are one tab stop: Tab leaves the table, and Shift+Tab comes back to the same row.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focused()).toBe('900999');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('900001');
    await scrollDown(page);

    await page.getByRole('tab', { name: 'Flat View' }).click();
    await page.getByRole('columnheader', { name: 'Job' }).waitFor();
    const table = page.getByRole('grid', { name: 'Orders' });
    expect(await table.getAttribute('aria-rowcount')).toBe('1001');
    await page.locator('div:has(> table)').evaluate((scroller) => scroller.scrollTo(0, 0));
    await page.getByRole('rowheader', { name: '900001' }).waitFor();
    expect(await rowsOf(page).count()).toBeLessThan(60);
    expect(await rowsOf(page).first().getAttribute('aria-rowindex')).toBe('2');
    // Columns that do not fit are counted too, so the numbers may have gaps but agree between headings and cells.
    const numbers = (selector: string) =>
      page.locator(selector).evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-colindex')));
    const ofHeadings = await numbers('main thead th');
    expect(await numbers('main tbody tr:has(th[scope=row]):nth-child(1) > :not([aria-hidden])')).toEqual(ofHeadings);
    expect(Number(await table.getAttribute('aria-colcount'))).toBe(Number(ofHeadings.at(-1)));
    await scrollDown(page);
    await rowsOf(page).last().getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/order=\d+/);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('states and CSV', () => {
  it('shows a skeleton first, dims the rows while others load, cuts long text, and exports every row with formulas escaped', async () => {
    const long = 'North Chickamauga Creek Interceptor Sewer Rehabilitation and Pump Station Replacement, Contract 4, Phase III';
    const [first, second, ...others] = manyOrders(250);
    const orders = [{ ...first, job: long }, { ...second, job: '=HYPERLINK("x")', poNumber: 'a,"b"' }, ...others] as typeof others;
    let release: () => void = () => undefined;
    const held = () => new Promise<void>((resolve) => (release = resolve));
    let gate = held();
    const { page, close } = await world.visit('/orders?view=flat', {
      prepare: async (opened) => {
        await answerOrders(opened, () => orders);
        await opened.route(/\/orders\?/, async (route) => {
          if (isOrdersList(route.request())) await gate;
          await route.fallback();
        });
      },
    });
    await page.getByRole('columnheader', { name: 'Progress' }).waitFor();
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(4);
    release();
    await untilListed(page);
    const cell = rowsOf(page).first().locator('td').nth(1);
    expect(await cell.evaluate((element) => element.getBoundingClientRect().height)).toBe(44);
    await cell.hover();
    expect(await cell.getAttribute('title')).toBe(long);
    gate = held();
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await rowsOf(page).count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('tbody').evaluate((body) => Number(getComputedStyle(body).opacity))).toBeLessThan(1);
    release();
    await settled(page);

    let downloads = 0;
    page.on('download', () => downloads++);
    // A double click exports only once.
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).dblclick()]);
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFFOrder,Status,Job,Product,Start,Remaining,')).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(251);
    expect(lines[1]).toMatch(/^900001,To Be Shipped,"North .*",4000SLAB 4000 PSI SLAB,03\/10\/2026 08:30:00,80,80,0,/);
    expect(lines[2]).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(lines[2]).toContain(',"a,""b""",');
    expect(lines[250]).toMatch(/^900250,/);
    await page.getByText('Exported 250 rows').waitFor();
    expect(downloads).toBe(1);
    // In another order, only the first page is known.
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.locator('[aria-sort=ascending]', { hasText: 'Status' }).waitFor();
    await settled(page);
    await page.unrouteAll();
    await failCalls(page, /\/orders$/, 500);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('The export failed.').waitFor();
    await close();
  });
});

describe('the date range', () => {
  it("TBL-09 TBL-10 has five presets beside the page's own range, takes days between 1950 and 2050, typed or by two clicks", async () => {
    const { page, close } = await world.visit('/orders');
    await untilListed(page);
    const openPanel = () => page.getByRole('button', { name: /^Date range/ }).click();
    await openPanel();
    const list = page.getByRole('list', { name: 'Presets' });
    await list.waitFor();
    const presets = await list.getByRole('button').allInnerTexts();
    expect(presets).toEqual(['Next 7 Days', 'Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days', 'Last 2 Months']);
    const asked = watchLists(page);
    const today = () => dayIn(world.manager.customer.timeZone);
    const before = today();
    await page.getByRole('button', { name: 'Last 7 Days' }).click();
    await page.waitForURL(/from=/);
    const { from = '', to = '' } = paramsOf(page);
    // The day may end on the way.
    expect([before, today()]).toContain(to);
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6);
    await expect.poll(() => asked.at(-1)?.get('fromDate')).toBe(from);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Last 7 Days');

    await openPanel();
    const [first, last] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    const tryOut = async (start: string, end: string): Promise<void> => {
      await first.fill(start);
      await last.fill(end);
      await last.press('Enter');
    };
    await tryOut('02/30/2026', '03/01/2026');
    await page.getByText('Enter a date as MM/DD/YYYY.').waitFor();
    await tryOut('12/31/1949', '01/01/2051');
    expect(await page.getByText('Choose a date between 01/01/1950 and 12/31/2050.').count()).toBe(2);
    await tryOut('03/02/2026', '03/01/2026');
    await page.getByText('The end date is before the start date.').waitFor();
    await tryOut('1/10/1950', '12/31/2050');
    await page.waitForURL(/from=1950-01-10&to=2050-12-31/);

    await openPanel();
    await page.getByText('January 1950').waitFor();
    expect(await page.getByRole('button', { name: 'Previous month' }).first().isDisabled()).toBe(true);
    await page.getByRole('button', { name: '3 January 1950', exact: true }).click();
    await page.getByRole('button', { name: '5 February 1950', exact: true }).click();
    await page.waitForURL(/from=1950-01-03&to=1950-02-05/);
    await go(page, '/orders?from=2050-12-01&to=2050-12-31');
    await openPanel();
    await page.getByText('December 2050').waitFor();
    expect(await page.getByRole('button', { name: 'Next month' }).last().isDisabled()).toBe(true);
    await close();
  });
});
