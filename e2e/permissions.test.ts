import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchToken } from '../scripts/token.ts';
import { at } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';

interface CustomerNumber {
  customerNumber: string;
  globalCustomerNumber: string;
  datasource: string;
  datasourceId: number;
  displayName: string;
}

const OWNER = 'owner@example.com';
const PAYABLES = 'payables@example.com';
const VIEWER = 'viewer@example.com';
/** The areas of orders, each with its own view permission (SHL-04). */
const AREAS = ['Orders', 'Tickets', 'Quotes'];

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
const selector = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Customer number/ });
const greeting = (page: Page) => page.getByRole('heading', { name: /^Hello, / });
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('yardage.customer') ?? 'null'));

/** Calls the API as a user. */
async function ask(email: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${portal.url}/api${path}`, { headers: { authorization: `Bearer ${await fetchToken(portal.url, email)}`, ...headers } });
}

async function numbersOf(email: string): Promise<CustomerNumber[]> {
  return (await ask(email, '/users/global-customer-numbers')).json();
}

describe('the customer number', () => {
  it('PER-02 PER-03 is the first of the list by default, and stored with the list', async () => {
    const { page, close } = await open(OWNER, '/dashboard');
    await selector(page).waitFor();
    const list = await numbersOf(OWNER);
    const [first, second] = list;
    if (!first || !second) throw new Error('The owner has several customer numbers.');
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['customerNumber', 'globalCustomerNumber', 'datasource', 'datasourceId', 'displayName']),
    );
    const keyOf = ({ customerNumber, datasourceId, globalCustomerNumber }: CustomerNumber) => ({
      customerNumber,
      datasourceId,
      globalCustomerNumber,
    });
    expect(await selector(page).innerText()).toContain(first.customerNumber);
    expect(await stored(page)).toEqual({ selected: keyOf(first), list });

    await selector(page).click();
    await page.getByRole('option').nth(1).click();
    await expect.poll(() => stored(page)).toMatchObject({ selected: keyOf(second) });
    await page.reload();
    await selector(page).waitFor();
    expect(await selector(page).innerText()).toContain(second.globalCustomerNumber);
    await close();
  });

  it('PER-01 PER-05 PER-06 selecting another on a phone opens the dashboard without the old permissions, and scopes everything to it', async () => {
    const { page, problems, close } = await open(OWNER, '/orders', { size: 'phone' });
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await selector(page).waitFor();
    const chosen = (await numbersOf(OWNER))[2];
    if (!chosen) throw new Error('The owner has several customer numbers.');

    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/users/me/permissions*', async (route) => {
      await held;
      await route.continue();
    });
    const asked: { url: URL; headers: Record<string, string> }[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/api/')) asked.push({ url, headers: request.headers() });
    });

    await selector(page).click();
    await page.getByRole('option').nth(2).click();
    await page.waitForURL(at('/dashboard'));
    await expect.poll(() => selector(page).innerText()).toContain(chosen.displayName);
    await page.getByRole('progressbar', { name: 'Loading permissions' }).waitFor();
    expect(await page.getByRole('link', { name: /^Orders/ }).count(), 'the permissions of the other number are gone').toBe(0);
    release();
    await page
      .getByRole('link', { name: /^Orders/ })
      .first()
      .waitFor();

    const permissions = asked.filter(({ url }) => url.pathname === '/api/users/me/permissions');
    expect(permissions.map(({ url }) => url.searchParams.get('customerNumber'))).toEqual([chosen.customerNumber]);
    expect(permissions[0]?.url.searchParams.get('datasourceId')).toBe(String(chosen.datasourceId));
    await go(page, '/orders');
    await expect.poll(() => asked.some(({ url }) => url.pathname === `/api/customers/${chosen.globalCustomerNumber}/orders`)).toBe(true);
    for (const { url, headers } of asked.filter(({ url }) => url.pathname.startsWith('/api/customers/'))) {
      expect(url.pathname).toContain(`/api/customers/${chosen.globalCustomerNumber}/`);
      expect(headers).toMatchObject({
        'x-customer-number': chosen.customerNumber,
        'x-global-customer-number': chosen.globalCustomerNumber,
        'x-datasource-id': String(chosen.datasourceId),
      });
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('PER-04 a user without one is told so on an office screen and a phone, also by typing an address', async () => {
    const { page, problems, close } = await open('nobody@example.com', '/dashboard');
    const message = page.getByText('You have no customer numbers assigned. Please try with an email having customer numbers assigned', {
      exact: true,
    });
    await message.waitFor();
    expect(await greeting(page).innerText()).toBe('Hello, Noa');
    expect(await page.getByRole('link', { name: '(423) 555-0142' }).isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${portal.url}/orders`);
    await message.waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('permissions', () => {
  // What the others see is shown by their dashboards (dashboard.test.ts), which link to the same pages as the menu.
  it.each([
    [OWNER, AREAS],
    ['field@example.com', ['Orders', 'Tickets']],
  ])('PER-08 %s sees Dashboard, and of the areas of orders: %j', async (email, expected) => {
    const { page, problems, close } = await open(email, '/dashboard');
    await greeting(page).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    const named = async (links: Locator) => (await links.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
    const entries = await named(menu(page).getByRole('link'));
    expect(entries[0]).toBe('Dashboard');
    expect(entries.filter((entry) => AREAS.includes(entry))).toEqual(expected);
    // The dashboard links to the same pages as the menu.
    const areas = page.locator('main section').filter({ has: page.getByRole('heading', { name: 'Go to', exact: true }) });
    await areas.getByRole('listitem').first().waitFor();
    expect(await named(areas.getByRole('listitem').getByRole('link'))).toEqual(entries.slice(1));
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-04 /orders, /tickets and /quotes open with their codes', async () => {
    const { page, problems, close } = await open(VIEWER, '/dashboard');
    for (const area of AREAS) {
      await go(page, `/${area.toLowerCase()}`);
      await page.getByRole('heading', { level: 1, name: area }).waitFor();
      await page.getByRole('grid').or(page.getByText('No Data Available')).first().waitFor();
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-03 SHL-04 SHL-05 SHL-07 SHL-10 CHT-09 pages without their codes lead to /unauthorized, whose Go back opens the dashboard on a fresh tab, and the API refuses the call', async () => {
    const { page, problems, close } = await open(PAYABLES, `/orders?order=1`, { isFresh: true });
    await page.waitForURL(`${portal.url}/unauthorized`);
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL(at('/dashboard'));
    const chats = ['/newOrderChat', '/newOrderChat/new', '/newOrderChat/00000000-0000-4000-8000-000000000000', '/desk/chats'];
    for (const path of ['/orders?view=flat', '/tickets', '/quotes', '/truck-tracking', ...chats]) {
      await go(page, path);
      await page.waitForURL(`${portal.url}/unauthorized`);
      await page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
      await go(page, '/dashboard');
      await greeting(page).waitFor();
    }
    // The page for it is still loading when a second click leads to the next forbidden page.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/unauthorized-page-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${portal.url}/orders`);
    await page.waitForURL(`${portal.url}/unauthorized`);
    await go(page, '/tickets');
    await page.waitForURL(`${portal.url}/unauthorized`);
    release();
    await page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
    expect(await page.title()).toBe('Unauthorized Access · Yardage customer portal');
    expect(problems).toEqual([]);
    await close();

    // Go back keeps the customer of the forbidden page.
    const second = (await numbersOf(OWNER))[1]?.globalCustomerNumber;
    const owner = await open(OWNER, `/quotes?customer=${second}`, {
      isFresh: true,
      prepare: (prepared) =>
        prepared.route('**/api/users/me/permissions*', (route) => route.fulfill({ json: { permissionKeys: ['orders.view'] } })),
    });
    await owner.page.getByRole('button', { name: 'Go back' }).click();
    await owner.page.waitForURL(`${portal.url}/dashboard?customer=${second}`);
    await owner.close();

    const [number] = await numbersOf(PAYABLES);
    if (!number) throw new Error('Accounts Payable has a customer number.');
    const query = `customerNumber=${number.customerNumber}&datasourceId=${number.datasourceId}`;
    expect((await ask(PAYABLES, `/customers/${number.globalCustomerNumber}/orders?${query}`)).status).toBe(403);
    expect((await ask(VIEWER, `/customers/${number.globalCustomerNumber}/orders?${query}`)).status).toBe(200);
  });

  it('a user whose codes open no screen is told so on an office screen and a phone', async () => {
    const { page, problems, close } = await open(PAYABLES, '/dashboard', {
      prepare: (prepared) => prepared.route('**/api/users/me/permissions*', (route) => route.fulfill({ json: { permissionKeys: [] } })),
    });
    await page.getByText('Nothing to open here yet').waitFor();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('PER-14 a failed fetch is reported by a toast and in the page, which offers Retry', async () => {
    const { page, problems, close } = await open(OWNER, '/orders', {
      prepare: (prepared) => failCalls(prepared, /\/permissions$/, 500, { title: 'Something went wrong on our side.' }),
    });
    const toast = toastRegion(page).getByRole('alert');
    await toast.waitFor();
    expect((await toast.innerText()).split(/\n+/)).toEqual(['Uh oh! Something went wrong.', 'There was a problem fetching the Permission']);
    expect(await toast.getAttribute('data-kind')).toBe('destructive');
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('grid').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('PER-15 the loading indicator is shown for a second, however quick the answer', async () => {
    const { page, close } = await open(OWNER, '/dashboard', {
      prepare: (prepared) =>
        prepared.addInitScript(() => {
          const times: number[] = [];
          Object.assign(window, { indicatorTimes: times });
          new MutationObserver(() => {
            const isShown = document.querySelector('[role=progressbar]') !== null;
            if (isShown !== (times.length % 2 === 1)) times.push(performance.now());
          }).observe(document, { childList: true, subtree: true });
        }),
    });
    const times = () => page.evaluate(() => (window as unknown as { indicatorTimes: number[] }).indicatorTimes);
    await expect.poll(async () => (await times()).length).toBe(2);
    const [shown = 0, gone = 0] = await times();
    expect(gone - shown).toBeGreaterThanOrEqual(950);
    expect(gone - shown).toBeLessThan(10_000);
    await close();
  });
});
