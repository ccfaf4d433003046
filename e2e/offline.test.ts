import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TicketDetail, TicketRow } from '@yardage/contract/tickets';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { customerAt, log, OWNER, say } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser, type TestPage } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { signIn } from './harness/sign-in.ts';
import { openTcpProxy, type TcpProxy } from './harness/tcp-proxy.ts';
import { callAs } from './order-detail-world.ts';

const BUILT = join(import.meta.dirname, '../apps/web/dist');
const LONG = { timeout: 60_000 };
const PHONE = { size: 'phone', serviceWorkers: 'allow' } as const;

let line: TcpProxy;
let portal: Portal;
let browser: TestBrowser;
/** A copy of the built web app, so that a test can release a new version. */
const webRoot = mkdtempSync(join(tmpdir(), 'yardage-web-'));

beforeAll(async () => {
  cpSync(BUILT, webRoot, { recursive: true });
  line = await openTcpProxy();
  [portal, browser] = await Promise.all([startPortal({ env: { WEB_ROOT: webRoot, PUBLIC_URL: line.url } }), openBrowser()]);
  line.forwardTo(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await line?.close();
  await portal?.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

afterEach(() => line?.mend());

const offlineBar = (page: Page) => page.getByText('No connection.');

/** Waits until the portal is installed and serves the page. */
async function untilInstalled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 60_000 });
}

/** Returns the number of answers that are kept on the disk. */
function countKept(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('yardage-offline');
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('reads')) return resolve(0);
          const counting = database.transaction('reads').objectStore('reads').count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
          return undefined;
        };
      }),
  );
}

/** Returns what this origin has stored in the browser, as text: records, or everything, with the files of the app. */
function readStorage(page: Page, what: 'records' | 'everything' = 'records'): Promise<string> {
  return page.evaluate(async (wanted) => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const name of wanted === 'everything' ? await caches.keys() : []) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text());
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          reading.onsuccess = resolve;
        });
        found.push(reading.result);
      }
      database.close();
    }
    return JSON.stringify(found);
  }, what);
}

describe('the installed portal', () => {
  // Installing takes longest, so one phone goes through everything.
  let phone: TestPage;
  beforeAll(async () => {
    phone = await browser.openPage(PHONE);
  });
  /** Returns the page that the test before has left open. */
  const lastPage = (): Page => phone.page.context().pages().at(-1) as Page;

  it('OFF-01 OFF-02 OFF-03 SGN-03 opens without a connection, shows what was seen last, and sends what was written', async () => {
    const customer = await customerAt(portal.url);
    const session = await customer.start('Slab');
    await customer.say(session, 'Slab on Monday');
    const before = (await customer.read(session)).messages.length;
    const { page } = phone;
    await signIn(page, line.url, OWNER);
    await go(page, `/newOrderChat/${session}`);
    await log(page).getByText('Slab on Monday').waitFor();
    const owner = await callAs(portal.url, OWNER, 0);
    const tickets = (await owner.get<{ items: TicketRow[] }>('tickets?pageSize=100')).body.items;
    const delivered = tickets.find(({ statusId, isCancelled, signOff }) => statusId === 6 && !isCancelled && !signOff) as TicketRow;
    const ticket = delivered.id;
    const form = (of: Page) => of.getByRole('form', { name: 'Sign for this load' });
    await go(page, `/tickets/sign?ticket=${ticket}`);
    await form(page).waitFor();
    const road = tickets.find(({ statusId, isCancelled }) => statusId < 4 && !isCancelled);
    await go(page, `/tickets/sign?ticket=${road?.id}`);
    await page.getByText('This load can be signed for once its truck is on the job.').waitFor();
    // The contacts of the dashboard, and the board of a pour with its loads.
    await go(page, '/dashboard');
    const contacts = async (of: Page) => {
      const card = of.locator('main section').filter({ has: of.getByRole('heading', { name: 'Your contacts', exact: true }) });
      const links = card.getByRole('link');
      await links.first().waitFor();
      return links.allInnerTexts();
    };
    const known = await contacts(page);
    const loads = async (of: Page) => {
      await go(of, `/orders/pour?order=${delivered.orderId}`);
      await of.getByText('Times of each load').click();
      // Minutes of loads under way go on counting.
      return (await of.getByRole('table').innerText()).replace(/\d+ min/g, '');
    };
    const poured = await loads(page);
    expect(poured.split('\n').length).toBeGreaterThan(1);
    await go(page, '/orders');
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.first().waitFor();
    const seen = await rows.first().innerText();
    await untilInstalled(page);
    await expect.poll(() => countKept(page), LONG).toBeGreaterThan(4);

    line.cut();
    await page.close();
    const cold = await page.context().newPage();
    await cold.goto(`${line.url}/orders`);
    await offlineBar(cold).waitFor();
    await cold.getByText('Data as of').first().waitFor();
    expect(await cold.getByRole('main').getByRole('listitem').first().innerText()).toBe(seen);
    // What needs the server says so, and does nothing.
    const cart = cold.getByRole('button', { name: /^Cart, / });
    for (const button of [
      cart,
      cold.getByRole('button', { name: 'Export CSV' }),
      cold.getByRole('button', { name: /^View PDF/ }).first(),
    ]) {
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      expect(await button.getAttribute('title')).toBe('This needs a connection.');
    }
    await cart.click({ force: true });
    await cold.getByText('This needs a connection.').waitFor();
    expect(await cart.getAttribute('aria-expanded')).toBe('false');
    await cold.getByRole('button', { name: 'Open menu' }).click();
    expect(await cold.getByRole('button', { name: 'Invoices', exact: true }).getAttribute('aria-disabled')).toBe('true');
    await cold.keyboard.press('Escape');

    await go(cold, '/dashboard');
    expect(await contacts(cold)).toEqual(known);
    expect(await loads(cold)).toBe(poured);
    await cold.getByText('Data as of').first().waitFor();

    // The menu leads to the chats, and their list to the chat.
    await go(cold, '/newOrderChat');
    const chats = cold.getByRole('list', { name: 'Chats' });
    await chats.getByRole('link', { name: /Slab on Monday/ }).click();
    await log(cold).getByText('Slab on Monday').waitFor();
    for (const text of ['Gate B is open', 'Use the north road', 'Call when close']) await say(cold, text);
    await expect.poll(() => log(cold).getByText('Call when close').count()).toBe(1);
    await expect.poll(() => readStorage(cold), LONG).toContain('Call when close');

    // The truck may have arrived since.
    await go(cold, `/tickets/sign?ticket=${road?.id}`);
    await cold.getByText('The truck was not on the job when the connection was lost.', { exact: false }).waitFor();
    await form(cold).waitFor();
    await form(cold).getByLabel('Rejected', { exact: true }).check({ force: true });
    await form(cold).getByRole('radio').nth(2).check({ force: true });
    await form(cold).locator('button[type=submit]').click();
    await cold.getByText('Signed on this device').first().waitFor();

    // On the next day today's list is still there, and shows which days it is for.
    await cold.clock.setFixedTime(Date.now() + 86_400_000);
    await go(cold, '/orders');
    await cold.getByText(/^Rows of .* Data as of/).waitFor();
    expect(await cold.getByRole('main').getByRole('listitem').first().innerText()).toBe(seen);
    await cold.clock.setFixedTime(Date.now());

    await go(cold, `/tickets/sign?ticket=${ticket}`);
    await form(cold).getByLabel('Rejected', { exact: true }).check({ force: true });
    await form(cold).getByRole('radio').nth(2).check({ force: true });
    await form(cold).locator('button[type=submit]').click();
    await cold.getByText('Signed on this device').first().waitFor();
    // The session ends by itself in another tab. What is not sent stays for when the same user is back.
    const account = await cold.evaluate(() => {
      const [key, value] = Object.entries(localStorage).find(([name]) => name.startsWith('oidc.user:')) ?? ['', ''];
      localStorage.setItem('yardage.session-ended', JSON.stringify(JSON.parse(value).profile.sub));
      localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key, oldValue: value, newValue: null }));
      return { key, value };
    });
    await cold.waitForURL(`${line.url}/`);
    await cold.evaluate(({ key, value }) => localStorage.setItem(key, value), account);
    // The phone is killed: nothing of the page's memory or of its tab is left.
    await cold.close();

    line.mend();
    const back = await page.context().newPage();
    await back.goto(`${line.url}/orders`);
    const entries = async () => (await owner.get<TicketDetail>(`tickets/${ticket}`)).body.signOffs.map(({ isRejected }) => isRejected);
    await expect.poll(entries, LONG).toEqual([true]);
    // The server does not know that the other truck has arrived, so this entry goes on waiting, and every page says so.
    const unsent = back.getByRole('status', { name: 'Sign-offs that were not sent' });
    await unsent.getByText('A sign-off waits on this device to be sent.').waitFor();
    expect(await findBarriers(back)).toEqual([]);
    await unsent.getByRole('link', { name: road?.ticketNumber as string }).click();
    await back.getByText('The supplier does not know yet that the truck is on the job.', { exact: false }).waitFor();
    await expect.poll(async () => (await customer.read(session)).messages.length, LONG).toBe(before + 3);
    await expect.poll(() => offlineBar(back).count()).toBe(0);
    await expect.poll(() => readStorage(back), LONG).not.toContain('Call when close');
    const texts = (await customer.read(session)).messages.map(({ message }) => message);
    expect(texts.slice(before)).toEqual(['Gate B is open', 'Use the north road', 'Call when close']);
  });

  it('OFF-01 announces a new version, waits for what is typed, and takes it over when the user agrees', async () => {
    const page = lastPage();
    await go(page, '/support');
    await page.getByRole('button', { name: 'Request Support' }).first().click();
    const title = page.getByRole('dialog').getByLabel('Title');
    await title.fill('Pump is late');

    // The new version has another page and another worker.
    const html = readFileSync(join(webRoot, 'index.html'), 'utf8');
    for (const ending of ['', '.br', '.gz']) rmSync(join(webRoot, `index.html${ending}`), { force: true });
    writeFileSync(join(webRoot, 'index.html'), html.replace('<html', '<html data-version="2"'));
    for (const ending of ['.br', '.gz']) rmSync(join(webRoot, `sw.js${ending}`), { force: true });
    const worker = readFileSync(join(webRoot, 'sw.js'), 'utf8').replace(/(\/index\.html[^}]*revision:\s*[`'"])\w+/, '$1version2');
    writeFileSync(join(webRoot, 'sw.js'), worker);
    appendFileSync(join(webRoot, 'sw.js'), '\n// version 2\n');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());

    await page.getByText('Save or discard what you typed first.').waitFor();
    expect(await page.getByRole('button', { name: 'Update' }).count()).toBe(0);
    expect(await title.inputValue()).toBe('Pump is late');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect
      .poll(
        () =>
          page
            .locator('html')
            .getAttribute('data-version')
            .catch(() => null),
        LONG,
      )
      .toBe('2');
  });

  it('OFF-02 opens a page, and keeps what it shows, without reading everything that is kept', async () => {
    const page = lastPage();
    await page.addInitScript(() => {
      const calls = { put: 0, getAll: 0, openCursor: 0 };
      for (const name of ['put', 'getAll', 'openCursor'] as const) {
        const own = IDBObjectStore.prototype[name] as (...given: unknown[]) => IDBRequest;
        IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: unknown[]) {
          if (this.name === 'reads') calls[name] += 1;
          return own.apply(this, given);
        } as never;
      }
      Object.assign(window, { callsOfReads: calls });
    });
    await page.goto(`${line.url}/orders`);
    const calls = () => page.evaluate(() => (window as unknown as { callsOfReads: Record<string, number> }).callsOfReads);
    // The customer numbers, the permissions, the profile and the list.
    await expect.poll(async () => (await calls()).put, LONG).toBeGreaterThan(3);
    expect(await calls()).toMatchObject({ getAll: 0, openCursor: 0 });
  });

  it('OFF-02 leaves nothing private on the device after logout', async () => {
    const page = lastPage();
    await go(page, '/orders');
    await expect.poll(() => readStorage(page), LONG).toContain('"orderNumber":');
    const company = await page.evaluate(() => JSON.parse(localStorage.getItem('yardage.customer') ?? '{}').list[0].displayName as string);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    // The sign-off that waits would be lost, so the user is asked.
    const question = page.getByRole('dialog', { name: 'Log out before everything is sent?' });
    await question.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${line.url}/`);
    const left = await readStorage(page, 'everything');
    for (const found of ['"orderNumber":', company, OWNER]) expect(left).not.toContain(found);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.')))).toEqual([]);
  });
});
