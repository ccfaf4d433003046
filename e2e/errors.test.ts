import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, type ViewportName } from './harness/browser.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { at } from './harness/url.ts';

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
  let [text]: string[] = [];
  const read = async (): Promise<string | undefined> => {
    [text] = await toast(page).allInnerTexts();
    return text;
  };
  await expect.poll(read).toBeDefined();
  return (text ?? '').split(/\n+/);
}

/** Opens a page while requests fail. */
function openFailing(fail: (page: Page) => Promise<void>, size: ViewportName = 'desktop', path = '/dashboard') {
  return open(OWNER, path, { size, prepare: fail });
}

describe('calls', () => {
  it('ERR-01 carry key, token and the selected customer; one cancelled by leaving is no failure, and is answered when it is made again', async () => {
    const calls: Request[] = [];
    const isList = (request: Request) => request.url().includes('/orders?');
    const { page, problems, close } = await open(OWNER, '/dashboard', {
      isFresh: true,
      prepare: async (prepared) =>
        void prepared.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && calls.push(request)),
    });
    const link = page.getByRole('main').getByRole('link', { name: /^Orders/ });
    await link.waitFor();
    let lists = 0;
    await page.route(/\/api\/customers\/[^/]+\/orders\?/, async (route) => {
      lists += 1;
      if (lists > 1) await route.continue();
    });
    const cancelled: string[] = [];
    // Leaving the dashboard may cancel its own requests too. Ignore them here.
    page.on('requestfailed', (request) => {
      if (isList(request)) cancelled.push(`${request.url()} ${request.failure()?.errorText}`);
    });
    const asked = () => calls.filter(isList).map((request) => request.url());
    await link.click();
    await expect.poll(() => asked().length).toBe(1);
    await page.goBack();
    await link.click();
    await expect.poll(() => asked().length).toBe(2);
    await page.locator('main tbody th[scope=row] a').first().waitFor();
    expect(asked()[1]).toBe(asked()[0]);
    expect(cancelled).toEqual([`${asked()[0]} net::ERR_ABORTED`]);
    expect(await toast(page).count(), 'being replaced is no failure').toBe(0);

    for (const call of calls) {
      expect(call.headers()['ocp-apim-subscription-key']).toBe('yardage-demo-key');
      expect(call.headers().authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    }
    // Without a selected customer there are no headers to send for it.
    const scoped = calls.filter((call) => call.url().includes('/api/customers/') || call.url().includes('/permissions'));
    expect(scoped.length).toBeGreaterThanOrEqual(4);
    for (const call of scoped) {
      expect(call.headers()).toMatchObject({ 'x-customer-number': '10418', 'x-global-customer-number': 'G110418' });
      expect(call.headers()['x-datasource-id']).toMatch(/^\d+$/);
    }
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
    await toast(page).waitFor({ state: 'detached' });
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

  it('ERR-04 SHL-21 every tab returns to its own page after the session has ended in one of them', async () => {
    const { page, close } = await open(OWNER, '/orders?view=flat', { isAlone: true, hasOwnSession: true });
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${portal.url}/invoices?status=All`);
    await other.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor();
    await failCalls(page, /./, 401, { title: 'Please sign in.' });
    // Its calls end the session, and the root may come before the reload has ended.
    await page.reload().catch(() => undefined);
    await Promise.all([page, other].map((tab) => tab.waitForURL(`${portal.url}/`)));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('button', { name: OWNER }).click();
    await other.waitForURL(at('/invoices?status=All'));
    await close();
  });

  it('ERR-12 ERR-13 customer numbers have the general message for records, and Retry; details that failed say so in their own place', async () => {
    const { page, problems, close } = await openFailing(async (opened) => {
      const problem = { title: 'Something went wrong on our side.' };
      await failCalls(opened, /\/global-customer-numbers$/, 500, problem);
      await failCalls(opened, /\/details$/, 500, problem);
    });
    expect(await told(page)).toEqual(['Error', 'Error fetching records']);
    await page.getByText('Your customer numbers could not be loaded.').waitFor();
    await page.route(/\/global-customer-numbers/, (route) => route.continue());
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Error loading details').waitFor();
    // No second toast follows.
    await toast(page).waitFor({ state: 'detached' });
    expect(await findBarriers(page)).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('STF-02 a user who is disabled while signed in sees one message about it, and can log out', async () => {
    const { page, close } = await open(OWNER, '/orders', { isAlone: true });
    await page.getByRole('main').getByRole('row').nth(1).waitFor();
    await failCalls(page, /^\/api\//, 403, { code: 'account-disabled', title: 'Your account is not enabled.' });
    await page.getByRole('link', { name: 'Invoices', exact: true }).click();
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Your account is not enabled' }).waitFor();
    await main.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await toast(page).count()).toBe(0);
    await close();
  });
});

describe('toasts', () => {
  // Which one belongs to which failure is tested without a browser.
  it('ERR-05 ERR-14 one per field, one at a time in the corner of a phone, three seconds each, and the page still works', async () => {
    const errors = { firstName: ['is missing', 'is too short'], lastName: ['is wrong'] };
    const asked: string[] = [];
    const { page, problems, close } = await open(OWNER, '/dashboard', {
      size: 'phone',
      isAlone: true,
      prepare: async (opened) => {
        opened.on('request', (request) => asked.push(new URL(request.url()).pathname));
        // The test stops and moves the page's clock, so that a toast that it notices late is still there.
        await opened.clock.install();
        await opened.clock.pauseAt(Date.now() + 10_000);
        await failCalls(opened, PROFILE, 422, { title: 'Not valid', errors });
      },
    });
    const toastsSoon = async (): Promise<number> => {
      await page.clock.runFor(100);
      return toast(page).count();
    };
    await expect.poll(toastsSoon).toBe(1);
    expect(await told(page)).toEqual(['Not valid', 'is missing, is too short']);
    const box = await toast(page).boundingBox();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(24);
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThanOrEqual(24);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    await page.clock.runFor(3000);
    await toast(page).getByText('is wrong').waitFor();
    expect(await toast(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.clock.runFor(500);
    await toast(page).waitFor({ state: 'detached' });
    // The user's name is unknown. The layout, which is mounted after the answer, has not asked for it again.
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
    expect(asked.filter((path) => path === '/api/users/me')).toHaveLength(1);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
