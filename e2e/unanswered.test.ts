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

describe('a server that does not answer', () => {
  it('ERR-11 MAIL-10 a list says that it is still loading, then that it failed; a form, that its outcome is unknown, and it can be sent again', async () => {
    // A fake clock, so that the test need not wait for the time limits.
    const { page, problems, close } = await open(OWNER, '/orders', {
      isAlone: true,
      prepare: (prepared) => Promise.all([prepared.clock.install(), ignoreCalls(prepared, ORDERS)]),
    });
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

    await ignoreCalls(page, SEND);
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

  it('SHR-01 PAY-09 CHT-02 a shared board, the checkout and a chat say that they are still loading, and then that they failed', async () => {
    const guest = await browser.openPage();
    await guest.page.clock.install();
    await ignoreCalls(guest.page, /\/config\.json$/);
    await guest.page.goto(`${sharedPortal().url}/share#unanswered`);
    await guest.page.getByText('Loading …').waitFor();
    await guest.page.clock.runFor(10_000);
    await guest.page.getByText(STILL_LOADING).waitFor();
    await guest.page.clock.runFor(20_000);
    await guest.page.getByText('The board could not be loaded. Trying again.').waitFor();
    await guest.close();
    for (const [path, call, partOf, failure] of [
      ['/invoices/checkout', /\/carts\/[^/]+$/, (page: Page) => page.getByRole('main'), 'Error fetching cart invoices'],
      [
        '/newOrderChat/3f0c1d5e-8a51-4b8e-9f5f-6d5b6f1d9c11',
        /\/client\/[\w]+-[^/]+$/,
        // Look at the chat only: the page's clock is faster than the server, so the list of chats may still be loading.
        (page: Page) => page.getByRole('region', { name: 'Chat', exact: true }),
        'The chat could not be loaded.',
      ],
    ] as const) {
      let asked: Promise<unknown> | undefined;
      const { page, close } = await open(OWNER, path, {
        isAlone: true,
        prepare: (prepared) => {
          asked = prepared.waitForRequest((request) => call.test(new URL(request.url()).pathname));
          return Promise.all([prepared.clock.install(), ignoreCalls(prepared, call)]);
        },
      });
      await asked;
      const part = partOf(page);
      await part.getByRole('status').first().waitFor({ state: 'attached' });
      await page.clock.runFor(10_000);
      await part.getByText(STILL_LOADING).waitFor();
      await page.clock.runFor(20_000);
      await page.getByRole('main').getByText(failure).first().waitFor();
      await close();
    }
  });

  it('ERR-11 SHL-01 SHR-01 a page of which no script arrives says so, in every language and without any script', async () => {
    const { page, close } = await browser.openPage({ locale: 'es-MX' });
    const animations = await page.context().newCDPSession(page);
    await animations.send('Animation.enable');
    let isCut = true;
    await page.route('**/assets/*.js', (route) => (isCut ? undefined : route.continue()));
    await page.route('**/color-scheme.js', (route) => (isCut ? route.abort() : route.continue()));
    const message = page.locator('.still-loading');
    const openSlowly = async (path: string): Promise<void> => {
      await page.goto(`${sharedPortal().url}${path}`, { waitUntil: 'commit' });
      await message.waitFor({ state: 'attached' });
      expect(await message.isVisible()).toBe(false);
      await animations.send('Animation.setPlaybackRate', { playbackRate: 200 });
      await message.waitFor();
      expect(await message.locator('[lang=es]').innerText()).toContain('Esta página todavía se está cargando.');
      expect(await message.innerText()).toContain('This page is still loading. Please check your connection.');
      await animations.send('Animation.setPlaybackRate', { playbackRate: 1 });
    };
    // Loading this page again would lose its link's secret, which is behind the #.
    await openSlowly('/share#secret');
    expect(await message.getByRole('link').count()).toBe(0);
    for (const [path, text] of [
      ['/orders?search=ramp', 'Iniciar sesión'],
      ['/', 'Regístrese'],
    ] as const) {
      isCut = true;
      await openSlowly(path);
      isCut = false;
      await message.getByRole('link', { name: 'Reintentar' }).click();
      await page.getByText(text).first().waitFor();
      expect(await message.isVisible()).toBe(false);
    }
    await close();
  });
});

describe('a record that failed to load', () => {
  // Those of orders and quotes are shown in their own tests.
  it('ERR-12 offers Retry, and nothing that needs the record', async () => {
    const { page, close } = await open(OWNER, '/tickets');
    for (const path of [
      '/tickets?details=999999999',
      '/invoices?invoice=NONE-1',
      '/paymentHistory?payment=NONE-1',
      '/statements?statement=1999-01-31',
    ]) {
      await go(page, path);
      const panel = page.getByRole('dialog');
      await panel.getByText('Error loading details').waitFor();
      await panel.getByRole('button', { name: 'Retry' }).waitFor();
      const buttons = await panel.getByRole('button').allInnerTexts();
      expect(
        buttons.filter((name) => /^(View PDF|View receipt|Message dispatch|History|Pay)$/.test(name)),
        path,
      ).toEqual([]);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
    }
    await go(page, '/orders?pdf=999999999');
    await page.getByText('The document could not be loaded.').waitFor();
    expect(await page.getByRole('button', { name: 'Send Mail' }).count()).toBe(0);
    await close();
  });
});
