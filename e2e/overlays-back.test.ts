import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSeen, openBrowser, type TestBrowser } from './harness/browser.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { at } from './harness/url.ts';

const OWNER = 'owner@example.com';

let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(async () => {
  await browser?.close();
});

/** Opens something by its button and goes back: it closes, and the page stays. */
async function expectBackCloses(page: Page, button: Locator, shown: Locator): Promise<void> {
  const address = page.url();
  await button.click();
  await shown.waitFor();
  // Playwright's goBack waits for a navigation, which is what must not happen.
  await page.evaluate(() => history.back());
  await shown.waitFor({ state: 'hidden' });
  // The browser is back for a moment, until the router has gone forward again.
  await expect.poll(() => page.url()).toBe(address);
}

describe('Back', () => {
  it('TBL-09 PAY-02 SHL-18 SHL-19 closes menus, popovers and drawers before it leaves the page', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard', { isFresh: true });
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Orders', exact: true }).click();
    const main = page.getByRole('main');
    await main.getByRole('row').nth(2).waitFor();
    await expectBackCloses(page, main.getByRole('button', { name: /^Date range:/ }), page.getByRole('dialog'));
    await expectBackCloses(page, page.getByRole('button', { name: /^Cart/ }), page.getByRole('dialog'));
    await expectBackCloses(page, page.getByRole('combobox', { name: 'Customer number' }), page.getByRole('option').first());
    await expectBackCloses(page, page.getByRole('button', { name: 'Account menu' }), page.getByRole('menuitem', { name: 'Logout' }));
    await expectBackCloses(page, main.getByRole('button', { name: 'Columns' }), page.getByRole('menuitemcheckbox').first());
    // A dialog that is not in the address.
    await page.getByRole('button', { name: 'Account menu' }).click();
    const notifications = page.getByRole('menuitem', { name: 'Email notifications' });
    await expectBackCloses(page, notifications, page.getByRole('dialog', { name: 'Email notifications' }));

    await main.getByRole('rowheader').first().getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: /^Order/ });
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/orders');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard');
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-15 closes the menu of a phone', async () => {
    const { page, close } = await open(OWNER, '/dashboard', { size: 'phone', isFresh: true });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const opener = page.getByRole('button', { name: 'Open menu' });
    await opener.click();
    await menu.getByRole('link', { name: 'Orders', exact: true }).click();
    await menu.waitFor({ state: 'hidden' });
    await page.waitForURL(at('/orders'));
    await expectBackCloses(page, opener, menu);
    await close();
  });
});

describe('the groups of the menu', () => {
  it('PER-08 SHL-20 SHL-25 scroll above Logout and the build label; close and stay closed after a reload, also by keyboard', async () => {
    const { page, close } = await open(OWNER, '/orders');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const support = menu.getByRole('link', { name: 'Support' });
    await support.waitFor();
    expect(await isSeen(support)).toBe(false);
    expect(await isSeen(menu.getByRole('button', { name: 'Logout' }))).toBe(true);
    const below = await menu.getByText(/^Production Beta/).evaluate((label) => innerHeight - label.getBoundingClientRect().bottom);
    expect(below).toBeLessThan(20);
    await support.scrollIntoViewIfNeeded();
    expect(await isSeen(support)).toBe(true);
    expect(await isSeen(menu.getByRole('button', { name: 'Logout' }))).toBe(true);

    const orders = menu.getByRole('button', { name: 'Orders and deliveries' });
    await orders.press('Enter');
    await menu.getByRole('link', { name: 'Tickets' }).waitFor({ state: 'hidden' });
    expect(await orders.getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await menu.getByRole('link', { name: 'Orders', exact: true }).waitFor();
    expect(await menu.getByRole('link', { name: 'Tickets' }).isVisible()).toBe(false);
    expect(await menu.getByRole('link', { name: 'Invoices' }).isVisible()).toBe(true);
    await menu.getByRole('link', { name: 'Invoices' }).click();
    await menu.getByRole('link', { name: 'Orders', exact: true }).waitFor({ state: 'hidden' });
    // The page that opens takes the focus; a key pressed before would go there.
    await page.locator('main:focus').waitFor();
    await orders.press(' ');
    await menu.getByRole('link', { name: 'Tickets' }).waitFor();
    await close();
  });
});
