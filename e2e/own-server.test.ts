import type { OrderRow } from '@yardage/contract/orders';
import type { SupplyResource } from '@yardage/contract/supply-records';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '../apps/server/src/testing/supply-samples.ts';
import { fetchToken } from '../scripts/token.ts';
import { customerAt, dialog, dispatcherAt, field, holdAnswers, log, OWNER, say } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { keepDataRecent } from './harness/recent-days.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

// These share one server that no other file uses: they count all chats about an order, deliver records, and kill it at the end.

/** Has no customer but the one of this file. */
const USER = 'nobody@example.com';
const START = /\/chat\/customers\/client\/start$/;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let customer: Awaited<ReturnType<typeof customerAt>>;
let dispatcher: Awaited<ReturnType<typeof dispatcherAt>>;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
  [customer, dispatcher] = await Promise.all([customerAt(portal.url), dispatcherAt(portal.url)]);
});
afterAll(async () => {
  await browser?.close();
  expect(await portal?.stop(), 'a stopped server ends with 0').toBe(0);
});

/** Switches to another record's chat without leaving the page, as the browser's back and forward do. */
const switchTo = (page: Page, { id }: OrderRow) => page.evaluate((chat) => window.history.pushState({}, '', `/orders?chat=${chat}`), id);

const isStartOf =
  ({ id }: OrderRow) =>
  (url: URL, body: string) =>
    START.test(url.pathname) && body.includes(`"entityId":${id},`);
const isDetailOf =
  ({ id }: OrderRow) =>
  (url: URL) =>
    url.pathname.endsWith(`/orders/${id}`);

/** Returns the messages that customers wrote about an order. */
async function writtenAbout(order: OrderRow): Promise<string[]> {
  const sessions = await customer.chatsAbout(order.orderNumber);
  const read = await Promise.all(sessions.map(({ sessionId }) => customer.read(sessionId)));
  return read.flatMap(({ messages }) => messages.filter(({ senderType }) => senderType === 4).map(({ message }) => message));
}

describe('the drawer', () => {
  const statusOf = async (order: OrderRow) => (await customer.chatsAbout(order.orderNumber))[0]?.status;
  const sessionOf = async (order: OrderRow) => (await customer.chatsAbout(order.orderNumber))[0]?.sessionId ?? '';
  const begunAbout = (page: Page, { orderNumber }: OrderRow) => log(page).getByText(`Chat started about order ${orderNumber}`);
  const closing = (page: Page) => dialog(page).getByRole('button', { name: 'Close and end chat' });

  it('CHT-19 CHT-21 belongs to its record, whatever arrives late; asks before it ends a waiting chat', async () => {
    const [a, b, d, e, f] = (await customer.orders(5)) as [OrderRow, OrderRow, OrderRow, OrderRow, OrderRow];
    const { page, problems, close } = await open(OWNER, '/orders');
    // The start of A is answered when B is open: B's drawer stays, and A's unseen chat ends.
    const late = await holdAnswers(page, isStartOf(a));
    await switchTo(page, a);
    await late.asked;
    await switchTo(page, b);
    await begunAbout(page, b).waitFor();
    late.release();
    await expect.poll(async () => (await customer.chatsAbout(a.orderNumber)).map(({ status }) => status)).toEqual([3]);
    expect(await begunAbout(page, b).count()).toBe(1);
    await say(page, 'This is about B');
    await expect.poll(() => writtenAbout(b)).toEqual(['This is about B']);
    expect(await writtenAbout(a)).toEqual([]);

    // While the details of D load, there is no field that would write into B's chat.
    const slow = await holdAnswers(page, isDetailOf(d));
    await switchTo(page, d);
    await slow.asked;
    await dialog(page).getByText('Starting the chat').waitFor();
    expect(await field(page).count()).toBe(0);
    await switchTo(page, b);
    await log(page).getByText('This is about B').waitFor();
    await say(page, 'Still about B');
    await switchTo(page, d);
    await dialog(page).getByText('Starting the chat').waitFor();
    slow.release();
    await begunAbout(page, d).waitFor();
    await say(page, 'This is about D');
    await expect.poll(() => writtenAbout(d)).toEqual(['This is about D']);
    await expect.poll(() => writtenAbout(b)).toEqual(['This is about B', 'Still about B']);
    // The chat that was left stays available at the bottom of the page.
    await page.getByRole('button', { name: `Open chat: Order ${b.orderNumber}` }).waitFor({ state: 'attached' });

    // Left and opened again before the answer, the chat goes on.
    const again = await holdAnswers(page, isStartOf(f));
    await switchTo(page, f);
    await again.asked;
    await page.evaluate(() => window.history.pushState({}, '', '/orders'));
    await dialog(page).waitFor({ state: 'hidden' });
    await switchTo(page, f);
    await dialog(page).getByText('Starting the chat').waitFor();
    again.release();
    await begunAbout(page, f).waitFor();
    await say(page, 'This is about F');
    await expect.poll(() => writtenAbout(f)).toEqual(['This is about F']);
    expect(await statusOf(f)).toBe(1);

    const question = page.getByRole('dialog', { name: 'End this chat?' });
    await switchTo(page, e);
    await begunAbout(page, e).waitFor();
    await closing(page).click();
    await question.getByRole('button', { name: 'Keep waiting' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await statusOf(e)).toBe(1);
    await closing(page).click();
    await question.getByRole('button', { name: 'End Chat' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await statusOf(e)).toBe(3);
    await expect(dispatcher.join(await sessionOf(e))).rejects.toThrow('409');

    // A dispatcher who joins meanwhile closes the question.
    await switchTo(page, b);
    await closing(page).click();
    await question.waitFor();
    await dispatcher.join(await sessionOf(b));
    await question.waitFor({ state: 'hidden' });
    await dialog(page).getByText('With Renee Castleberry').waitFor();
    expect(await statusOf(b)).toBe(2);
    await closing(page).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => statusOf(b)).toBe(3);
    expect(problems).toEqual([]);
    await close();
  });

  it('CHT-21 CHT-24 sends what was written before it ends the chat, and asks if that cannot be sent', async () => {
    const order = (await customer.orders(6)).at(-1) as OrderRow;
    const { page, close } = await open(OWNER, `/orders?chat=${order.id}`);
    await begunAbout(page, order).waitFor();
    const session = await sessionOf(order);
    await dispatcher.join(session);
    await dialog(page).getByText('With Renee Castleberry').waitFor();
    const question = page.getByRole('dialog', { name: 'End this chat?' });

    // Without a connection it asks, and the chat goes on.
    const messages = /\/message\?/;
    await page.route(messages, (route) => route.abort());
    await say(page, 'one');
    await dialog(page).getByText('Failed').waitFor();
    await closing(page).click();
    await question.getByText('One message is not sent. Nobody will get it if you end the chat now.').waitFor();
    await question.getByRole('button', { name: 'Keep chatting' }).click();
    await question.waitFor({ state: 'hidden' });
    expect((await customer.read(session)).status).toBe(2);
    await page.unroute(messages);
    await expect.poll(() => writtenAbout(order), { timeout: 40_000 }).toEqual(['one']);

    // On a slow connection the end waits for the messages.
    const slow = await holdAnswers(page, ({ pathname }, body) => pathname.endsWith('/message') && body.includes('two'));
    await say(page, 'two');
    await say(page, 'three');
    await slow.asked;
    await closing(page).click();
    await question.getByText('Your messages are sent first.').waitFor();
    expect((await customer.read(session)).status).toBe(2);
    slow.release();
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(async () => (await customer.read(session)).status).toBe(3);
    expect(await writtenAbout(order)).toEqual(['one', 'two', 'three']);
    expect(await page.getByText('Message Failed').count()).toBe(0);
    await close();
  });

  it('API-18 CHT-08 CHT-19 CHT-20 CHT-21 starts by itself once the details are loaded, continues minimised, and ends by closing', async () => {
    const { page, problems, close } = await open(OWNER, '/tickets', {
      prepare: (prepared) => keepDataRecent(prepared, 'America/New_York'),
    });
    const started: { category: number; routingMode: number; source: string }[] = [];
    let street = '';
    await page.route(/\/tickets\/\d+\?/, async (route) => {
      await dialog(page).getByText('Starting the chat').waitFor();
      expect(started).toEqual([]);
      const response = await route.fetch();
      const { addressLine1, addressLine2 } = await response.json();
      street = `${addressLine1}, ${addressLine2}`;
      await route.fulfill({ response });
    });
    page.on('request', (request) => {
      if (START.test(new URL(request.url()).pathname)) started.push(request.postDataJSON());
    });
    await page
      .getByRole('button', { name: /^Message dispatch about ticket/ })
      .first()
      .click();
    await dialog(page).getByText('Chat started about ticket').waitFor();
    expect(started).toMatchObject([{ category: 4, routingMode: 1, source: 'web' }]);
    expect(await dialog(page).getByLabel('Job Requirement').count()).toBe(0);
    const { items } = await customer.call<{ items: { sessionId: string }[] }>('GET', '/chat/customers/client/me?status=pending');
    const session = items[0]?.sessionId ?? '';
    expect((await customer.read(session)).context.jobAddress).toMatchObject({ street, city: '', zip: '' });
    await dispatcher.join(session);
    await closing(page).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Minimize' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await dispatcher.say(session, 'Still there?');
    const dock = page.getByRole('region', { name: 'Minimized chats' });
    await dock.getByText('1 unread').waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(1\) Tickets/);
    await page.reload();
    // One that is left before it has loaded stays minimised.
    const loading = Promise.withResolvers<void>();
    const reads = new RegExp(`/chat/customers/client/${session}`);
    await page.route(reads, async (route) => {
      await loading.promise;
      await route.continue().catch(() => undefined);
    });
    await dock.getByRole('button', { name: /^Open chat: Ticket/ }).click();
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    loading.resolve();
    await page.unroute(reads);
    await dock.getByRole('button', { name: /^Open chat: Ticket/ }).click();
    await log(page).getByText('Still there?').waitFor();
    // Escape and Back keep the chat too.
    await page.keyboard.press('Escape');
    await dock.getByRole('button', { name: /^Open chat/ }).click();
    expect((await customer.read(session)).status).toBe(2);
    await closing(page).click();
    await expect.poll(async () => (await customer.read(session)).status).toBe(3);
    await dock.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });
});

let key: string;

/** Sends a record as the supplier's systems do. */
async function put(resource: SupplyResource, record: object): Promise<void> {
  const body = { ...(resource === 'data-sources' ? {} : { dataSource: SAMPLE_SOURCE }), records: [record] };
  const answer = await fetch(`${portal.url}/api/supply/${resource}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-service-key': key },
    body: JSON.stringify(body),
  });
  const { counts, ...rest } = (await answer.json()) as { counts?: { created: number; updated: number } };
  expect((counts?.created ?? 0) + (counts?.updated ?? 0), JSON.stringify(rest)).toBe(1);
}

async function makeKey(): Promise<string> {
  const { subscriptionKey } = (await (await fetch(`${portal.url}/config.json`)).json()) as { subscriptionKey: string };
  const answer = await fetch(`${portal.url}/api/desk/service-keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await fetchToken(portal.url, 'desk@example.com')}`,
      'content-type': 'application/json',
      'ocp-apim-subscription-key': subscriptionKey,
    },
    body: JSON.stringify({ name: 'dispatch', scopes: ['*'] }),
  });
  return ((await answer.json()) as { secret: string }).secret;
}

describe('an open page', () => {
  beforeAll(async () => {
    key = await makeKey();
    for (const resource of ['data-sources', 'plants', 'products', 'price-lists', 'trucks', 'contacts', 'customers'] as const) {
      await put(resource, sampleRecord[resource]());
    }
    await put('members', sampleRecord.members({ email: USER }));
    await put('quotes', sampleRecord.quotes());
    const today = new Date().toISOString();
    await put('orders', sampleRecord.orders({ startsAt: today, shipDate: today.slice(0, 10) }));
    await put('tickets', sampleRecord.tickets({ ticketedAt: today, isCancelled: true }));
  });

  it('FED-08 FED-09 FED-13 shows a changed record without a reload, a cancelled ticket, and how old the data is if it is too old', async () => {
    const { page, close } = await open(USER, '/quotes', {
      prepare: (prepared) =>
        prepared.route(/\/api\/.*\/data-age/, (route) =>
          route.fulfill({ json: { isOld: true, deliveredAt: new Date(Date.now() - 3_600_000 * 30).toISOString() } }),
        ),
    });
    const row = page.getByRole('link', { name: 'Q5001' });
    await row.waitFor();
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    // The hub connects after the page; a change before that is found by the next one.
    let minute = 0;
    await expect
      .poll(async () => {
        minute += 1;
        const updatedAt = new Date(Date.parse('2026-02-01T12:00:00Z') + minute * 60_000).toISOString();
        await put('quotes', sampleRecord.quotes({ updatedAt, name: 'Depot, second phase' }));
        return page.getByText('Depot, second phase').first().isVisible();
      })
      .toBe(true);
    expect(await page.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
    await put('quotes', sampleRecord.quotes({ key: 'Q2', number: 'Q5002', name: 'Depot, wall' }));
    await page.getByRole('link', { name: 'Q5002' }).waitFor();
    await go(page, '/tickets');
    await page
      .getByRole('status')
      .filter({ hasText: /^Data as of \d\d\/\d\d\/\d{4} \d\d:\d\d/ })
      .waitFor();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await close();
  });
});

/** Reads an order of the owner's first customer number with a fresh token. */
async function readFirstOrder(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${await fetchToken(url, OWNER)}` };
  const get = async (path: string) => (await fetch(`${url}/api${path}`, { headers })).json();
  const numbers = (await get('/users/global-customer-numbers')) as {
    globalCustomerNumber: string;
    customerNumber: string;
    datasourceId: number;
  }[];
  const { globalCustomerNumber, customerNumber, datasourceId } = numbers[0] ?? {};
  const orders = await get(
    `/customers/${globalCustomerNumber}/orders?customerNumber=${customerNumber}&datasourceId=${datasourceId}&pageSize=1`,
  );
  return (orders as { items: unknown[] }).items[0];
}

describe('the server on its embedded database', () => {
  it('opens after a kill -9 in the middle of work, with everything in it', async () => {
    const before = await readFirstOrder(portal.url);
    expect(before).toHaveProperty('orderNumber');
    // Signing in writes to the database. The kill happens while some of these are under way.
    const signIns = Array.from({ length: 6 }, () => fetchToken(portal.url, OWNER).catch(() => undefined));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await portal.kill();
    await Promise.all(signIns);

    portal = await startPortal({ dataDir: portal.dataDir });
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
    expect(await readFirstOrder(portal.url)).toEqual(before);
  });
});

describe('npm run token', () => {
  it('says in one line that no server answers', async () => {
    await expect(fetchToken('http://127.0.0.1:1', OWNER)).rejects.toThrow(/^No Yardage demo server answers at .* 'npm start'/);
  });
});
