import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, openBrowser, type TestBrowser, type ViewportName } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const OWNER = 'owner@example.com';
const SIZES: ViewportName[] = ['desktop', 'phone'];

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

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

describe('entry addresses', () => {
  it('SHL-02 SHL-08 public pages need no session; others lead to /, and after signing in to the requested page', async () => {
    const { page, close } = await browser.openPage();
    await page.goto(`${portal.url}/unauthorized`);
    await page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
    await go(page, '/account-registration');
    await page.getByRole('button', { name: 'Register' }).waitFor();
    await go(page, '/registration-success');
    await page.getByRole('link', { name: 'Go to Login' }).waitFor();
    await page.goto(`${portal.url}/orders?view=flat`);
    await page.waitForURL(`${portal.url}/`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: OWNER }).click();
    await page.waitForURL((url) => url.pathname === '/orders');
    expect(page.url()).toContain('view=flat');
    await close();
  });

  it('SHL-08 SHL-09 /, /login and the registration redirect a signed-in user to the dashboard, the thanks page does not', async () => {
    const { page, close } = await open(OWNER, '/registration-success');
    await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
    await page.goto(portal.url);
    await page.waitForURL(at('/dashboard'));
    for (const path of ['/login', '/account-registration']) {
      await go(page, '/orders');
      await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
      await go(page, path);
      await page.waitForURL(at('/dashboard'));
    }
    await close();
  });

  it('SHL-22 a sign-in library that does not start is logged, and the app still loads', async () => {
    const { page, close } = await browser.openPage();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/.well-known/openid-configuration', (route) => route.abort());
    await page.goto(portal.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Sign-in is not available right now.').waitFor();
    expect(logged.some((line) => line.includes('The sign-in library did not start.'))).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#password').waitFor();
    await close();
  });

  it('SHL-21 a missing token clears the cached account and leads to the root', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard');
    await page.getByRole('heading', { name: 'Hello, Marguerite' }).waitFor();
    const accounts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:')));
    expect(await accounts()).toHaveLength(1);
    const expire = (change: Record<string, unknown>) =>
      page.evaluate((change) => {
        for (const [key, value] of Object.entries(localStorage)) {
          if (!key.startsWith('oidc.user:')) continue;
          localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1, ...change }));
        }
      }, change);
    await page.route('**/oidc/token', (route) => route.fulfill({ status: 503, body: 'down' }));
    await expire({});
    const isTold = page.getByText('A network error occurred. Please check your connection.').waitFor();
    await Promise.all([isTold, page.reload()]);
    expect(await accounts(), 'a provider that is down signs nobody out').toHaveLength(1);
    // Change the session on a page without the app, which would renew it meanwhile.
    await page.goto(`${portal.url}/config.json`);
    await expire({ refresh_token: 'long forgotten' });
    await page.unroute('**/oidc/token');
    // A toast is shown for three seconds, which a busy machine may need to load the page. So start waiting before.
    const told = page.getByText('Session Expired').waitFor();
    await Promise.all([told, page.goto(`${portal.url}/dashboard`)]);
    await page.waitForURL(`${portal.url}/`);
    expect(await accounts()).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('message pages', () => {
  it('SHL-11 an unknown address shows the 404 page, which links to the dashboard', async () => {
    const { page, close } = await open(OWNER, '/registration-success');
    for (const path of ['/tickets/none/such', '/dashboard/x', '/favicon', '/constructor', '/registration']) {
      await go(page, '/registration-success');
      await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
      await go(page, path);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await page.title()).toBe('Page not found · Yardage customer portal');
    }
    // Loaded at such an address, the page does not wait for the layout.
    await page.goto(`${portal.url}/dashboard/x`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.start)).toBeUndefined();
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.waitForURL(at('/dashboard'));
    await close();
  });

  it('SHL-10 Go back returns to the previous page, or to the dashboard if there is none', async () => {
    const { page, close } = await open(OWNER, '/no-such-page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await go(page, '/unauthorized');
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL(`${portal.url}/no-such-page`);
    await close();

    const fresh = await open(OWNER, '/unauthorized', { isFresh: true });
    await fresh.page.getByRole('button', { name: 'Go back' }).click();
    await fresh.page.waitForURL(at('/dashboard'));
    await fresh.close();
  });

  it('SHL-12 a page that crashes says so inside the layout, and can be retried', async () => {
    // A company name that is not a string breaks the card that shows it.
    const answer = { companyName: {}, email: null, phoneNumber: null };
    const { page, close } = await open(OWNER, '/dashboard', {
      prepare: (prepared) => prepared.route('**/api/customers/*/details*', (route) => route.fulfill({ json: answer })),
    });
    await page.getByRole('heading', { name: 'something went wrong !' }).waitFor();
    await page.getByText('There was an error in loading this page.').waitFor();
    expect(await menu(page).isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    await close();
  });
});

describe('the layout', () => {
  it('SHL-13 SHL-14 SHL-17 SHL-25 opens on the dashboard with the sidebar open, the menu name in the header and the build label', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard');
    const entry = menu(page).getByRole('link', { name: 'Dashboard' });
    await entry.waitFor();
    expect(await entry.getAttribute('aria-current')).toBe('page');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard');
    expect(await page.title()).toBe('Dashboard · Yardage customer portal');
    // Only nested paths have a Back button in the header.
    expect(await page.getByRole('button', { name: 'Back', exact: true }).count()).toBe(0);
    await menu(page).getByText('Production Beta 0.707').waitFor();

    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(async () => (await menu(page).boundingBox())?.width).toBeLessThan(80);
    await page.reload();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect.poll(async () => (await menu(page).boundingBox())?.width).toBeGreaterThan(200);
    await page.getByRole('heading', { name: 'Hello, Marguerite' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-15 has the sidebar beside the page from 768 px on, and a menu button below', async () => {
    const { page, close } = await open(OWNER, '/dashboard', { viewport: { width: 1024, height: 900 } });
    await page.getByRole('heading', { name: 'Hello, Marguerite' }).waitFor();
    for (const [width, isBeside] of [
      [1024, true],
      [1023, true],
      [768, true],
      [767, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => menu(page).isVisible()).toBe(isBeside);
      expect(await page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(!isBeside);
      expect(await isCut(page)).toBe(false);
    }
    await close();
  });

  it('SHL-18 the header has the customer number with data source, name, number and global number', async () => {
    const { page, close } = await open(OWNER, '/dashboard');
    const selector = page.getByRole('banner').getByRole('button', { name: /Customer number/ });
    expect(await selector.innerText()).toMatch(/Tarnwick Builders\s+Concrete East · 10418 · G110418/);
    await selector.click();
    const options = await page.getByRole('option').allInnerTexts();
    expect(options).toHaveLength(5);
    for (const option of options) expect(option).toMatch(/.+\n.+ · Customer \w+ · Global \w+/);
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await close();
  });

  it.each(SIZES)(
    'SHL-19 SHL-20 the avatar menu has name, username, support and registration; Logout there or in the navigation of a phone ends the session on a %s',
    async (size) => {
      const { page, close } = await open(OWNER, '/dashboard', { size, hasOwnSession: true });
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByText('Marguerite Tarnwick').waitFor();
      await page.getByRole('menu').getByText(OWNER).waitFor();
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
        'Support',
        'Email notifications',
        'Account Registration',
        'Logout',
      ]);
      await page.evaluate(() => sessionStorage.setItem('videoShown', 'true'));
      if (size === 'phone') {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Open menu' }).click();
        await menu(page).getByText('Production Beta 0.707').waitFor();
        await menu(page).getByRole('button', { name: 'Logout' }).click();
      } else await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(`${portal.url}/`);
      await page.getByText('You are signed out.').waitFor();
      const kept = await page.evaluate(() => ({ ...sessionStorage, ...localStorage }) as Record<string, string>);
      expect([kept.loggedOut, kept.videoShown]).toEqual(['true', undefined]);
      expect(Object.keys(kept).filter((key) => key.startsWith('oidc.user:') || key === 'yardage.customer')).toEqual([]);
      await page.goto(`${portal.url}/dashboard`);
      await page.waitForURL(`${portal.url}/`);
      await close();
    },
  );

  it('SHL-19 a user who pays chooses in the avatar menu which mails about payments they get', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard', { size: 'phone' });
    const openSettings = async () => {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Email notifications' }).click();
      const dialog = page.getByRole('dialog', { name: 'Email notifications' });
      return dialog.getByRole('switch', { name: 'Receipts' });
    };
    const receipts = await openSettings();
    expect(await receipts.isChecked()).toBe(true);
    const saved = page.waitForResponse((response) => response.url().endsWith('/mail-settings') && response.request().method() === 'PUT');
    await receipts.click();
    expect((await saved).status()).toBe(200);
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    const again = await openSettings();
    expect(await again.isChecked()).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('the colour scheme follows the system until one is chosen, which then stays', async () => {
    const { page, close } = await open(OWNER, '/dashboard', { colorScheme: 'dark' });
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    expect(await scheme()).toBe('light');
    await page.reload();
    expect(await scheme()).toBe('light');
    await close();
  });
});
