import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchToken } from '../scripts/token.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const OWNER = 'owner@example.com';

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
const customerOf = (page: Page) => new URL(page.url()).searchParams.get('customer');

async function numbersOf(email: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${await fetchToken(portal.url, email)}` };
  const list: { globalCustomerNumber: string }[] = await (
    await fetch(`${portal.url}/api/users/global-customer-numbers`, { headers })
  ).json();
  return list.map(({ globalCustomerNumber }) => globalCustomerNumber);
}

describe('the customer in the address', () => {
  it('PER-01 PER-03 two tabs keep their own, through links, F5 and Back', async () => {
    const [first = '', second = ''] = await numbersOf(OWNER);
    const { page, problems, close } = await open(OWNER, '/orders');
    await expect.poll(() => customerOf(page)).toBe(first);
    const firstOrder = (of: Page) => of.getByRole('row').nth(1).innerText();
    // The rows are empty until the list is there.
    await expect.poll(() => firstOrder(page)).toMatch(/\w/);
    const seen = await firstOrder(page);
    const other = await page.context().newPage();
    await other.goto(`${portal.url}/orders`);
    await selector(other).click();
    await other.getByRole('option').nth(1).click();
    await expect.poll(() => selector(other).innerText()).toContain(second);

    // The first tab is not affected, also after a reload, and every link keeps its customer.
    await page.reload();
    await expect.poll(() => selector(page).innerText()).toContain(first);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tickets' }).click();
    await page.waitForURL('**/tickets?*');
    expect(customerOf(page)).toBe(first);

    // Back shows the orders of the customer that they were opened for.
    await other.goBack();
    await expect.poll(() => selector(other).innerText()).toContain(first);
    await expect.poll(() => firstOrder(other)).toBe(seen);

    // An address without a customer opens with the one that was chosen last.
    const third = await page.context().newPage();
    await third.goto(`${portal.url}/quotes`);
    await expect.poll(() => customerOf(third)).toBe(second);
    expect(problems).toEqual([]);
    await close();
  });

  it('PER-01 a link to an account without access says so on every screen, and links to an own account', async () => {
    const foreign = (await numbersOf('other@example.com'))[0] ?? '';
    const refused: string[] = [];
    const { page, problems, close } = await open(OWNER, `/orders?order=1&customer=${foreign}`, {
      prepare: async (prepared) => void prepared.on('response', (response) => response.status() === 403 && refused.push(response.url())),
    });
    await page.getByRole('heading', { name: 'No access to this account' }).waitFor();
    expect(await page.locator('main').innerText()).toContain(foreign);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /^Continue with / }).click();
    await page.getByRole('heading', { name: /^Hello, / }).waitFor();
    expect(await numbersOf(OWNER)).toContain(customerOf(page));
    expect(refused).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
