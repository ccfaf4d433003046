import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, type ViewportName } from './harness/browser.ts';
import { failCalls, loseCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';

const OWNER = 'owner@example.com';
/** A request without its own failure message, so that the general rules apply. */
const PROFILE = /\/users\/me$/;

let portal: ReturnType<typeof sharedPortal>;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  portal = sharedPortal();
  browser = await openBrowser();
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
});

const toast = (page: Page) => toastRegion(page).getByRole('alert');

/** Waits for a toast and returns its title and message. */
async function told(page: Page): Promise<string[]> {
  await toast(page).waitFor();
  return (await toast(page).innerText()).split(/\n+/);
}

/** Opens a page while requests fail. */
function openFailing(fail: (page: Page) => Promise<void>, size: ViewportName = 'desktop', path = '/dashboard') {
  return open(OWNER, path, { size, prepare: fail });
}

describe('calls', () => {
  it('ERR-01 carry subscription key, token and the selected customer', async () => {
    const calls: Request[] = [];
    const { page, close } = await open(OWNER, '/orders', {
      isFresh: true,
      prepare: async (prepared) =>
        void prepared.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && calls.push(request)),
    });
    await page.getByRole('grid').waitFor();
    expect(calls.length).toBeGreaterThanOrEqual(4);
    for (const call of calls) {
      expect(call.headers()['ocp-apim-subscription-key']).toBe('yardage-demo-key');
      expect(call.headers().authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    }
    // Without a selected customer there are no headers to send for it.
    const scoped = calls.filter((call) => call.url().includes('/api/customers/') || call.url().includes('/permissions'));
    expect(scoped.length).toBeGreaterThanOrEqual(2);
    for (const call of scoped) {
      expect(call.headers()).toMatchObject({ 'x-customer-number': '10418', 'x-global-customer-number': 'G110418' });
      expect(call.headers()['x-datasource-id']).toMatch(/^\d+$/);
    }
    await close();
  });

  it('a read cancelled by leaving is no failure, and the same one requested again is answered', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Orders/ })
      .waitFor();
    let lists = 0;
    await page.route(/\/api\/customers\/[^/]+\/orders\?/, async (route) => {
      lists += 1;
      if (lists > 1) await route.continue();
    });
    const cancelled: string[] = [];
    // Leaving the dashboard may cancel its own requests too. Ignore them here.
    page.on('requestfailed', (request) => {
      if (request.url().includes('/orders?')) cancelled.push(`${request.url()} ${request.failure()?.errorText}`);
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/orders?')) asked.push(request.url());
    });
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Orders/ })
      .click();
    await expect.poll(() => asked.length).toBe(1);
    await page.goBack();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Orders/ })
      .click();
    await expect.poll(() => asked.length).toBe(2);
    await page.locator('main tbody th[scope=row] a').first().waitFor();
    expect(asked[1]).toBe(asked[0]);
    expect(cancelled).toEqual([`${asked[0]} net::ERR_ABORTED`]);
    expect(await toast(page).count(), 'being replaced is no failure').toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('failed calls', () => {
  it('ERR-04 a 401 ends the session: one toast, the root, and after signing in the same page', async () => {
    const { page, problems, close } = await openFailing(
      (page) => failCalls(page, /./, 401, { title: 'Please sign in.' }),
      'phone',
      '/orders?view=flat',
    );
    expect(await told(page)).toEqual(['Session Expired', 'Redirecting to login.']);
    await page.waitForURL(`${portal.url}/`);
    await toast(page).waitFor({ state: 'detached', timeout: 5000 });
    await page.waitForTimeout(300);
    expect(await toast(page).count(), 'several calls failed, one toast told').toBe(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:')))).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: OWNER }).click();
    await page.waitForURL(at('/orders?view=flat'));
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('ERR-06 a 403 shows its title in a toast, which can be dismissed, and the page still works', async () => {
    const title = 'You do not have permission to do this.';
    const { page, problems, close } = await openFailing((page) => failCalls(page, PROFILE, 403, { title }));
    expect(await told(page)).toEqual(['Error', title]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await toast(page).waitFor({ state: 'detached', timeout: 2000 });
    // The user's name is unknown, but the page still works. The other statuses are tested without a browser.
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('ERR-11 no response is a network error', async () => {
    const { page, problems, close } = await openFailing((page) => loseCalls(page, /^\/api\/users\/me$/));
    expect(await told(page)).toEqual(['Network Error', 'A network error occurred. Please check your connection.']);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('ERR-12 details that failed to load say so in their own place, without a toast', async () => {
    const { page, problems, close } = await openFailing((page) =>
      failCalls(page, /\/details$/, 500, { title: 'Something went wrong on our side.' }),
    );
    await page.getByText('Error loading details').waitFor();
    expect(await toast(page).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('ERR-13 the list of customer numbers has the general message for records, and Retry', async () => {
    const { page, problems, close } = await openFailing((page) =>
      failCalls(page, /\/global-customer-numbers$/, 500, { title: 'Something went wrong on our side.' }),
    );
    expect(await told(page)).toEqual(['Error', 'Error fetching records']);
    await page.getByText('Your customer numbers could not be loaded.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('toasts', () => {
  it('ERR-05 ERR-14 one per field, one at a time in the corner of a phone, three seconds each', async () => {
    const errors = { firstName: ['is missing', 'is too short'], lastName: ['is wrong'] };
    const { page, close } = await open(OWNER, '/unauthorized', { size: 'phone', isAlone: true });
    await failCalls(page, PROFILE, 422, { title: 'Not valid', errors });
    await page.addInitScript(() => {
      const seen: { text: string; at: number }[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const text = [...document.querySelectorAll('[role=alert]')].map((element) => element.textContent).join(' AND ');
        if (text !== (seen.at(-1)?.text ?? '')) seen.push({ text, at: performance.now() });
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto(`${portal.url}/dashboard`);
    await toast(page).waitFor();
    const box = await toast(page).boundingBox();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(24);
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThanOrEqual(24);
    expect(box?.x).toBeGreaterThanOrEqual(0);

    const seen = () => page.evaluate(() => (window as unknown as { seen: { text: string; at: number }[] }).seen);
    await expect.poll(async () => (await seen()).at(-1)?.text).toBe('');
    const [first, second, none] = await seen();
    expect([first?.text, second?.text]).toEqual(['Not validis missing, is too short', 'Not validis wrong']);
    for (const [from, to] of [
      [first, second],
      [second, none],
    ]) {
      const shownMs = (to?.at ?? 0) - (from?.at ?? 0);
      expect(shownMs).toBeGreaterThan(2900);
      expect(shownMs).toBeLessThan(10_000);
    }
    await close();
  });
});
