import { formatDateTime, formatDay, formatTime } from '@yardage/domain/dates';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failCalls, unexpected } from './harness/network.ts';
import { callAs, changeOrder, informationOf, type OrderWorld, RED, selectCustomer, startOrderWorld } from './order-detail-world.ts';

/** Longer than the default poll timeout of one second, because the machine may be busy. */

const SHIPPING = 6;
const CANCELLED = 9;
const AGGREGATES = 2;

let world: OrderWorld;
let shipping: OrderWorld['shipping'];

beforeAll(async () => {
  world = await startOrderWorld();
  ({ shipping } = world);
});
afterAll(() => world?.end());

const drawerOf = (page: Page, orderNumber = shipping.orderNumber) => page.getByRole('dialog', { name: `Order ${orderNumber}` });
const valueIn = async (page: Page, label: string): Promise<string> =>
  informationOf(page)
    .locator('div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .innerText();
const widthOf = async (page: Page, name: string): Promise<number> => (await page.getByRole('dialog', { name }).boundingBox())?.width ?? 0;

/** The list on the order's own day, because a delivery may continue past midnight. */
const listOfItsDay = (): string => `/orders?from=${shipping.shipDate}&to=${shipping.shipDate}`;

describe('the order drawer', () => {
  it('ORD-03 API-05 opens from the list, is in the address, and closes by going back', async () => {
    const { page, problems, close } = await world.visit(listOfItsDay());
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(`/orders/${shipping.id}`));
    await page.getByRole('link', { name: shipping.orderNumber }).click();
    await drawerOf(page).waitFor();
    expect(new URL((await asked).url()).searchParams.get('dataset')).toBe(shipping.dataset);
    expect(new URL(page.url()).searchParams.get('order')).toBe(String(shipping.id));
    await page.getByRole('button', { name: 'View PDF', exact: true }).click();
    await page.getByRole('button', { name: 'Send Mail' }).waitFor();
    // A second click, or one on a dialog that is already closing, closes nothing below it.
    const viewer = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send Mail' }) });
    const closeDocument = viewer.getByRole('button', { name: 'Close' });
    await closeDocument.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
      window.addEventListener('popstate', () => button.click(), { once: true });
    });
    await page.getByRole('button', { name: 'Send Mail' }).waitFor({ state: 'hidden' });
    await drawerOf(page).waitFor();
    await page.getByRole('button', { name: 'Message dispatch', exact: true }).click();
    await page.getByRole('dialog', { name: 'Dispatch' }).waitFor();
    await page.goBack();
    await page.goBack();
    await drawerOf(page).waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });

  it('takes the focus and returns it, and Esc closes the topmost overlay', async () => {
    const { page, close } = await world.visit(listOfItsDay());
    const link = page.getByRole('link', { name: shipping.orderNumber });
    await link.focus();
    await page.keyboard.press('Enter');
    await drawerOf(page).waitFor();
    const isInside = (name: string) => page.getByRole('dialog', { name }).evaluate((dialog) => dialog.contains(document.activeElement));
    await expect.poll(() => isInside(`Order ${shipping.orderNumber}`)).toBe(true);
    await page.getByRole('button', { name: 'Message dispatch', exact: true }).click();
    await expect.poll(() => isInside('Dispatch')).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Dispatch' }).waitFor({ state: 'hidden' });
    expect(await drawerOf(page).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('menuitemcheckbox').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitemcheckbox').first().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('order')).toBe(String(shipping.id));
    await page.keyboard.press('Escape');
    await drawerOf(page).waitFor({ state: 'hidden' });
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await close();
  });

  it('SHL-16 is 64vw wide with the sidebar open, 75vw otherwise, 45vw for the dispatcher, and fills a window below 1024 px', async () => {
    const { page, close } = await world.visit(`/orders?order=${shipping.id}`);
    await drawerOf(page).waitFor();
    expect(await widthOf(page, `Order ${shipping.orderNumber}`)).toBeCloseTo(0.64 * 1440, 0);
    await page.evaluate(() => localStorage.setItem('yardage.sidebar-open', 'false'));
    await page.goto(`${world.url}/orders?order=${shipping.id}&chat=${shipping.id}`);
    await drawerOf(page).waitFor();
    expect(await widthOf(page, `Order ${shipping.orderNumber}`)).toBeCloseTo(0.75 * 1440, 0);
    await page.getByRole('dialog', { name: 'Dispatch' }).waitFor();
    expect(await widthOf(page, 'Dispatch')).toBeCloseTo(0.45 * 1440, 0);
    for (const width of [1023, 767, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of [`Order ${shipping.orderNumber}`, 'Dispatch']) await expect.poll(() => widthOf(page, name)).toBeCloseTo(width, 0);
    }
    await close();
  });

  it('ORD-15 shows a skeleton for 800 ms after another order was selected, also a cached one', async () => {
    const { page, close } = await world.visit(listOfItsDay(), {
      isAlone: true,
      prepare: (prepared) => prepared.clock.install(),
    });
    const link = page.getByRole('link', { name: shipping.orderNumber });
    const panel = page.getByRole('tabpanel', { name: 'Details' });
    await link.click();
    await informationOf(page).waitFor();
    await page.keyboard.press('Escape');
    await drawerOf(page).waitFor({ state: 'hidden' });

    // From here on the test controls the clock, so that a slow machine cannot change the timing.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await link.click();
    await page.clock.runFor(100);
    await expect.poll(() => panel.getAttribute('aria-busy')).toBe('true');
    await page.clock.runFor(650);
    expect(await panel.getAttribute('aria-busy')).toBe('true');
    expect(await informationOf(page).count()).toBe(0);
    await page.clock.runFor(150);
    await expect.poll(() => panel.getAttribute('aria-busy')).toBe('false');
    expect(await informationOf(page).isVisible()).toBe(true);
    await close();
  });
});

describe('the details of an order', () => {
  it('ORD-09 ORD-10 ORD-11 ORD-12 ORD-13 ORD-14 shows the order and its tickets as the server has them, four facts at first', async () => {
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}`);
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor();
    await informationOf(page).waitFor();
    const labels = informationOf(page).locator('dt');
    expect(await labels.count()).toBe(4);
    await page.getByRole('button', { name: 'Show more' }).click();
    const all = await labels.allInnerTexts();
    expect(all.length).toBeGreaterThan(10);
    expect(all).not.toEqual(expect.arrayContaining(['Tickets']));
    const information = await informationOf(page).innerText();
    expect(information).not.toContain(shipping.customerName);
    expect(information).not.toContain(shipping.orderStatus);
    const { timeZone } = world.manager.customer;
    expect(await valueIn(page, 'Start time')).toBe(formatDateTime(shipping.startTime, timeZone));
    expect(await valueIn(page, 'Job start')).toBe(formatTime(shipping.startTime, timeZone));
    expect(await valueIn(page, 'Ship date')).toBe(formatDay(shipping.shipDate));
    expect(await valueIn(page, 'Job address')).toBe(`${shipping.jobAddress1}, ${shipping.jobAddress2}`);
    expect(await valueIn(page, 'Product')).toBe(shipping.mix);
    const rows = drawerOf(page).getByRole('row');
    expect(await rows.count()).toBe(shipping.tickets.length + 1);
    const [first] = shipping.tickets;
    expect(await rows.nth(1).innerText()).toContain(first?.ticketNumber);
    expect(await rows.nth(1).innerText()).toContain(formatTime(first?.loadingTime ?? '', timeZone));
    await page.getByRole('button', { name: 'Show less' }).click();
    expect(await labels.count()).toBe(4);
    expect(problems).toEqual([]);
    await close();
  });

  it('ORD-21 ORD-25 ORD-26 shows how much is poured, where the rest is, and how far the first truck is', async () => {
    const { page, close } = await world.visit(`/orders?order=${shipping.id}`, {
      prepare: (prepared) =>
        changeOrder(prepared, shipping.id, (order) => ({
          ...order,
          orderStatusId: SHIPPING,
          qtyOrdered: 80,
          qtyDelivered: 45,
          inTransitQty: 20,
          atPlantQty: 10,
          onRoadQty: 10,
          onJobQty: 10,
          unitOfMeasure: 'CY',
          tickets: order.tickets.map((ticket) => ({ ...ticket, statusId: 3 })),
        })),
    });
    await informationOf(page).waitFor();
    const text = (await drawerOf(page).innerText()).replaceAll('\n', ' ');
    expect(text).toContain('45 of 80 CY poured');
    expect(text).toMatch(/10 CY on the job, 10 CY on the road, 10 CY at the plant/);
    // The widths of the other statuses are tested without a browser.
    const bar = page.locator('[data-width]');
    const share = await bar.evaluate((element) => element.clientWidth / (element.parentElement?.clientWidth ?? 1));
    expect(Math.round(share * 100)).toBe(39);
    const steps = await page
      .locator('ol li')
      .evaluateAll((items) => items.map((item) => [item.textContent?.split(',')[0], item.getAttribute('data-reached') === 'true']));
    expect(steps).toEqual([
      ['Loading', true],
      ['Enroute', true],
      ['On Job', false],
      ['Completed', false],
    ]);
    // The truck's current step is not completed yet.
    const current = page.locator('[aria-current=step]');
    expect((await current.allTextContents()).map((name) => name.split(',')[0])).toEqual(['Enroute']);
    expect(await current.locator('svg').count()).toBe(0);
    await close();
  });

  it('ORD-22 a cancelled order has a full red bar, nothing delivered and nothing left', async () => {
    const { page, close } = await world.visit(`/orders?order=${shipping.id}`, {
      prepare: (prepared) =>
        changeOrder(prepared, shipping.id, (order) => ({ ...order, orderStatusId: CANCELLED, orderStatus: 'Cancelled' })),
    });
    await informationOf(page).waitFor();
    expect(await drawerOf(page).innerText()).toContain('0 remaining, 0 delivered');
    const bar = drawerOf(page).locator('[data-cancelled]');
    expect(await bar.evaluate((element) => [getComputedStyle(element).backgroundColor, element.childElementCount])).toEqual([
      expect.stringMatching(RED),
      0,
    ]);
    expect(await bar.evaluate((element) => element.clientWidth / (element.parentElement?.clientWidth ?? 1))).toBe(1);
    await close();
  });

  it('ORD-27 an aggregate order has a single Ticket step', async () => {
    const aggregates = await callAs(world.url, 'manager@example.com', AGGREGATES);
    const order = await aggregates.findOrder(({ orderType }) => orderType === 2);
    const { page, problems, close } = await world.visit(`/orders?order=${order.id}`, {
      prepare: (prepared) => selectCustomer(prepared, aggregates.customer),
    });
    await informationOf(page).waitFor();
    expect(await page.locator('ol li').allInnerTexts()).toEqual([expect.stringMatching(/^Ticket/)]);
    expect(problems).toEqual([]);
    await close();
  });

  it('ORD-28 ERR-12 a failure is shown in a toast and in the panel, and Retry loads the order', async () => {
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}`, {
      prepare: (prepared) => failCalls(prepared, new RegExp(`/orders/${shipping.id}$`), 500),
    });
    await page.getByText('Error While fetching Orders Details').waitFor();
    await page.getByText('Error loading details').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await informationOf(page).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it("another customer's order is not found, whatever the address says", async () => {
    const other = await callAs(world.url, 'other@example.com');
    const foreign = await other.findOrder(() => true);
    const { page, close } = await world.visit(`/orders?order=${foreign.id}`);
    await page.getByText('Error loading details').waitFor();
    expect(await page.getByRole('dialog').innerText()).not.toContain(foreign.job);
    await close();
  });

  it('is refetched every 20 s while it is being delivered, without layout shift; a failed refresh shows no toast', async () => {
    let delivered = 45;
    let asked = 0;
    const { page, problems, close } = await world.visit(`/orders?order=${shipping.id}`, {
      isAlone: true,
      prepare: async (prepared) => {
        await prepared.clock.install();
        await changeOrder(prepared, shipping.id, (order) => {
          asked += 1;
          return { ...order, qtyDelivered: delivered, inTransitQty: 0 };
        });
      },
    });
    await page.clock.runFor(2000);
    await informationOf(page).waitFor();
    const body = drawerOf(page).getByRole('tabpanel').locator('..');
    const scrolled = await body.evaluate((element) => {
      element.scrollTo(0, 200);
      return element.scrollTop;
    });
    expect(scrolled).toBeGreaterThan(0);
    expect(asked).toBe(1);
    delivered = 55;
    await page.clock.runFor(20_000);
    await page.getByText('55', { exact: true }).waitFor();
    expect(asked).toBe(2);
    expect(await body.evaluate((element) => element.scrollTop)).toBe(scrolled);
    expect(await drawerOf(page).getByRole('tabpanel').getAttribute('aria-busy')).toBe('false');
    await page.unrouteAll();
    await failCalls(page, new RegExp(`/orders/${shipping.id}$`), 500);
    await page.clock.runFor(21_000);
    await page.getByText(/^Not updated since \d\d:\d\d$/).waitFor();
    expect(await page.getByText('Error While fetching Orders Details').count()).toBe(0);
    expect(await page.getByText('55', { exact: true }).isVisible()).toBe(true);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
