import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';

const OWNER = 'owner@example.com';
const ORDERS = /\/customers\/[^/]+\/orders$/;
const SEND = /\/orders\/\d+\/send-email$/;
const STILL_LOADING = 'Still loading. The server takes longer than usual.';

let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(() => browser?.close());

/** Leaves matching requests without a response. */
const ignoreCalls = (page: Page, path: RegExp) =>
  page.route(
    ({ pathname }) => path.test(pathname),
    () => undefined,
  );

/** Opens a page with a fake clock, so that the test need not wait for timeouts. */
function openWithClock(path: string, ignored: RegExp) {
  return open(OWNER, path, { isAlone: true, prepare: (page) => Promise.all([page.clock.install(), ignoreCalls(page, ignored)]) });
}

describe('a server that does not answer', () => {
  it('ERR-11 a list says that it is still loading, then that it failed, and loads on Retry', async () => {
    const { page, problems, close } = await openWithClock('/orders', ORDERS);
    await page.getByRole('grid', { name: 'Orders' }).waitFor();
    expect(await page.getByText(STILL_LOADING).count()).toBe(0);
    await page.clock.runFor(10_000);
    await page.getByText(STILL_LOADING).waitFor();
    await page.clock.runFor(20_000);
    await page.getByRole('main').getByText('Error While fetching Orders').waitFor();
    expect(await page.getByText(STILL_LOADING).count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await page.locator('main tbody th[scope=row] a').first().waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('ERR-11 MAIL-10 a form says that its outcome is unknown, keeps the typed text and can be sent again', async () => {
    const { page, problems, close } = await openWithClock('/orders', SEND);
    await page
      .getByRole('button', { name: /^View PDF of order/ })
      .first()
      .click();
    // The document's own request must not be the one that runs out of time.
    await page.getByRole('dialog').locator('canvas').first().waitFor();
    await page.getByRole('button', { name: 'Send Mail' }).click();
    const message = page.getByLabel('Message', { exact: true });
    await message.fill('The slab of tomorrow');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const asked = page.waitForRequest((request) => SEND.test(new URL(request.url()).pathname));
    await send.click();
    await asked;
    await page.clock.runFor(30_000);
    const toast = toastRegion(page);
    await toast
      .getByText('The server did not answer in time. What you sent may have arrived. You can send it again; it will not be done twice.')
      .waitFor();
    expect(await message.inputValue()).toBe('The slab of tomorrow');
    await expect.poll(() => send.isEnabled()).toBe(true);
    const again = page.waitForRequest((request) => SEND.test(new URL(request.url()).pathname));
    await send.click();
    // The same key, so that the server does it once.
    const [first, second] = await Promise.all([asked, again]).then((requests) =>
      requests.map((request) => request.headers()['idempotency-key']),
    );
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).toBe(first);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('a record that failed to load', () => {
  it('ERR-12 offers Retry, and nothing that needs the record', async () => {
    const { page, close } = await open(OWNER, '/orders');
    for (const path of [
      '/orders?order=999999999',
      '/tickets?order=999999999',
      '/tickets?details=999999999',
      '/quotes?quote=999999999',
      '/invoices?invoice=NONE-1',
      '/paymentHistory?payment=NONE-1',
      '/statements?statement=1999-01-31',
    ]) {
      await go(page, path);
      const panel = page.getByRole('dialog');
      await panel.getByText('Error loading details').waitFor();
      await panel.getByRole('button', { name: 'Retry' }).waitFor();
      for (const name of ['View PDF', 'View receipt', 'Message dispatch', 'History', 'Pay'])
        expect(await panel.getByRole('button', { name, exact: true }).count(), `${path} ${name}`).toBe(0);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
    }
    await go(page, '/orders?pdf=999999999');
    await page.getByText('The document could not be loaded.').waitFor();
    expect(await page.getByRole('button', { name: 'Send Mail' }).count()).toBe(0);
    await close();
  });
});
