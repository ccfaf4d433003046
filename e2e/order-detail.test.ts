import { formatDateTime, formatDay, formatTime } from '@yardage/domain/dates';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow } from './harness/browser.ts';
import { stopClock } from './harness/clock.ts';
import { unexpected, withoutHub } from './harness/network.ts';
import { informationOf, type OrderWorld, startOrderWorld, withoutPermissions } from './order-detail-world.ts';

let world: OrderWorld;
let shipping: OrderWorld['shipping'];

beforeAll(async () => {
  world = await startOrderWorld();
  ({ shipping } = world);
});
afterAll(() => world?.end());

const drawerOf = (page: Page, orderNumber = shipping.orderNumber) => page.getByRole('dialog', { name: `Order ${orderNumber}` });
const dispatchOf = (page: Page) => page.getByRole('dialog', { name: 'Dispatch' });
const linkTo = (page: Page) => page.getByRole('link', { name: shipping.orderNumber });
const valueIn = async (page: Page, label: string): Promise<string> =>
  informationOf(page)
    .locator('div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .innerText();
const widthOf = async (page: Page, name: string): Promise<number> => (await page.getByRole('dialog', { name }).boundingBox())?.width ?? 0;
const isInside = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).evaluate((dialog) => dialog.contains(document.activeElement));

/** The list on the order's own day, because a delivery may continue past midnight. */
const listOfItsDay = (): string => `/orders?from=${shipping.shipDate}&to=${shipping.shipDate}`;

/** The facts, four at first, and the tickets are those of the server. */
async function expectDetails(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Details', selected: true }).waitFor();
  const labels = informationOf(page).locator('dt');
  expect(await labels.count()).toBe(4);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect((await labels.allInnerTexts()).length).toBeGreaterThan(10);
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
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(() => labels.count()).toBe(4);
}

describe('the order drawer', () => {
  it('ORD-03 ORD-09 ORD-10 ORD-11 ORD-12 ORD-13 ORD-14 ORD-20 API-05 ALR-01 opens from the list by keyboard, closes in its order, and returns the focus', async () => {
    const { page, problems, close } = await world.visit(listOfItsDay());
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(`/orders/${shipping.id}`));
    await linkTo(page).focus();
    await page.keyboard.press('Enter');
    await informationOf(page).waitFor();
    expect(new URL((await asked).url()).searchParams.get('dataset')).toBe(shipping.dataset);
    expect(new URL(page.url()).searchParams.get('order')).toBe(String(shipping.id));
    await expect.poll(() => isInside(page, `Order ${shipping.orderNumber}`)).toBe(true);
    await expectDetails(page);

    await page.getByRole('button', { name: 'View PDF', exact: true }).click();
    await page.getByRole('button', { name: 'Send Mail' }).waitFor();
    // A second click, or one on a dialog that is already closing, closes nothing below it.
    const viewer = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send Mail' }) });
    await viewer.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
      window.addEventListener('popstate', () => button.click(), { once: true });
    });
    await page.getByRole('button', { name: 'Send Mail' }).waitFor({ state: 'hidden' });
    await drawerOf(page).waitFor();

    await page.getByRole('button', { name: 'Message dispatch', exact: true }).click();
    await expect.poll(() => isInside(page, 'Dispatch')).toBe(true);
    // The dispatcher can be called and mailed as well, with the order named.
    await dispatchOf(page).getByText(`Chat started about order ${shipping.orderNumber}`).first().waitFor();
    expect(
      await dispatchOf(page)
        .getByRole('link', { name: /Call dispatch/ })
        .getAttribute('href'),
    ).toMatch(/^tel:\+?\d{10,}$/);
    const mail = new URL(
      (await dispatchOf(page)
        .getByRole('link', { name: /Write to dispatch/ })
        .getAttribute('href')) ?? '',
    );
    expect([mail.protocol, mail.searchParams.get('subject')]).toEqual(['mailto:', `Order ${shipping.orderNumber}: ${shipping.job}`]);
    expect(mail.searchParams.get('body')).toContain(`${shipping.jobAddress1}, ${shipping.jobAddress2}`);
    await page.keyboard.press('Escape');
    await dispatchOf(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    // All events are on at first, and each can be turned off.
    const thisOrder = page.getByRole('menuitemcheckbox', { name: 'This order' });
    await thisOrder.click();
    const events = page.getByRole('group', { name: 'Events of This order' }).getByRole('menuitemcheckbox');
    const checked = () => events.evaluateAll((items) => items.map((item) => item.getAttribute('aria-checked')));
    await expect.poll(checked).toEqual(['true', 'true', 'true', 'true', 'true']);
    await events.first().click();
    await expect.poll(checked).toEqual(['false', 'true', 'true', 'true', 'true']);
    await thisOrder.click();
    await events.first().waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('menuitemcheckbox').first().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('order')).toBe(String(shipping.id));
    await page.goBack();
    await drawerOf(page).waitFor({ state: 'hidden' });
    await expect.poll(() => linkTo(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-16 ORD-15 ORD-28 ERR-12 says that it failed, has its widths, a skeleton of 800 ms, and is fetched again every 20 s', async () => {
    let delivered = 45;
    let asked = 0;
    let isFailing = true;
    const { page, problems, close } = await world.visit(listOfItsDay(), {
      isAlone: true,
      prepare: async (opened) => {
        await opened.clock.install();
        await withoutHub(opened);
        await opened.route(new RegExp(`/orders/${shipping.id}\\?`), async (route) => {
          if (isFailing) return route.fulfill({ status: 500 });
          asked += 1;
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), qtyDelivered: delivered, inTransitQty: 0 } });
        });
      },
    });
    const name = `Order ${shipping.orderNumber}`;
    const panel = page.getByRole('tabpanel', { name: 'Details' });
    await page.clock.runFor(2000);
    await linkTo(page).click();
    await page.getByText('Error While fetching Orders Details').waitFor();
    await page.getByText('Error loading details').waitFor();
    isFailing = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await informationOf(page).waitFor();
    expect(await widthOf(page, name)).toBeCloseTo(0.64 * 1440, 0);
    await page.keyboard.press('Escape');
    await drawerOf(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();

    // From here on the test controls the clock, so that a slow machine cannot change the timing.
    await stopClock(page);
    await linkTo(page).click();
    await page.clock.runFor(100);
    await expect.poll(() => panel.getAttribute('aria-busy')).toBe('true');
    await page.clock.runFor(650);
    expect(await panel.getAttribute('aria-busy')).toBe('true');
    expect(await informationOf(page).count()).toBe(0);
    await page.clock.runFor(150);
    await expect.poll(() => panel.getAttribute('aria-busy')).toBe('false');
    await informationOf(page).waitFor();
    expect(await widthOf(page, name)).toBeCloseTo(0.75 * 1440, 0);
    await page.clock.resume();

    const body = drawerOf(page).getByRole('tabpanel').locator('..');
    const scrolled = await body.evaluate((element) => {
      element.scrollTo(0, 200);
      return element.scrollTop;
    });
    expect(scrolled).toBeGreaterThan(0);
    const before = asked;
    delivered = 55;
    await page.clock.runFor(20_000);
    await page.getByText('55', { exact: true }).waitFor();
    expect(asked).toBe(before + 1);
    expect(await body.evaluate((element) => element.scrollTop)).toBe(scrolled);
    expect(await drawerOf(page).getByRole('tabpanel').getAttribute('aria-busy')).toBe('false');
    isFailing = true;
    await page.clock.runFor(21_000);
    await page.getByText(/^Not updated since \d\d:\d\d$/).waitFor();
    expect(await page.getByText('Error While fetching Orders Details').count()).toBe(0);
    expect(await page.getByText('55', { exact: true }).isVisible()).toBe(true);

    await page.getByRole('button', { name: 'Message dispatch', exact: true }).click();
    await page.clock.runFor(1000);
    await dispatchOf(page).waitFor();
    await expect.poll(() => widthOf(page, 'Dispatch')).toBeCloseTo(0.45 * 1440, 0);
    for (const width of [1023, 767, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const drawer of [name, 'Dispatch']) await expect.poll(() => widthOf(page, drawer)).toBeCloseTo(width, 0);
    }
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('ORD-10 has cards for a finger on a phone, passes axe there, and the page behind keeps its scroll position', async () => {
    const { page, problems, close } = await world.visit(listOfItsDay(), { size: 'phone', colorScheme: 'dark' });
    await linkTo(page).waitFor();
    const scrolled = await page.evaluate(() => {
      document.documentElement.style.minHeight = '3000px';
      window.scrollTo(0, 120);
      return window.scrollY;
    });
    expect(scrolled).toBe(120);
    await linkTo(page).evaluate((element: HTMLElement) => element.click());
    await informationOf(page).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(await drawerOf(page).getByRole('table').count()).toBe(0);
    expect(await drawerOf(page).getByRole('listitem').count()).toBeGreaterThanOrEqual(shipping.tickets.length);
    const small = await drawerOf(page)
      .locator('button:visible, a:visible')
      .evaluateAll((targets) =>
        targets
          .map((target) => [target.textContent || target.ariaLabel, target.getBoundingClientRect().height])
          .filter(([, height]) => Number(height) < 43.5),
      );
    expect(small).toEqual([]);
    expect(await drawerOf(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
    await drawerOf(page).getByRole('button', { name: 'Close' }).click();
    await drawerOf(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
    await page.evaluate(() => document.documentElement.style.removeProperty('min-height'));
    expect(problems).toEqual([]);
    await close();
  });

  it('ORD-16 ORD-18 ORD-20 shows neither tickets, document nor chat without their codes, also by typing the address', async () => {
    const [ticket] = shipping.tickets;
    const asked: string[] = [];
    const { page, problems, close } = await world.visit(
      `/orders?order=${shipping.id}&pdf=${shipping.id}&chat=${shipping.id}&ticket=${ticket?.id}`,
      {
        prepare: async (prepared) => {
          prepared.on('request', (request) => asked.push(new URL(request.url()).pathname));
          await withoutPermissions(prepared, 'tickets.view', 'orders.view-pdf', 'dispatcher-chat.view');
        },
      },
    );
    await informationOf(page).waitFor();
    const number = page.getByRole('cell', { name: ticket?.ticketNumber ?? '', exact: true });
    await number.waitFor();
    expect(await number.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(1);
    for (const name of ['View PDF', 'Message dispatch']) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect(asked.filter((path) => /pdf|\/chat\/|\/tickets\/\d/.test(path))).toEqual([]);
    // Nor do the rows of the list offer them.
    await page.keyboard.press('Escape');
    await drawerOf(page).waitFor({ state: 'hidden' });
    await page.locator('main tbody th[scope=row] a').first().waitFor();
    expect(await page.getByRole('button', { name: /^(View PDF of|Message dispatch about) order/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});
