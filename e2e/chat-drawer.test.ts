import type { OrderRow } from '@yardage/contract/orders';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAt, dialog, dispatcherAt, field, log, OWNER, row, say, sessionIn } from './chat-world.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const START = /\/chat\/customers\/client\/start$/;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let customer: Awaited<ReturnType<typeof customerAt>>;
let dispatcher: Awaited<ReturnType<typeof dispatcherAt>>;
let orders: OrderRow[];

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
  [customer, dispatcher] = await Promise.all([customerAt(portal.url), dispatcherAt(portal.url)]);
  orders = await customer.orders(6);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

/** Switches to another record's chat without leaving the page, as the browser's back and forward do. */
const switchTo = (page: Page, { id }: OrderRow) => page.evaluate((chat) => window.history.pushState({}, '', `/orders?chat=${chat}`), id);

/** Holds the responses to matching requests until `release`. `asked` resolves once the first request was made. */
async function holdAnswers(page: Page, isHeld: (url: URL, body: string) => boolean) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let answered = 0;
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      if (!isHeld(new URL(route.request().url()), route.request().postData() ?? '')) return route.fallback();
      const response = await route.fetch();
      asked.resolve();
      await released.promise;
      await route.fulfill({ response });
      answered += 1;
    },
  );
  return { asked: asked.promise, release: released.resolve, answered: () => answered };
}
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

describe('CHT-19 a drawer belongs to its record', () => {
  it('CHT-19 a late start answer for another order changes nothing in the drawer, and its unseen chat ends', async () => {
    const [a, b] = orders as [OrderRow, OrderRow];
    const { page, problems, close } = await open(OWNER, '/orders', { isAlone: true });
    const late = await holdAnswers(page, isStartOf(a));
    await switchTo(page, a);
    await late.asked;
    await switchTo(page, b);
    await log(page).getByText(`Chat started about order ${b.orderNumber}`).waitFor();
    late.release();
    await expect.poll(async () => (await customer.chatsAbout(a.orderNumber)).map(({ status }) => status)).toEqual([3]);
    expect(await log(page).getByText(`about order ${b.orderNumber}`).count()).toBe(1);
    await say(page, 'This is about B');
    await expect.poll(() => writtenAbout(b)).toEqual(['This is about B']);
    expect(await writtenAbout(a)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it("CHT-19 slow details of the next order show no field that writes into the previous order's chat", async () => {
    const [, , c, d] = orders as [OrderRow, OrderRow, OrderRow, OrderRow];
    const { page, problems, close } = await open(OWNER, '/orders', { isAlone: true });
    await switchTo(page, c);
    await log(page).getByText(`Chat started about order ${c.orderNumber}`).waitFor();
    await say(page, 'This is about C');
    const slow = await holdAnswers(page, isDetailOf(d));
    await switchTo(page, d);
    await slow.asked;
    await dialog(page).getByText('Starting the chat').waitFor();
    expect(await field(page).count()).toBe(0);
    // Back to the first order and away again, while the details are still loading.
    await switchTo(page, c);
    await log(page).getByText('This is about C').waitFor();
    await say(page, 'Still about C');
    await switchTo(page, d);
    await dialog(page).getByText('Starting the chat').waitFor();
    slow.release();
    await log(page).getByText(`Chat started about order ${d.orderNumber}`).waitFor();
    await say(page, 'This is about D');
    await expect.poll(() => writtenAbout(d)).toEqual(['This is about D']);
    expect(await writtenAbout(c)).toEqual(['This is about C', 'Still about C']);
    // The chat that was left stays available at the bottom of the page.
    await page.getByRole('button', { name: `Open chat: Order ${c.orderNumber}` }).waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
    await close();
  });

  it('CHT-13 CHT-19 a late start answer does not navigate away from the chat that was opened since', async () => {
    const other = await customer.start('Another one', '91 Other Street');
    const { page, problems, close } = await open(OWNER, '/newOrderChat/new', { isAlone: true });
    const late = await holdAnswers(page, ({ pathname }) => START.test(pathname));
    await page.getByLabel('Job Address').fill('Bonny Oaks');
    await page.getByRole('option').first().click();
    await page.getByLabel('Job Requirement').fill('Started and left');
    await page.getByRole('button', { name: 'Start' }).click();
    await late.asked;
    await row(page, '91 Other Street').click();
    await log(page).getByText('Chat started').waitFor();
    await field(page).fill('A draft');
    late.release();
    await row(page, 'Bonny Oaks').first().waitFor();
    expect(sessionIn(page)).toBe(other);
    expect(await field(page).inputValue()).toBe('A draft');
    expect(problems).toEqual([]);
    await close();
  });
});

describe('CHT-21 closing', () => {
  it('CHT-21 asks before it ends a waiting chat; a dispatcher who joins meanwhile closes the question', async () => {
    const [, , , , e, f] = orders as [OrderRow, OrderRow, OrderRow, OrderRow, OrderRow, OrderRow];
    const statusOf = async (order: OrderRow) => (await customer.chatsAbout(order.orderNumber))[0]?.status;
    const sessionOf = async (order: OrderRow) => (await customer.chatsAbout(order.orderNumber))[0]?.sessionId ?? '';
    const { page, problems, close } = await open(OWNER, '/orders', { isAlone: true });
    const question = page.getByRole('dialog', { name: 'End this chat?' });
    const x = dialog(page).getByRole('button', { name: 'Close and end chat' });
    await switchTo(page, e);
    await x.click();
    await question.getByRole('button', { name: 'Keep waiting' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await statusOf(e)).toBe(1);
    await x.click();
    await question.getByRole('button', { name: 'End Chat' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await statusOf(e)).toBe(3);
    await expect(dispatcher.join(await sessionOf(e))).rejects.toThrow('409');
    expect(await page.getByRole('region', { name: 'Minimized chats' }).count()).toBe(0);

    await switchTo(page, f);
    await x.click();
    await question.waitFor();
    await dispatcher.join(await sessionOf(f));
    await question.waitFor({ state: 'hidden' });
    await dialog(page).getByText('With Renee Castleberry').waitFor();
    expect(await statusOf(f)).toBe(2);
    await x.click();
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => statusOf(f)).toBe(3);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the drawer', () => {
  it('API-18 CHT-08 CHT-19 CHT-20 CHT-21 starts by itself once the details are loaded, continues minimised, and ends by closing', async () => {
    const { page, problems, close } = await open(OWNER, '/tickets');
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
    await dialog(page).getByRole('button', { name: 'Close and end chat' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Minimize' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await dispatcher.say(session, 'Still there?');
    const dock = page.getByRole('region', { name: 'Minimized chats' });
    await dock.getByText('1 unread').waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(1\) Tickets/);
    await page.reload();
    await dock.getByRole('button', { name: /^Open chat: Ticket/ }).click();
    await log(page).getByText('Still there?').waitFor();
    // Escape and Back keep the chat too.
    await page.keyboard.press('Escape');
    await dock.getByRole('button', { name: /^Open chat/ }).click();
    expect((await customer.read(session)).status).toBe(2);
    await dialog(page).getByRole('button', { name: 'Close and end chat' }).click();
    await expect.poll(async () => (await customer.read(session)).status).toBe(3);
    await dock.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });
});
