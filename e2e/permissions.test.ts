import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchToken } from '../scripts/token.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { at } from './harness/url.ts';

interface CustomerNumber {
  customerNumber: string;
  globalCustomerNumber: string;
  datasource: string;
  datasourceId: number;
  displayName: string;
}

const OWNER = 'owner@example.com';
const PAYABLES = 'payables@example.com';

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

const selector = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Customer number' });
const greeting = (page: Page) => page.getByRole('heading', { name: /^Hello, / });
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('yardage.customer') ?? 'null'));

async function numbersOf(email: string): Promise<CustomerNumber[]> {
  const headers = { authorization: `Bearer ${await fetchToken(portal.url, email)}` };
  return (await fetch(`${portal.url}/api/users/global-customer-numbers`, { headers })).json();
}

describe('the customer number', () => {
  it('PER-01 PER-02 PER-03 PER-05 PER-06 is the first of the list; selecting another on a phone opens the dashboard without the old permissions, and scopes everything to it', async () => {
    const { page, problems, close } = await open(OWNER, '/orders', { size: 'phone' });
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await selector(page).waitFor();
    const list = await numbersOf(OWNER);
    const [first, , chosen] = list;
    if (!first || !chosen) throw new Error('The owner has several customer numbers.');
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['customerNumber', 'globalCustomerNumber', 'datasource', 'datasourceId', 'displayName']),
    );
    const keyOf = ({ customerNumber, datasourceId, globalCustomerNumber }: CustomerNumber) => ({
      customerNumber,
      datasourceId,
      globalCustomerNumber,
    });
    expect(await selector(page).innerText()).toContain(first.displayName);
    expect(await stored(page)).toEqual({ selected: keyOf(first), list });

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
    await expect.poll(() => stored(page)).toEqual({ selected: keyOf(chosen), list });
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

  it('PER-04 a user without one sees a message on an office screen and a phone, also by typing an address', async () => {
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
    await go(page, '/orders');
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await message.waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('permissions', () => {
  // Which codes a page needs is a unit test (router.test.ts), and what the API refuses is tested for every endpoint.
  it('SHL-03 SHL-10 pages without their codes lead to /unauthorized, whose Go back opens the dashboard on a fresh tab', async () => {
    const { page, problems, close } = await open(PAYABLES, `/orders?order=1`, { isFresh: true });
    await page.waitForURL(`${portal.url}/unauthorized`);
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL(at('/dashboard'));
    for (const path of ['/quotes', '/newOrderChat/00000000-0000-4000-8000-000000000000', '/desk/chats']) {
      await go(page, '/registration-success');
      await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
      await go(page, path);
      await page.waitForURL(`${portal.url}/unauthorized`);
      await page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
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
    await expect.poll(() => page.title()).toBe('Unauthorized Access · Yardage customer portal');
    expect(problems).toEqual([]);
    await close();
  });

  it('PER-14 a failed fetch is reported by a toast and in the page, which offers Retry; a user whose codes open no screen sees a message', async () => {
    const { page, problems, close } = await open(PAYABLES, '/dashboard', {
      prepare: (prepared) => failCalls(prepared, /\/permissions$/, 500, { title: 'Something went wrong on our side.' }),
    });
    const toast = toastRegion(page).getByRole('alert');
    await toast.waitFor();
    expect((await toast.innerText()).split(/\n+/)).toEqual(['Uh oh! Something went wrong.', 'There was a problem fetching the Permission']);
    expect(await toast.getAttribute('data-kind')).toBe('destructive');
    await page.unrouteAll();
    await page.route('**/api/users/me/permissions*', (route) => route.fulfill({ json: { permissionKeys: [] } }));
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Nothing to open here yet').waitFor();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    expect(await findBarriers(page)).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
