import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { endSession, enterAccount, sessionEnded, signInAgain } from './harness/sign-in-again.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { callAs } from './order-detail-world.ts';

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

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you wrote?' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const requirement = (page: Page) => page.getByLabel('Job Requirement');

describe('unsaved input', () => {
  it('CHT-13 a link, Back and a reload ask before they discard what was typed on a page', async () => {
    const { page, problems, close } = await open(OWNER, '/newOrderChat', { isFresh: true });
    await page.getByRole('link', { name: 'Create New Chat' }).click();
    await requirement(page).fill('Twelve yards for a slab');
    for (const away of [() => menu(page).getByRole('link', { name: 'Quotes' }).click(), () => page.evaluate(() => history.back())]) {
      await away();
      await question(page).getByRole('button', { name: 'Keep writing' }).click();
      await question(page).waitFor({ state: 'hidden' });
      await expect.poll(() => new URL(page.url()).pathname).toBe('/newOrderChat/new');
      expect(await requirement(page).inputValue()).toBe('Twelve yards for a slab');
    }
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        await dialog.accept();
        resolve(dialog.type());
      });
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');

    await requirement(page).fill('Something else');
    await menu(page).getByRole('link', { name: 'Quotes' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-12 SHL-19 CHT-13 a dialog whose script does not arrive says so, takes nothing that was typed, and opens with Retry', async () => {
    const { page, problems, close } = await open(OWNER, '/newOrderChat/new', { isFresh: true });
    await requirement(page).fill('Twelve yards for a slab');
    const script = /\/assets\/mail-settings-dialog-[^/]+\.js$/;
    await page.route(script, (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Email notifications' }).click();
    await toastRegion(page).getByText('This part could not be loaded.').waitFor();
    await page.unroute(script);
    await toastRegion(page).getByRole('button', { name: 'Retry' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email notifications' });
    await dialog.getByRole('switch', { name: 'Receipts' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await requirement(page).inputValue()).toBe('Twelve yards for a slab');
    await requirement(page).fill('');
    // Once the toast is closed, the next tap asks again, and is answered like the first.
    const other = /\/assets\/registration-dialog-[^/]+\.js$/;
    const failed = toastRegion(page).getByText('This part could not be loaded.');
    await page.route(other, (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Account Registration' }).click();
    await failed.waitFor();
    await toastRegion(page).getByRole('button', { name: 'Dismiss' }).click();
    await failed.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1 }).click();
    await failed.waitFor();
    await page.unroute(other);
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('dialog', { name: 'Account Registration' }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Support Request Form' });

async function fillForm(page: Page): Promise<void> {
  await formOf(page).getByLabel('Title').fill('Broken block');
  await formOf(page).getByLabel('Category').selectOption({ index: 1 });
  await formOf(page).getByLabel('Type', { exact: true }).selectOption({ index: 1 });
  await formOf(page).getByLabel('Description').fill('The edge is broken.');
}

/** Sends the form after the server has ended the session and nobody is signed in at the provider. */
async function sendAfterSessionEnd(page: Page): Promise<void> {
  await endSession(page);
  // Another call of the page may notice the end before this one. Its question then covers the button.
  await formOf(page).getByRole('button', { name: 'Send Request' }).dispatchEvent('click');
  await sessionEnded(page).waitFor();
}

/** Signs in again over a redirect, which keeps what was typed, as where the sign-in window is blocked. */
async function signInOnThisPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await sessionEnded(page).getByRole('button', { name: 'Sign in again' }).click();
  await sessionEnded(page).getByRole('button', { name: 'Sign in on this page' }).click();
  await enterAccount(page, OWNER);
}

describe('a session that ends while something is typed', () => {
  it('ERR-04 SHL-21 MAIL-01 continues in place or over a redirect after signing in again, and forgets everything if another user signs in', async () => {
    const { page, close } = await open(OWNER, '/support?new=1', { hasOwnSession: true, isAlone: true });
    const form = formOf(page);
    await fillForm(page);
    await sendAfterSessionEnd(page);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.desktop.viewport);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:')))).toEqual([]);
    await signInOnThisPage(page);
    await page.waitForURL('**/support?*');
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('The edge is broken.');

    await sendAfterSessionEnd(page);
    await signInAgain(page, OWNER);
    await sessionEnded(page).waitFor({ state: 'hidden' });
    expect(await form.getByLabel('Title').inputValue()).toBe('Broken block');
    await form.getByRole('button', { name: 'Send Request' }).click();
    await page.getByText('Your request was sent.').waitFor();
    await form.waitFor({ state: 'hidden' });

    // A mail for a document that does not open after signing in again gets into no other document's form.
    const caller = await callAs(portal.url, OWNER);
    const order = await caller.findOrder(() => true);
    const other = await caller.findOrder(({ id }) => id !== order.id);
    const mail = page.getByRole('form', { name: 'Send Mail' });
    const openMail = async ({ id }: { id: number }): Promise<void> => {
      await page.goto(`${portal.url}/orders?pdf=${id}`);
      await page.getByRole('button', { name: 'Send Mail' }).click();
      await mail.waitFor();
    };
    const message = () => mail.getByLabel('Message', { exact: true }).inputValue();
    await openMail(order);
    await mail.getByLabel('Message', { exact: true }).fill('About the first order');
    await endSession(page);
    await mail.getByRole('button', { name: 'Send', exact: true }).dispatchEvent('click');
    await sessionEnded(page).waitFor();
    await failCalls(page, new RegExp(`/orders/${order.id}/view-pdf$`), 404);
    await signInOnThisPage(page);
    await page.getByText('The document could not be loaded').first().waitFor();
    await openMail(other);
    expect(await message()).toBe('');
    await page.keyboard.press('Escape');
    await mail.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.unrouteAll();
    await openMail(order);
    await expect.poll(message).toBe('About the first order');

    await page.goto(`${portal.url}/support`);
    await page.getByRole('button', { name: 'Request Support' }).click();
    await fillForm(page);
    await sendAfterSessionEnd(page);
    await signInAgain(page, 'manager@example.com');
    await page.waitForURL('**/dashboard*');
    await page.getByRole('heading', { name: /^Hello, / }).waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Broken block');
    await close();
  });
});
