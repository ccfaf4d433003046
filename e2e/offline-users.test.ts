import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, STAFF } from './chat-world.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { DEMO_PASSWORD, signIn } from './harness/sign-in.ts';
import { openTcpProxy, type TcpProxy } from './harness/tcp-proxy.ts';

const LONG = { timeout: 60_000 };

let line: TcpProxy;
let portal: Portal;
let browser: TestBrowser;

beforeAll(async () => {
  line = await openTcpProxy();
  [portal, browser] = await Promise.all([startPortal({ env: { PUBLIC_URL: line.url } }), openBrowser()]);
  line.forwardTo(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await line?.close();
  await portal?.stop();
});
afterEach(() => line?.mend());

/** Returns what the portal keeps in the browser, as text, after adding an unsent entry if there is one. */
function storageWith(page: Page, entry: object | null = null): Promise<string> {
  return page.evaluate(async (added) => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    // Opening it before the portal does would create it without its stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'yardage-offline')) return JSON.stringify(found);
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('yardage-offline');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    if (added) {
      const writing = database.transaction('unsent', 'readwrite');
      writing.objectStore('unsent').put(added);
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
    }
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => {
        reading.onsuccess = resolve;
      });
      found.push(reading.result);
    }
    database.close();
    return JSON.stringify(found);
  }, entry);
}

const subject = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(Object.entries(localStorage).find(([name]) => name.startsWith('oidc.user:'))?.[1] ?? '{}').profile.sub);

describe('a phone that several people use', () => {
  it('OFF-02 forgets one user when somebody without an account signs in, although the session of the first ended unseen', async () => {
    const { page } = await browser.openPage({ size: 'phone' });
    await signIn(page, line.url, OWNER);
    await go(page, '/orders');
    await expect.poll(() => storageWith(page), LONG).toContain('"orderNumber":');
    const company = await page.evaluate(() => JSON.parse(localStorage.getItem('yardage.customer') ?? '{}').list[0].displayName as string);
    // The phone is switched off for longer than the session lives.
    const context = page.context();
    await page.goto(`${line.url}/healthz`);
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) if (name.startsWith('oidc.')) localStorage.removeItem(name);
    });
    await page.close();
    await context.clearCookies();
    const next = await context.newPage();
    await next.goto(`${line.url}/login`);
    await next.locator('#email').fill(STAFF);
    await next.locator('#password').fill(DEMO_PASSWORD);
    await next.locator('form:has(#password) button[type=submit]').click();
    await next.waitForURL(/\/desk\//);
    for (const left of ['"orderNumber":', company, OWNER, 'yardage.cart.'])
      await expect.poll(() => storageWith(next), LONG).not.toContain(left);
    await context.close();
  });

  it('SGN-03 OFF-03 a sign-off that was refused can be discarded, although its account was withdrawn meanwhile', async () => {
    const { page } = await browser.openPage({ size: 'phone' });
    await signIn(page, line.url, OWNER);
    await go(page, '/tickets');
    await expect.poll(() => storageWith(page), LONG).toContain('"ticketNumber":');
    const customer = { customerNumber: '900', datasourceId: 1, globalCustomerNumber: 'G-900' };
    const entry = { ticketId: 900_900, correctsId: null, signedAt: '2026-11-18T10:00:00Z', fields: {}, signature: null, photos: [] };
    const body = { customer, ticketNumber: 'T-900900', entry };
    const reason = 'You have no access to this account.';
    const unsent = {
      key: 'left',
      user: await subject(page),
      kind: 'sign-off',
      queue: 'ticket 900900',
      writtenAt: 1,
      isRefused: true,
      reason,
    };
    await storageWith(page, { ...unsent, body });
    await page.reload();
    const bar = page.getByRole('status', { name: 'Sign-offs that were not sent' });
    await bar.getByText('A sign-off was not accepted.').waitFor();
    await bar.getByRole('button', { name: 'Discard: T-900900' }).click();
    const question = page.getByRole('dialog', { name: 'Discard this sign-off?' });
    await question.getByText(reason, { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Discard this sign-off' }).click();
    await bar.getByText('A sign-off was not accepted.').waitFor({ state: 'detached' });
    expect(await storageWith(page)).not.toContain('T-900900');
    await page.context().close();
  });

  it('OFF-02 SHL-20 a logout without a connection stays in the portal, and the next sign-in asks for the password', async () => {
    const { page } = await browser.openPage({ size: 'phone', serviceWorkers: 'allow' });
    await signIn(page, line.url, OWNER);
    await go(page, '/orders');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, LONG);
    // The provider's addresses are known, as after a renewal of the token.
    await page.evaluate(() => {
      const [key, value] = Object.entries(localStorage).find(([name]) => name.startsWith('oidc.user:')) ?? ['', '{}'];
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: Math.floor(Date.now() / 1000) - 10 }));
    });
    await go(page, '/tickets');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    line.cut();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.context().setOffline(true);
    await page.getByText('No connection.').first().waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${line.url}/`);
    expect(await storageWith(page)).not.toContain(OWNER);
    line.mend();
    await page.context().setOffline(false);
    await page.goto(`${line.url}/login`);
    await page.locator('#password').waitFor();
    await page.context().close();
  });
});
