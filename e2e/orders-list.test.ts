import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected, withoutHub } from './harness/network.ts';
import { dayIn, recentUrl } from './harness/recent-days.ts';
import { paramsOf } from './harness/url.ts';
import { GREEN, informationOf, ORANGE, type OrderWorld, RED, startOrderWorld } from './order-detail-world.ts';
import { answerOrders, cellsUnder, makeOrders, rowsOf, untilListed, watchLists } from './orders-list-world.ts';

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
const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search orders' });
const rangeButton = (page: Page) => page.getByRole('button', { name: /^Date range/ });

describe('the orders list', () => {
  it('ORD-01 ORD-02 ORD-04 ORD-05 TBL-04 has today to six days ahead, newest first, by job or flat; filters are cleared in one click', async () => {
    const asked: URLSearchParams[] = [];
    const { page, problems, close } = await world.visit('/orders', { prepare: async (opened) => watchLists(opened, asked) });
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
    const jobs = await groupsOf(page).locator('span:first-of-type').allInnerTexts();
    expect(jobs.length).toBeGreaterThan(1);
    expect(new Set(jobs).size).toBe(jobs.length);
    const total = await rowsOf(page).count();
    expect(await findBarriers(page)).toEqual([]);
    await groupsOf(page).first().click();
    await expect.poll(() => groupsOf(page).first().getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => rowsOf(page).count()).toBeLessThan(total);
    await page.getByRole('tab', { name: 'Flat View' }).click();
    await page.getByRole('columnheader', { name: 'Job' }).waitFor();
    expect(await groupsOf(page).count()).toBe(0);
    expect(paramsOf(page)).toEqual({ view: 'flat' });
    await page.keyboard.press('ArrowLeft');
    await groupsOf(page).first().waitFor();
    expect(await page.getByRole('tab', { name: 'Standard View' }).getAttribute('aria-selected')).toBe('true');

    await page.getByRole('button', { name: /^Date range: Next 7 Days/ }).click();
    await page.getByRole('button', { name: 'Last 2 Months' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await go(page, '/orders?search=zz-nothing&from=2026-01-01&to=2026-01-31');
    await page.getByText('0 orders').waitFor();
    await page.getByText(NO_RESULTS, { exact: true }).waitFor();
    expect(await searchBox(page).inputValue()).toBe('zz-nothing');
    await page.getByRole('button', { name: 'Date range: 01/01/2026 – 01/31/2026' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await untilListed(page);
    expect(paramsOf(page)).toEqual({});
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it("ERR-09 ORD-21 ORD-22 ORD-28 says 'Error While fetching Orders', whatever the server says; Retry shows the bars in their colours", async () => {
    const orders = makeOrders([
      { orderStatusId: 6, orderStatus: 'Shipping', qtyOrdered: 80, qtyDelivered: 45, inTransitQty: 20, onRoadQty: 20 },
      { orderStatusId: 9, orderStatus: 'Cancelled', qtyOrdered: 80, qtyDelivered: 20, inTransitQty: 10, onRoadQty: 10 },
    ]);
    const { page, problems, close } = await world.visit('/orders?view=flat', {
      prepare: (opened) => failCalls(opened, /\/orders$/, 500, { title: 'Something went wrong on our side.' }),
    });
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await expect.poll(() => page.getByText('Error While fetching Orders').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await page.unrouteAll();
    await answerOrders(page, () => orders);
    await page.getByRole('button', { name: 'Retry' }).click();
    await untilListed(page);
    expect(await cellsUnder(page, 'Progress')).toEqual(['45 of 80 CY poured, 20 on the road', 'Cancelled']);
    const bars = await page.locator('td span[aria-hidden=true]:has(> span + span)').evaluateAll((found) =>
      found.map((bar) => ({
        shares: [...bar.children].map((part) => Math.round((part.getBoundingClientRect().width / bar.getBoundingClientRect().width) * 100)),
        colors: [...bar.children].map((part) => getComputedStyle(part).backgroundColor),
        ground: getComputedStyle(bar).backgroundColor,
      })),
    );
    expect(bars.map(({ shares }) => shares)).toEqual([
      [56, 25],
      [0, 0],
    ]);
    expect(bars.map(({ ground }) => RED.test(ground))).toEqual([false, true]);
    for (const { colors } of bars) expect(colors).toEqual([expect.stringMatching(GREEN), expect.stringMatching(ORANGE)]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('the address', () => {
  it('opens the same view from a copied link, and goes back and forward through views, filters and an open order', async () => {
    const { page, close } = await world.visit('/orders');
    await untilListed(page);
    await page.getByRole('tab', { name: 'Flat View' }).click();
    await searchBox(page).fill(world.shipping.orderNumber);
    await page.waitForURL(/search=/);
    // Wait for the found row to replace the old ones. A click during the change would miss.
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByRole('link', { name: world.shipping.orderNumber }).click();
    await page.waitForURL(/order=/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goBack();
    await expect.poll(() => searchBox(page).inputValue()).toBe('');
    await page.goBack();
    await groupsOf(page).first().waitFor();
    await page.goForward();
    await page.goForward();
    await expect.poll(() => searchBox(page).inputValue()).toBe(world.shipping.orderNumber);
    await page.goForward();
    await page.getByRole('dialog', { name: `Order ${world.shipping.orderNumber}` }).waitFor();
    // Closing a drawer that was opened here goes back in the history, so Back does not open it again.
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goBack();
    await expect.poll(() => paramsOf(page)).toEqual({ view: 'flat' });

    await rangeButton(page).click();
    await page.getByRole('button', { name: 'Last 2 Months' }).click();
    await page.getByLabel('Rows per page').selectOption('10');
    await page.getByRole('button', { name: 'Product' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2 of').waitFor();
    await expect.poll(() => page.locator('table[aria-busy=true]').count()).toBe(0);
    const seen = await cellsUnder(page, 'Order');
    const copied = page.url().slice(world.url.length);
    await go(page, '/unauthorized');
    await page.locator('nav').first().waitFor({ state: 'detached' });
    await go(page, copied);
    await untilListed(page);
    expect(await cellsUnder(page, 'Order')).toEqual(seen);
    expect(await page.getByRole('columnheader', { name: 'Product' }).getAttribute('aria-sort')).toBe('ascending');
    expect(await page.getByRole('button', { name: /^Date range: Last 2 Months/ }).count()).toBe(1);
    await close();
  });
});

describe('permissions', () => {
  it('PER-07 PER-13 ORD-18 ORD-20 a Viewer may message dispatch and open no PDF, also by its address', async () => {
    const asked: string[] = [];
    const { page, close } = await world.visit(`/orders?pdf=${world.shipping.id}`, {
      email: 'viewer@example.com',
      prepare: async (opened) => void opened.on('request', (request) => asked.push(new URL(request.url()).pathname)),
    });
    await untilListed(page);
    expect(await page.getByRole('button', { name: /^Message dispatch about order/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: /^View PDF of order/ }).count()).toBe(0);
    // When the order is open, which is allowed, its document would have been requested as well.
    await page.locator('main tbody th[scope=row] a').first().click();
    await informationOf(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(asked.filter((path) => path.includes('pdf'))).toEqual([]);
    await close();
  });
});

describe('a delivery under way', () => {
  it('ORD-21 refreshes the list every 20 s while its tab is visible, without layout shift; a failed refresh keeps the rows', async () => {
    let poured = 45;
    const orders = () =>
      makeOrders([
        { orderStatusId: 6, orderStatus: 'Shipping', qtyDelivered: poured, inTransitQty: 20, onRoadQty: 20 },
        ...Array.from({ length: 60 }, () => ({})),
      ]);
    const asked: URLSearchParams[] = [];
    const { page, close } = await world.visit('/orders?view=flat', {
      isAlone: true,
      prepare: (opened) =>
        Promise.all([opened.clock.install(), withoutHub(opened), watchLists(opened, asked), answerOrders(opened, orders)]),
    });
    const show = (visibility: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, visibility);
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
    await show('hidden');
    await page.clock.runFor(3 * LIVE_MS);
    expect(asked.length).toBe(before + 1);

    // Its route comes before the others. Without them, a call in between would get the server's own orders.
    await failCalls(page, /\/orders$/, 500);
    await show('visible');
    await page.clock.runFor(LIVE_MS);
    await page.getByText('The list could not be refreshed.').waitFor();
    await page.getByText('55 of 80 CY poured, 20 on the road').waitFor();
    await close();
  });
});

describe('on a phone', () => {
  it('TBL-15 every order is a card with large targets, which passes axe; it sorts without headings, and an export can be stopped', async () => {
    const { page, problems, close } = await world.visit('/orders?view=flat&size=50', { size: 'phone', colorScheme: 'dark' });
    await untilListed(page);
    expect(await page.getByRole('grid').count()).toBe(0);
    const card = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').first();
    const { timeZone } = world.manager.customer;
    const days = recentUrl(`${world.url}/?fromDate=${dayIn(timeZone)}&toDate=${dayIn(timeZone, 6)}`, timeZone).split('?')[1];
    const path = `orders?${days}&pageSize=1&sortBy=progress&sortDesc=false`;
    const [row] = (await world.manager.get<{ items: ReturnType<typeof makeOrders> }>(path)).body.items;
    const text = await card.innerText();
    for (const fact of [row?.orderNumber, row?.orderStatus, row?.job, row?.mix]) expect(text).toContain(fact);
    expect(await isWiderThanWindow(page)).toBe(false);
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
    expect(await findBarriers(page)).toEqual([]);
    await rangeButton(page).click();
    await page.getByRole('button', { name: 'Last 2 Months' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // Another page begins at its first card, below the header.
    const list = page.getByRole('list', { name: 'Orders' });
    const topOf = async (): Promise<number> => (await list.boundingBox())?.y ?? 0;
    await go(page, `/orders?view=flat&size=10&from=${dayIn('America/New_York', -365)}&to=${dayIn('America/New_York', 7)}`);
    await untilListed(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => paramsOf(page).page).toBe('2');
    await expect.poll(topOf).toBeGreaterThan(56);
    expect(await topOf()).toBeLessThan(400);
    await go(page, '/orders?view=flat&size=50');
    await untilListed(page);

    await page.getByLabel('Sort by').selectOption('Order');
    await page.waitForURL(/sort=orderNumber/);
    await page.getByRole('button', { name: /^Ascending/ }).click();
    await page.getByRole('button', { name: /^Descending/ }).waitFor();
    await untilListed(page);
    // The export reads pages of 100, and gets no response at all.
    await page.route(/\/orders\?/, () => undefined);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.waitForTimeout(DOUBLE_CLICK_MS);
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await page.getByText('Export cancelled').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export CSV');
    // A tap anywhere on the card opens the order.
    const box = await card.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) - 12);
    await page.waitForURL(/order=\d+/);
    expect(problems).toEqual([]);
    await close();
  });
});
