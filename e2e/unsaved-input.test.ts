import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { signIn } from './harness/sign-in.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const OWNER = 'owner@example.com';
const PASSWORD = 'concrete-demo';

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
const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const requirement = (page: Page) => page.getByLabel('Job Requirement');

describe('unsaved input', () => {
  it('CHT-13 a link, Back and a reload ask before they discard what was typed on a page', async () => {
    const { page, problems, close } = await open(OWNER, '/orders', { isFresh: true });
    await menu(page).getByRole('link', { name: 'Dispatcher Chat' }).click();
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
});

describe('a dialog that is not in the address', () => {
  it('SHL-19 is closed by Back, which then leaves the page', async () => {
    const { page, problems, close } = await open(OWNER, '/orders', { isFresh: true });
    await menu(page).getByRole('link', { name: 'Quotes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Email notifications' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email notifications' });
    await dialog.waitFor();
    await page.evaluate(() => history.back());
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/quotes');
    await page.evaluate(() => history.back());
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

/** Ends the page's session on the server, which the page does not know. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const stored = Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? '{}';
    const { access_token: token } = JSON.parse(stored) as { access_token: string };
    await fetch('/api/users/me/sign-out', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  });
}

describe('drafts', () => {
  it('AST-03 AST-04 a question to the assistant survives a reload and the end of the session, and is gone once the user has logged out', async () => {
    const { page, close } = await open(OWNER, '/chat', { hasOwnSession: true });
    const box = page.getByRole('main').getByRole('textbox');
    await box.fill('When is my next');
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe('When is my next');
    await endSession(page);
    await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${portal.url}/`);
    await signIn(page, portal.url, OWNER, '/chat');
    await expect.poll(() => box.inputValue()).toBe('When is my next');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.waitForURL(`${portal.url}/`);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('yardage.drafts')))).toEqual([]);
    await close();
  });
});

/** Opens a filled support form whose session the server has ended, and sends it. */
async function sendAfterSessionEnd() {
  const opened = await open(OWNER, '/support', { hasOwnSession: true, isAlone: true });
  const { page } = opened;
  await page.getByRole('button', { name: 'Request Support' }).click();
  const form = page.getByRole('dialog', { name: 'Support Request Form' });
  await form.getByLabel('Title').fill('Broken block');
  await form.getByLabel('Category').selectOption({ index: 1 });
  await form.getByLabel('Type', { exact: true }).selectOption({ index: 1 });
  await form.getByLabel('Description').fill('The edge is broken.');
  await endSession(page);
  await form.getByRole('button', { name: 'Send Request' }).click();
  await ended(page).waitFor();
  return { ...opened, form };
}

async function signInAgain(page: Page, email: string): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), ended(page).getByRole('button', { name: 'Sign in again' }).click()]);
  await window.locator('#email').fill(email);
  await window.locator('#password').fill(PASSWORD);
  await Promise.all([window.waitForEvent('close'), window.locator('form:has(#password) button[type=submit]').click()]);
}

describe('a session that ends while something is typed', () => {
  it('ERR-04 SHL-21 continues in place after signing in again', async () => {
    const { page, form, close } = await sendAfterSessionEnd();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:')))).toEqual([]);
    await signInAgain(page, OWNER);
    await ended(page).waitFor({ state: 'hidden' });
    expect(await form.getByLabel('Title').inputValue()).toBe('Broken block');
    await form.getByRole('button', { name: 'Send Request' }).click();
    await page.getByText('Your request was sent.').waitFor();
    await close();
  });

  it('ERR-04 leaves the page and forgets everything if another user signs in', async () => {
    const { page, close } = await sendAfterSessionEnd();
    await signInAgain(page, 'manager@example.com');
    await page.waitForURL('**/dashboard*');
    await page.getByRole('heading', { name: /^Hello, / }).waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Broken block');
    await close();
  });

  it('ERR-04 SHL-21 keeps the form over a redirect where the sign-in window is blocked', async () => {
    const { page, form, close } = await sendAfterSessionEnd();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await ended(page).getByRole('button', { name: 'Sign in again' }).click();
    await ended(page).getByRole('button', { name: 'Sign in on this page' }).click();
    await page.locator('#email').fill(OWNER);
    await page.locator('#password').fill(PASSWORD);
    await page.locator('form:has(#password) button[type=submit]').click();
    await page.waitForURL('**/support?*');
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('The edge is broken.');
    await close();
  });
});
