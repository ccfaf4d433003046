import { ORDER_STATUSES, ORDER_TYPES } from '@yardage/domain/names.messages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { LOOKS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { dayIn, livelyUrl } from './harness/lively-days.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { GREEN, ORANGE, type OrderWorld, RED, startOrderWorld } from './order-detail-world.ts';
import { answerOrders, cellsUnder, makeOrders, manyOrders, rowsOf, untilListed, watchLists } from './orders-list-world.ts';

const LIVE_MS = 20_000;
const NO_RESULTS =
  'We couldn’t find any results based on current filter selection. Try changing the filters or search terms to explore more data.';
const DOUBLE_CLICK_MS = 400;

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

const groupsOf = (page: Page) => page.locator('tbody button[aria-expanded]');
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

describe('the orders list', () => {
  it('ORD-01 groups by job in the Standard View, groups open, and has no groups in the Flat View', async () => {
    const { page, problems, close } = await world.visit('/orders');
    await untilListed(page);
    const jobs = await groupsOf(page).locator('span:first-of-type').allInnerTexts();
    expect(jobs.length).toBeGreaterThan(1);
    expect(new Set(jobs).size).toBe(jobs.length);
    const total = await rowsOf(page).count();

    await groupsOf(page).first().click();
    expect(await groupsOf(page).first().getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => rowsOf(page).count()).toBeLessThan(total);

    await page.getByRole('tab', { name: 'Flat View' }).click();
    await page.getByRole('columnheader', { name: 'Job' }).waitFor();
    expect(await groupsOf(page).count()).toBe(0);
    expect(paramsOf(page)).toEqual({ view: 'flat' });
    await page.keyboard.press('ArrowLeft');
    await groupsOf(page).first().waitFor();
    expect(await page.getByRole('tab', { name: 'Standard View' }).getAttribute('aria-selected')).toBe('true');
    expect(problems).toEqual([]);
    await close();
  });

  it('ORD-02 ORD-04 ORD-05 has search and range, and requests today to six days ahead, newest first', async () => {
    const asked: URLSearchParams[] = [];
    const { page, close } = await world.visit('/orders', { prepare: async (opened) => watchLists(opened, asked) });
    await untilListed(page);
    const { timeZone } = world.manager.customer;
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      fromDate: dayIn(timeZone),
      toDate: dayIn(timeZone, 6),
      sortBy: 'ticketDateTime',
      sortDesc: 'true',
      pageIndex: '1',
      pageSize: '100',
    });
    expect(await page.getByRole('columnheader', { name: 'Start' }).getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('textbox', { name: 'Search orders' }).waitFor();
    await page.getByRole('button', { name: /^Date range: Next 7 Days/ }).waitFor();
    await close();
  });

  it('ORD-06 shows the most important columns; every other field is in the column menu', async () => {
    const { page, close } = await world.visit('/orders?view=flat');
    await untilListed(page);
    const headings = await page.getByRole('columnheader').allInnerTexts();
    expect(headings.map((text) => text.trim()).slice(0, 6)).toEqual(['Order', 'Status', 'Job', 'Product', 'Start', 'Progress']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox').first().waitFor();
    const offered = await page.getByRole('menuitemcheckbox').allInnerTexts();
    expect(offered).toEqual(
      expect.arrayContaining([
        ...['Type', 'Ship date', 'On job', 'Plant', 'Plant number', 'Ship to', 'Interval', 'First ticket', 'Ordered by', 'Ordered'],
        ...['Delivered', 'In transit', 'At the plant', 'On the road', 'On the job', 'Unit', 'Loads', 'PO', 'Quote', 'Quote name'],
        ...['Customer', 'Job address', 'Data set', 'Reference'],
      ]),
    );
    await page.getByRole('menuitemcheckbox', { name: 'Unit' }).click();
    await page.keyboard.press('Escape');
    expect(new Set(await cellsUnder(page, 'Unit'))).toEqual(new Set(['CY']));
    await close();
  });

  it('ORD-07 ORD-08 names every type and status, the status with a shape beside its word', async () => {
    const statuses = Object.entries(ORDER_STATUSES).map(([id, orderStatus]) => ({ orderStatusId: Number(id), orderStatus }));
    const types = Object.keys(ORDER_TYPES).map((id) => ({ orderType: Number(id) }));
    const { page, close } = await world.visit('/orders?view=flat', {
      prepare: (opened) => answerOrders(opened, () => makeOrders([...statuses, ...types])),
    });
    await untilListed(page);
    expect((await cellsUnder(page, 'Status')).slice(0, statuses.length)).toEqual(Object.values(ORDER_STATUSES));
    expect(await rowsOf(page).nth(9).locator('td').first().locator('svg').count()).toBe(1);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Type' }).click();
    await page.keyboard.press('Escape');
    expect((await cellsUnder(page, 'Type')).slice(-types.length)).toEqual(Object.values(ORDER_TYPES));
    await close();
  });

  it('ORD-21 ORD-22 ORD-23 ORD-24 shows delivered, on the road and ordered as a bar with its text', async () => {
    const orders = makeOrders([
      { orderStatusId: 6, orderStatus: 'Shipping', qtyOrdered: 80, qtyDelivered: 45, inTransitQty: 20, onRoadQty: 20 },
      { orderStatusId: 5, orderStatus: 'Complete', qtyOrdered: 80, qtyDelivered: 96 },
      { orderStatusId: 6, orderStatus: 'Shipping', qtyOrdered: 80, qtyDelivered: 60, inTransitQty: 40, onRoadQty: 10, onJobQty: 30 },
      { orderStatusId: 9, orderStatus: 'Cancelled', qtyOrdered: 80, qtyDelivered: 20, inTransitQty: 10, onRoadQty: 10 },
    ]);
    const { page, close } = await world.visit('/orders?view=flat', { prepare: (opened) => answerOrders(opened, () => orders) });
    await untilListed(page);
    expect(await cellsUnder(page, 'Progress')).toEqual([
      '45 of 80 CY poured, 20 on the road',
      '96 of 80 CY poured',
      '60 of 80 CY poured, 10 on the road',
      'Cancelled',
    ]);
    const bars = await page.locator('td span[aria-hidden=true]:has(> span + span)').evaluateAll((found) =>
      found.map((bar) => {
        const whole = bar.getBoundingClientRect().width;
        const parts = [...bar.children].map((part) => ({
          share: Math.round((part.getBoundingClientRect().width / whole) * 100),
          color: getComputedStyle(part).backgroundColor,
        }));
        return {
          shares: parts.map(({ share }) => share),
          colors: parts.map(({ color }) => color),
          ground: getComputedStyle(bar).backgroundColor,
        };
      }),
    );
    expect(bars.map(({ shares }) => shares)).toEqual([
      [56, 25],
      [100, 0],
      [75, 25],
      [0, 0],
    ]);
    expect(bars.map(({ ground }) => RED.test(ground))).toEqual([false, false, false, true]);
    for (const { colors } of bars) expect(colors).toEqual([expect.stringMatching(GREEN), expect.stringMatching(ORANGE)]);
    expect(await rowsOf(page).first().locator('[title="35 CY left, 20 CY on the road"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['Delivered', 'On the road']) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    expect(await cellsUnder(page, 'Delivered')).toEqual(['45', '96', '60', '0']);
    expect(await cellsUnder(page, 'On the road')).toEqual(['20', '0', '10', '0']);
    await close();
  });

  it("ERR-09 ORD-28 says 'Error While fetching Orders', whatever the server says, and offers Retry", async () => {
    const { page, problems, close } = await world.visit('/orders', {
      prepare: (opened) => failCalls(opened, /\/orders$/, 500, { title: 'Something went wrong on our side.' }),
    });
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await page.getByText('Error While fetching Orders').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await untilListed(page);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('the address', () => {
  it('opens the same view from a copied link', async () => {
    const { page, close } = await world.visit('/orders');
    await untilListed(page);
    await page.getByRole('tab', { name: 'Flat View' }).click();
    await page.getByRole('button', { name: /^Date range/ }).click();
    await page.getByRole('button', { name: 'Last 2 Months' }).click();
    await page.getByLabel('Rows per page').selectOption('10');
    await page.getByRole('button', { name: 'Product' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2 of').waitFor();
    await expect.poll(() => page.locator('table[aria-busy=true]').count()).toBe(0);
    const seen = await cellsUnder(page, 'Order');

    const copy = await world.visit(page.url().slice(world.url.length));
    await untilListed(copy.page);
    expect(await cellsUnder(copy.page, 'Order')).toEqual(seen);
    expect(await copy.page.getByRole('columnheader', { name: 'Product' }).getAttribute('aria-sort')).toBe('ascending');
    expect(await copy.page.getByRole('button', { name: /^Date range: Last 2 Months/ }).count()).toBe(1);
    await copy.close();
    await close();
  });

  it('goes back and forward through views, filters and an open order', async () => {
    const { page, close } = await world.visit('/orders');
    await untilListed(page);
    await page.getByRole('tab', { name: 'Flat View' }).click();
    await page.getByRole('textbox', { name: 'Search orders' }).fill(world.shipping.orderNumber);
    await page.waitForURL(/search=/);
    // Wait for the found row to replace the old ones. A click during the change would miss.
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByRole('link', { name: world.shipping.orderNumber }).click();
    await page.waitForURL(/order=/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Search orders' }).inputValue()).toBe('');
    await page.goBack();
    await groupsOf(page).first().waitFor();
    await page.goForward();
    await page.goForward();
    await expect.poll(() => page.getByRole('textbox', { name: 'Search orders' }).inputValue()).toBe(world.shipping.orderNumber);
    await page.goForward();
    await page.getByRole('dialog', { name: `Order ${world.shipping.orderNumber}` }).waitFor();
    // Closing a drawer that was opened here goes back in the history, so Back does not open it again.
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goBack();
    await expect.poll(() => paramsOf(page)).toEqual({ view: 'flat' });
    await close();
  });

  it('uses the default for invalid values', async () => {
    const nonsense =
      'view=sideways&page=-3&size=7&sort=color&desc=maybe&from=yesterday&to=2051-01-01&order=abc&pdf=-1&ticket=x&chat=%5B%5D';
    const asked: URLSearchParams[] = [];
    const { page, problems, close } = await world.visit(`/orders?${nonsense}`, { prepare: async (opened) => watchLists(opened, asked) });
    await untilListed(page);
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      pageIndex: '1',
      pageSize: '100',
      sortBy: 'ticketDateTime',
      sortDesc: 'true',
    });
    expect(asked[0]?.get('fromDate')).toBe(dayIn(world.manager.customer.timeZone));
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('TBL-04 says that nothing is found, shows that filters are in use, and clears them in one click', async () => {
    const { page, close } = await world.visit('/orders?search=zz-nothing&from=2026-01-01&to=2026-01-31');
    await page.getByText('0 orders').waitFor();
    await page.getByText(NO_RESULTS, { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Search orders' }).inputValue()).toBe('zz-nothing');
    await page.getByRole('button', { name: 'Date range: 01/01/2026 – 01/31/2026' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await untilListed(page);
    expect(paramsOf(page)).toEqual({});
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
    await close();
  });
});

describe('permissions', () => {
  it('PER-07 PER-08 PER-13 ORD-18 ORD-20 two users who may open the list see what their codes cover: PDF and dispatcher need their own', async () => {
    const field = await world.visit('/dashboard', { email: 'field@example.com' });
    await menuOf(field.page).getByRole('link', { name: 'Orders' }).click();
    await untilListed(field.page);
    expect(await field.page.getByRole('button', { name: /^Message dispatch about order/ }).count()).toBeGreaterThan(0);
    await field.close();

    const viewer = await world.visit(`/orders?pdf=${world.shipping.id}`, { email: 'viewer@example.com' });
    await untilListed(viewer.page);
    expect(await viewer.page.getByRole('button', { name: /^View PDF of order/ }).count()).toBe(0);
    expect(await viewer.page.getByRole('dialog').count()).toBe(0);
    await viewer.close();
  });
});

describe('a delivery under way', () => {
  it('refreshes the list every 20 s while its tab is visible, without layout shift', async () => {
    let poured = 45;
    const orders = () =>
      makeOrders([
        { orderStatusId: 6, orderStatus: 'Shipping', qtyDelivered: poured, inTransitQty: 20, onRoadQty: 20 },
        ...Array.from({ length: 60 }, () => ({})),
      ]);
    const asked: URLSearchParams[] = [];
    const { page, close } = await world.visit('/orders?view=flat', {
      isAlone: true,
      prepare: (opened) => Promise.all([opened.clock.install(), watchLists(opened, asked), answerOrders(opened, orders)]),
    });
    await page.clock.runFor(2000);
    await untilListed(page);
    await page.getByText('Live', { exact: true }).waitFor();
    const scroller = page.locator('div:has(> table)');
    await scroller.evaluate((element) => element.scrollTo(0, 10));
    await page.getByRole('link', { name: '900003' }).focus();
    const before = asked.length;

    poured = 55;
    await page.clock.runFor(LIVE_MS + 500);
    await page.getByText('55 of 80 CY poured, 20 on the road').waitFor();
    expect(asked.length).toBe(before + 1);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(10);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('900003');
    expect(await page.locator('table[aria-busy=true]').count()).toBe(0);

    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.runFor(3 * LIVE_MS);
    expect(asked.length).toBe(before + 1);
    await close();
  });

  it('does not refresh a list without one', async () => {
    const asked: URLSearchParams[] = [];
    const { page, close } = await world.visit('/orders', {
      isAlone: true,
      prepare: (opened) => Promise.all([opened.clock.install(), watchLists(opened, asked), answerOrders(opened, () => makeOrders([{}]))]),
    });
    await page.clock.runFor(2000);
    await untilListed(page);
    const before = asked.length;
    await page.clock.runFor(3 * LIVE_MS);
    expect([asked.length, await page.getByText('Live', { exact: true }).count()]).toEqual([before, 0]);
    await close();
  });
});

describe('on a phone', () => {
  it('every order is a card: number and status on top, facts, one action, no horizontal scrolling, large targets', async () => {
    const { page, problems, close } = await world.visit('/orders?view=flat', { size: 'phone' });
    await untilListed(page);
    expect(await page.getByRole('grid').count()).toBe(0);
    const card = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').first();
    const { timeZone } = world.manager.customer;
    const days = livelyUrl(`${world.url}/?fromDate=${dayIn(timeZone)}&toDate=${dayIn(timeZone, 6)}`, timeZone).split('?')[1];
    const path = `orders?${days}&pageSize=1&sortBy=progress&sortDesc=false`;
    const [row] = (await world.manager.get<{ items: ReturnType<typeof makeOrders> }>(path)).body.items;
    const text = await card.innerText();
    for (const fact of [row?.orderNumber, row?.orderStatus, row?.job, row?.mix]) expect(text).toContain(fact);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const small = await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('button, select, input, a[href]')]
        .filter((control) => control.offsetParent && !control.closest('li')?.querySelector('a')?.isSameNode(control))
        .map((control) => ({
          name: control.getAttribute('aria-label') ?? control.textContent,
          ...control.getBoundingClientRect().toJSON(),
        }))
        .filter(({ width, height }) => width < 43.5 || height < 43.5)
        .map(({ name, width, height }) => `${name} ${width}x${height}`),
    );
    expect(small).toEqual([]);
    // A tap anywhere on the card opens the order.
    const box = await card.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) - 12);
    await page.waitForURL(/order=\d+/);
    expect(problems).toEqual([]);
    await close();
  });

  it('TBL-15 sorts without column headings; an export can be stopped, and says so', async () => {
    const { page, close } = await world.visit('/orders?view=flat', {
      size: 'phone',
      prepare: (opened) => answerOrders(opened, () => manyOrders(250)),
    });
    await untilListed(page);
    await page.getByLabel('Sort by').selectOption('Order');
    await page.waitForURL(/sort=orderNumber/);
    await page.getByRole('button', { name: 'Ascending' }).click();
    await page.getByRole('button', { name: 'Descending' }).waitFor();
    await untilListed(page);
    // Overrides the earlier route, so that these requests get no response at all.
    await page.route(/\/orders\?/, () => undefined);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.waitForTimeout(DOUBLE_CLICK_MS);
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await page.getByText('Export cancelled').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export CSV');
    await close();
  });
});

describe('accessibility', () => {
  it.each(LOOKS)('axe finds no violation on a $size in $colorScheme, listed, empty and with the calendar open', async (options) => {
    const { page, problems, close } = await world.visit('/orders?size=10', options);
    await untilListed(page);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /^Date range/ }).click();
    await page.getByRole('button', { name: 'Last 2 Months' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await go(page, '/orders?search=zz-nothing');
    await page.getByText('0 orders').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
