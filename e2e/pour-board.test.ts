import type { OrderRow } from '@yardage/contract/orders';
import type { PourAnswer } from '@yardage/contract/pour';
import { formatNumber } from '@yardage/domain/quantities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { type Caller, callAs } from './order-detail-world.ts';

const OWNER = 'owner@example.com';
const { url } = sharedPortal();
let browser: TestBrowser;
let open: OpenSignedIn;
let caller: Caller;
/** An order that is short of concrete, with a truck that waits. */
let orderId: number;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, url);
  caller = await callAs(url, OWNER);
  const isShort = ({ orderStatusId, loadCount, qtyOrdered, qtyDelivered, inTransitQty }: OrderRow) =>
    orderStatusId === 6 && loadCount === 6 && qtyOrdered - qtyDelivered - inTransitQty > 3;
  orderId = (await caller.findOrder(isShort)).id;
});
afterAll(() => browser?.close());

const board = async () => (await caller.get<PourAnswer>(`orders/${orderId}/pour`)).body;

describe('the pour board', () => {
  it('POUR-01 POUR-02 POUR-03 opens from the order, says what needs attention, has a table behind its timeline, and fits a phone and a wall', async () => {
    const { page, close } = await open(OWNER, `/orders?order=${orderId}`);
    await page.getByRole('tab', { name: 'Pour board' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Pour board' });
    const alerts = panel.getByRole('list', { name: 'What needs attention' });
    await alerts.getByText(/^Short by [\d.]+ CY/).waitFor();
    await alerts.getByText(/has waited \d+ min on site/).waitFor();
    await panel.getByRole('link', { name: 'Open pour board' }).click();
    await page.waitForURL(/\/orders\/pour\?order=\d+/);
    const answer = await board();
    await page
      .getByText(
        `${formatNumber(answer.loads.filter(({ statusId }) => statusId === 6).reduce((sum, { quantity }) => sum + quantity, 0))} of`,
      )
      .waitFor();
    await page.getByText('Times of each load').click();
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(answer.loads.length + 1);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    await expect.poll(() => isWiderThanWindow(page)).toBe(false);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await go(page, `/orders/pour?order=${orderId}&display=wall`);
    const leave = page.getByRole('link', { name: 'Leave wall display' });
    await leave.waitFor();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await isWiderThanWindow(page)).toBe(false);
    // Nobody scrolls a screen on a wall.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await leave.click();
    await page.getByRole('navigation').waitFor();
    await close();
  });

  it('SHR-01 is shared by a link that works without signing in until it is revoked', async () => {
    const { page, close } = await open(OWNER, `/orders/pour?order=${orderId}`);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/shares?*', async (route) => {
      if (route.request().method() === 'GET') await isReleased;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share pour board' });
    const create = dialog.getByRole('button', { name: 'Create link' });
    // A list that arrives late does not move the button away from a click.
    const before = await create.boundingBox();
    release();
    await dialog.getByText('There is no link to this order yet.').waitFor();
    expect(await create.boundingBox()).toEqual(before);
    await create.click();
    await dialog.getByText('Say who the link is for.').waitFor();
    await dialog.getByLabel('Who is the link for?').fill('Pump crew');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = (await dialog.locator('[data-share-url]').textContent()) ?? '';

    const guest = await browser.openPage({ size: 'phone' });
    const scripts: string[] = [];
    guest.page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    const answered = await guest.page.goto(link.replace(/^https?:\/\/[^/]+/, url));
    expect([answered?.headers()['x-robots-tag'], answered?.headers()['referrer-policy']]).toEqual(['noindex, nofollow', 'no-referrer']);
    await guest.page.getByText(/^▲?Short by [\d.]+ CY/).waitFor();
    await guest.page.getByText('Times of each load').click();
    await expect.poll(() => isWiderThanWindow(guest.page)).toBe(false);
    expect(await findBarriers(guest.page)).toEqual([]);
    // Nothing of the portal's own bundle: the page has one script.
    expect(scripts.filter((script) => script.includes('/assets/'))).toEqual([expect.stringMatching(/\/assets\/share-[\w-]{8}\.js$/)]);

    // A server that fails is not a lost connection, and both are over with the next answer.
    const status = guest.page.getByRole('status');
    for (const [answered, told] of [
      [500, 'The board could not be updated. Last update'],
      [undefined, 'No connection. Last update'],
    ] as const) {
      await guest.page.route('**/api/shared/board', (route) => (answered ? route.fulfill({ status: answered }) : route.abort()));
      await guest.page.evaluate(() => window.dispatchEvent(new Event('online')));
      await status.getByText(told).waitFor();
      await guest.page.unroute('**/api/shared/board');
    }
    await guest.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await status.getByText('Last update').waitFor({ state: 'detached' });

    await dialog.getByRole('button', { name: 'Revoke the link for Pump crew' }).first().click();
    await page.getByText('The link for Pump crew no longer works.').waitFor();
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'This link is not valid or has expired.' }).waitFor();
    await guest.close();
    await close();
  });
});
