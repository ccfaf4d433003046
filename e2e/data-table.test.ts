import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf } from './harness/address.ts';
import { failCalls } from './harness/network.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import { answerOrders, cellsUnder, isOrdersList, makeOrders, manyOrders, rowsOf, untilListed, watchLists } from './orders-list-world.ts';

const NO_RESULTS =
  'We couldn’t find any results based on current filter selection. Try changing the filters or search terms to explore more data.';
const DEBOUNCE_MS = 500;
/** A year has more orders than fit on a page of the smaller sizes. */
const WIDE = 'from=2026-01-01&to=2026-12-31';

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search orders' });
const widthOf = (page: Page, heading: string): Promise<number> =>
  page.getByRole('columnheader', { name: heading }).evaluate((cell) => Math.round(cell.getBoundingClientRect().width));
const settled = (page: Page) => expect.poll(() => page.locator('table[aria-busy=true]').count()).toBe(0);

describe('search', () => {
  it('TBL-08 waits 500 ms after the last key; TBL-07 returns to the first page; / focuses it, Esc clears it', async () => {
    const { page, problems, close } = await world.visit(`/orders?view=flat&${WIDE}&size=5&page=3`);
    await untilListed(page);
    const asked = watchLists(page);
    await page.keyboard.press('/');
    expect(await searchBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
    const startedAt = Date.now();
    await page.keyboard.type(world.shipping.orderNumber, { delay: 40 });
    expect(asked).toHaveLength(0);
    await page.waitForRequest(isOrdersList);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(DEBOUNCE_MS);
    await settled(page);
    expect(asked.map((query) => [query.get('search'), query.get('pageIndex')])).toEqual([[world.shipping.orderNumber, '1']]);
    await expect.poll(() => cellsUnder(page, 'Order')).toEqual([world.shipping.orderNumber]);
    expect(paramsOf(page).page).toBeUndefined();

    await page.keyboard.press('Escape');
    await expect.poll(() => paramsOf(page).search).toBeUndefined();
    expect(await searchBox(page).inputValue()).toBe('');
    // A slash typed into a field is text, not a shortcut.
    await page.keyboard.type('a/b');
    expect(await searchBox(page).inputValue()).toBe('a/b');
    expect(problems).toEqual([]);
    await close();
  });

  it('TBL-03 says that these days have no rows if there are none without filters', async () => {
    const { page, close } = await world.visit('/orders', { prepare: (opened) => answerOrders(opened, () => []) });
    await page.getByText('No orders in these days. Change the date range to see earlier or later ones.').waitFor();
    expect(await page.getByText(NO_RESULTS).count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
    await close();
  });
});

describe('pages and order', () => {
  it('TBL-01 TBL-07 TBL-14 moves through the pages, from 1', async () => {
    const { page, close } = await world.visit(`/orders?view=flat&${WIDE}&size=10`);
    await untilListed(page);
    const { totalCount, totalPages } = (
      await world.manager.get<{ totalCount: number; totalPages: number }>('orders?fromDate=2026-01-01&toDate=2026-12-31&pageSize=10')
    ).body;
    const total = totalCount.toLocaleString('en-US');
    await page.getByText(`1–10 of ${total}`).waitFor();
    await page.getByText(`Page 1 of ${totalPages}`).waitFor();
    expect(await page.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true');
    const first = await cellsUnder(page, 'Order');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(`11–20 of ${total}`).waitFor();
    expect(paramsOf(page).page).toBe('2');
    expect(await cellsUnder(page, 'Order')).not.toEqual(first);
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText(`Page ${totalPages} of ${totalPages}`).waitFor();
    await settled(page);
    await page.getByRole('tab', { name: 'Standard View' }).click();
    await page.getByText('Page 1 of').waitFor();
    await close();
  });

  it('opens the last page for a link to a page that no longer exists', async () => {
    const { page, close } = await world.visit(`/orders?view=flat&${WIDE}&size=100&page=9999`);
    await untilListed(page);
    expect(Number(paramsOf(page).page)).toBeLessThan(100);
    await close();
  });

  it('TBL-15 sorts by sortBy and sortDesc, and sets aria-sort', async () => {
    const { page, close } = await world.visit('/orders?view=flat');
    await untilListed(page);
    const asked = watchLists(page);
    await page.getByRole('button', { name: 'Job' }).click();
    await settled(page);
    await page.getByRole('button', { name: 'Job' }).click();
    await settled(page);
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

  it('TBL-05 TBL-06 TBL-12 has up to 100 rows a page, and shows date-times as MM/dd/yyyy HH:mm:ss and dates as MM/dd/yyyy', async () => {
    const { page, close } = await world.visit('/orders?view=flat');
    await untilListed(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['100', '50', '30', '20', '10', '5']);
    expect(await size.inputValue()).toBe('100');
    await page.getByRole('menuitemcheckbox', { name: 'Ship date' }).click();
    await page.keyboard.press('Escape');
    for (const text of await cellsUnder(page, 'Start')) expect(text).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/);
    for (const text of await cellsUnder(page, 'Ship date')) expect(text).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
    await close();
  });
});

describe('columns', () => {
  it('TBL-02 are resized with the mouse, between 60 and 500, and keep their width', async () => {
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
    const before = await widthOf(page, 'Status');
    await drag('Status', 60);
    expect(await widthOf(page, 'Status')).toBe(before + 60);
    await drag('Job', 900);
    expect(await widthOf(page, 'Job')).toBe(500);
    await drag('Status', -900);
    expect(await widthOf(page, 'Status')).toBe(60);
    await page.reload();
    await untilListed(page);
    expect([await widthOf(page, 'Status'), await widthOf(page, 'Job')]).toEqual([60, 500]);
    await close();
  });

  it('TBL-02 are resized with the keyboard; Enter restores the default width', async () => {
    const { page, close } = await world.visit('/orders?view=flat');
    await untilListed(page);
    const handle = page.getByRole('separator', { name: 'Resize Status' });
    const before = await widthOf(page, 'Status');
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => widthOf(page, 'Status')).toBe(before + 20);
    await page.keyboard.press('End');
    await expect.poll(() => widthOf(page, 'Status')).toBe(500);
    await page.keyboard.press('ArrowRight');
    expect(await handle.getAttribute('aria-valuenow')).toBe('500');
    await page.keyboard.press('Home');
    await expect.poll(() => widthOf(page, 'Status')).toBe(60);
    await page.keyboard.press('Enter');
    await expect.poll(() => widthOf(page, 'Status')).toBe(before);
    await close();
  });

  it('are shown and hidden, stored, and restored', async () => {
    const { page, close } = await world.visit('/orders?view=flat');
    await untilListed(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'PO', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Product' }).click();
    await page.reload();
    await untilListed(page);
    const shown = async (): Promise<boolean[]> =>
      Promise.all(['PO', 'Product'].map(async (name) => (await page.getByRole('columnheader', { name, exact: true }).count()) > 0));
    expect(await shown()).toEqual([true, false]);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Reset columns' }).click();
    await expect.poll(shown).toEqual([false, true]);
    await close();
  });
});

describe('the keyboard', () => {
  it('TBL-01 moves between rows and cells with the arrows, also out of view, is one tab stop, and opens with Enter', async () => {
    const { page, close } = await world.visit('/orders', { prepare: (opened) => answerOrders(opened, () => manyOrders(300), 1000) });
    await untilListed(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.getByRole('button', { name: /^Job 1 / }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('900001');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('900002');
    await page.keyboard.press('End');
    await expect.poll(focused).toBe('900300');
    expect(await page.getByRole('link', { name: '900300' }).evaluate((link) => link.getBoundingClientRect().bottom < innerHeight)).toBe(
      true,
    );
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe('900299');
    // The arrow keys reach every cell of the row and its actions.
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName)).toBe('TD');
    const action = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (let press = 0; press < 12 && !(await action()).startsWith('View PDF'); press += 1) await page.keyboard.press('ArrowRight');
    expect(await action()).toBe('View PDF of order 900299');
    // The rows are one tab stop: Tab leaves the table, and Shift+Tab comes back to the same row.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull();
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('900299');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('900001');
    await page.keyboard.press('Enter');
    await page.waitForURL(/order=1(&|$)/);
    await close();
  });

  it('TBL-01 has a grid with named rows and columns and the full counts, although only some are rendered', async () => {
    const { page, close } = await world.visit('/orders?view=flat', {
      prepare: (opened) => answerOrders(opened, () => manyOrders(300), 1000),
    });
    await untilListed(page);
    const table = page.getByRole('grid', { name: 'Orders' });
    expect(await table.getAttribute('aria-rowcount')).toBe('301');
    expect(await rowsOf(page).count()).toBeLessThan(60);
    expect(await rowsOf(page).first().getAttribute('aria-rowindex')).toBe('2');
    // Columns that do not fit are counted too, so the numbers may have gaps but agree between headings and cells.
    const numbers = (selector: string) =>
      page.locator(selector).evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-colindex')));
    const ofHeadings = await numbers('main thead th');
    expect(await numbers('main tbody tr:has(th[scope=row]):nth-child(1) > :not([aria-hidden])')).toEqual(ofHeadings);
    expect(Number(await table.getAttribute('aria-colcount'))).toBe(Number(ofHeadings.at(-1)));
    expect(await page.getByRole('rowheader', { name: '900001' }).count()).toBe(1);
    await close();
  });
});

describe('CSV', () => {
  it('exports every row of the filter with all columns, for spreadsheets, formulas escaped', async () => {
    const orders = manyOrders(250).map((order, index) => (index === 1 ? { ...order, job: '=HYPERLINK("x")', poNumber: 'a,"b"' } : order));
    const { page, close } = await world.visit('/orders', { prepare: (opened) => answerOrders(opened, () => orders) });
    await untilListed(page);
    let downloads = 0;
    page.on('download', () => downloads++);
    // A double click exports only once.
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).dblclick()]);
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(
      text.startsWith(
        '\uFEFFOrder,Status,Job,Product,Start,Remaining,Ordered,Delivered,In transit,At the plant,On the road,On the job,Unit,',
      ),
    ).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(251);
    expect(lines[1]).toMatch(/^900001,To Be Shipped,Job 1,4000SLAB 4000 PSI SLAB,03\/10\/2026 08:30:00,80,80,0,0,0,0,0,CY,/);
    expect(lines[2]).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(lines[2]).toContain(',"a,""b""",');
    expect(lines[250]).toMatch(/^900250,/);
    await page.getByText('Exported 250 rows').waitFor();
    expect(downloads).toBe(1);
    await close();
  });

  it('says when it failed', async () => {
    const { page, close } = await world.visit('/orders', { prepare: (opened) => answerOrders(opened, () => manyOrders(250)) });
    await untilListed(page);
    await page.unrouteAll();
    await failCalls(page, /\/orders$/, 500);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('The export failed.').waitFor();
    await close();
  });
});

describe('states', () => {
  it('shows a skeleton in the shape of the table first, and keeps the rows, dimmed, while others load', async () => {
    let release: () => void = () => undefined;
    const held = () => new Promise<void>((resolve) => (release = resolve));
    let gate = held();
    const { page, close } = await world.visit('/orders?view=flat', {
      prepare: (opened) =>
        opened.route(/\/orders\?/, async (route) => {
          if (!isOrdersList(route.request())) return route.fallback();
          await gate;
          await route.continue();
        }),
    });
    await page.getByRole('columnheader', { name: 'Progress' }).waitFor();
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(4);
    release();
    await untilListed(page);
    gate = held();
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await rowsOf(page).count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('tbody').evaluate((body) => Number(getComputedStyle(body).opacity))).toBeLessThan(1);
    release();
    await settled(page);
    await close();
  });

  it('keeps the rows when only a refresh failed, and says so', async () => {
    const orders = makeOrders([{ orderStatusId: 6, orderStatus: 'Shipping', inTransitQty: 10 }]);
    const { page, close } = await world.visit('/orders?view=flat', {
      isAlone: true,
      prepare: (opened) => Promise.all([opened.clock.install(), answerOrders(opened, () => orders)]),
    });
    await page.clock.runFor(2000);
    await untilListed(page);
    await page.unrouteAll();
    await failCalls(page, /\/orders$/, 500);
    await page.clock.runFor(21_000);
    await page.getByText('The list could not be refreshed.').waitFor();
    expect(await rowsOf(page).count()).toBe(1);
    await close();
  });

  it('cuts long text in a cell after two lines, and shows it in full when hovered', async () => {
    const job = 'North Chickamauga Creek Interceptor Sewer Rehabilitation and Pump Station Replacement, Contract 4, Phase III';
    const { page, close } = await world.visit('/orders?view=flat', {
      prepare: (opened) => answerOrders(opened, () => makeOrders([{ job }])),
    });
    await untilListed(page);
    const cell = rowsOf(page).first().locator('td').nth(1);
    expect(await cell.evaluate((element) => element.getBoundingClientRect().height)).toBe(44);
    await cell.hover();
    expect(await cell.getAttribute('title')).toBe(job);
    await close();
  });
});
