import type { AlertFollow } from '@yardage/contract/alerts';
import type { SupportRow } from '@yardage/contract/support';
import type { TicketDetail, TicketRow } from '@yardage/contract/tickets';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeholderPhoto } from '../apps/server/src/demo/world/placeholder-photo.ts';
import { holdAnswers, OWNER, STAFF, signedIn } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { focusedText, openBrowser, type TestBrowser, zoomedFields } from './harness/browser.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { type Caller, callAs } from './order-detail-world.ts';

const FIELD = 'field@example.com';
const DELIVERED = 6;
const COMPLETE = 5;
const CONCRETE = 1;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

async function unsignedTicket({ get }: Caller): Promise<TicketRow> {
  const { body } = await get<{ items: TicketRow[] }>('tickets?pageSize=100');
  const found = body.items.find(
    (ticket) => ticket.statusId === DELIVERED && !ticket.isCancelled && ticket.signOff === null && ticket.orderType === CONCRETE,
  );
  if (!found) throw new Error('there is no delivered ticket to sign for');
  return found;
}

/** Draws a line on the pad. */
async function drawSignature(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Sign here' });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) await page.mouse.move(x + width * (0.2 + step * 0.07), y + height * (step % 2 ? 0.35 : 0.65));
  await page.mouse.up();
}

describe('signing for a load', () => {
  it('SGN-01 SGN-02 a foreman signs on a phone with one photo, and corrects the entry', async () => {
    const caller = await callAs(portal.url, FIELD);
    const ticket = await unsignedTicket(caller);
    const { page, problems, close } = await open(FIELD, `/tickets?details=${ticket.id}`, { size: 'phone' });
    await page.route('**/assets/signature_pad-*', (route) => route.abort());
    await page.getByRole('dialog').getByRole('button', { name: 'Sign for load' }).click();
    const form = page.getByRole('form', { name: 'Sign for this load' });
    // Without the script for drawing the name can be written. It is loaded when there is a connection again.
    await form.getByText('Drawing needs a connection here.', { exact: false }).waitFor();
    await form.getByRole('button', { name: 'Write the name instead' }).click();
    await form.getByRole('img', { name: 'Signed' }).waitFor();
    await form.getByRole('button', { name: 'Clear' }).click();
    await page.unrouteAll();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await form.getByText('Sign here', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await zoomedFields(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    // The choices are groups: one tab stop each, and the arrow keys move in them.
    await form.getByRole('radio', { name: 'Received' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await form.getByRole('radio', { name: 'Rejected' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    expect(await form.getByRole('radio', { name: 'Received' }).isChecked()).toBe(true);
    const send = form.getByRole('button', { name: 'Sign for load' });
    await form.getByLabel('Slump').fill('400');
    await send.click();
    await form.getByText('Sign for the load.').waitFor();
    await form.getByText('Enter a number from 0 to 30.').waitFor();
    await form.getByLabel('Slump').fill('4 1/2');
    await form.getByLabel('Water added').fill('50');
    // A photo that takes its time is not left behind.
    await page.evaluate(() => {
      const read = window.createImageBitmap as (source: ImageBitmapSource, options?: ImageBitmapOptions) => Promise<ImageBitmap>;
      const waiting = Promise.withResolvers<void>();
      Object.assign(window, { readPhotos: waiting.resolve });
      window.createImageBitmap = (async (...picture: Parameters<typeof read>) => {
        await waiting.promise;
        return read(...picture);
      }) as typeof window.createImageBitmap;
    });
    await form.locator('input[type=file]').setInputFiles({ name: 'slab.png', mimeType: 'image/png', buffer: placeholderPhoto() });
    await form.getByText('The photos are being made smaller.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await page.evaluate(() => (window as unknown as { readPhotos(): void }).readPhotos());
    await form.getByRole('button', { name: 'Remove slab.jpg' }).waitFor();
    await drawSignature(page);
    await form.getByRole('img', { name: 'Signed' }).waitFor();
    // A colleague is faster. What the foreman has filled in stays, and becomes a correction.
    const rejection = new FormData();
    const faster = { clientKey: crypto.randomUUID(), isRejected: 'true', rejectReason: 'age', receivedBy: 'A colleague' };
    for (const [name, value] of Object.entries(faster)) rejection.append(name, value);
    expect((await caller.post(`tickets/${ticket.id}/sign-offs`, rejection)).body).toMatchObject({ message: expect.any(String) });
    await form.getByText('Somebody else has signed for this load.').waitFor();
    await send.click();
    expect(await focusedText(page)).toContain('Somebody else has signed for this load.');
    await form.getByRole('button', { name: 'Make mine a correction' }).click();
    let isBroken = true;
    await page.route(/\/signature(\?|$)/, (route) => (isBroken ? route.fulfill({ status: 500, body: '' }) : route.fallback()));
    await send.click();
    // Back where the foreman came from, with the entry.
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Signed', { exact: true }).waitFor();
    // A signature that does not load is not missing.
    await dialog.getByText('The signature could not be loaded.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    isBroken = false;
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByRole('img', { name: /^Signature of / }).waitFor();
    await dialog.getByRole('button', { name: 'Correct it' }).click();
    await page.waitForURL((url) => url.pathname === '/tickets/sign');
    await page.getByRole('main').getByRole('button', { name: 'Correct it' }).click();
    await form.getByLabel('Water added').fill('5');
    await form.getByRole('button', { name: 'Write the name instead' }).click();
    // It is stored, but a gateway says that it failed. What is changed then is another entry, never lost.
    await page.route(/\/sign-offs(\?|$)/, async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, body: '' });
    });
    await send.click();
    await page.getByText('The sign-off could not be sent').first().waitFor();
    await page.unrouteAll();
    await form.getByLabel('Water added').fill('10');
    await send.click();
    await form.getByText('This load is already signed for.').waitFor();
    await form.getByRole('button', { name: 'Make mine a correction' }).click();
    await send.click();
    await dialog.getByText('Corrected', { exact: true }).nth(2).waitFor();
    // The pictures of corrected entries stay in sight: their signatures, and the photo of the second one.
    await dialog
      .getByRole('img', { name: /^Signature of / })
      .nth(2)
      .waitFor();
    await dialog.getByRole('button', { name: 'Open slab.jpg' }).waitFor();
    const { body } = await caller.get<TicketDetail>(`tickets/${ticket.id}`);
    expect(body.signOffs.map(({ waterGallons, slumpInches, photos }) => [waterGallons, slumpInches, photos.length])).toEqual([
      [null, null, 0],
      [50, 4.5, 1],
      [5, 4.5, 0],
      [10, 4.5, 0],
    ]);
    expect(problems.filter((problem) => !/50[02] \(|net::ERR_FAILED/.test(problem))).toEqual([]);
    await close();
  });
});

describe('alerts', () => {
  it('ALR-01 ALR-02 an answer to a request rings the bell of who follows it, live, and opens the request', async () => {
    const owner = await callAs(portal.url, OWNER);
    const staff = await signedIn(portal.url, STAFF);
    const follower = await signedIn(portal.url, OWNER);
    const order = await owner.findOrder(({ orderStatusId }) => orderStatusId === COMPLETE);
    const ofOrder = `/customers/${follower.globalCustomerNumber}/alert-follows/orders/${order.id}`;
    await follower.call('PUT', ofOrder, { subject: 'order', types: ['ten-minutes'] });
    const ofAccount = async () => (await owner.get<AlertFollow[]>('alert-follows')).body.find(({ orderId }) => orderId === null);
    const { page, problems, close } = await open(OWNER, '/alerts', {
      prepare: (prepared) => prepared.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' })),
    });
    await page.getByText('No alerts yet.', { exact: false }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    // The browser forbids notifications: the page says so and offers none.
    await page.getByText('Notifications of this site are blocked in the settings of the browser.').waitFor();
    expect(await page.getByLabel('Notifications in this browser').isDisabled()).toBe(true);
    await page.getByLabel('A request was answered').check();
    await expect.poll(async () => (await ofAccount())?.types).toEqual(['request-answered']);
    // The keyboard stays where it was.
    expect(await page.getByLabel('A request was answered').evaluate((box) => box === document.activeElement)).toBe(true);
    // Every answer is the whole list: an older one that arrives last would bring back what has ended.
    const account = await holdAnswers(page, ({ pathname }) => pathname.endsWith('/alert-follows/account'));
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByLabel('A statement is ready').check();
    await account.asked;
    await page.getByRole('button', { name: `Stop following Order ${order.orderNumber}` }).click();
    expect(await Promise.race([ended.then(() => 'ended'), page.waitForTimeout(500)])).toBeUndefined();
    account.release();
    await ended;
    await page.getByText('You follow no order and no job of this account.').waitFor();
    expect(await page.getByLabel('A statement is ready').isChecked()).toBe(true);
    // A time is saved with Enter, too, and one that is not saved yet is not lost without a question.
    const saved = () =>
      page.waitForResponse((response) => response.url().includes('/alert-settings') && response.request().method() === 'PUT');
    const isQuiet = page.getByRole('switch', { name: 'Quiet hours' });
    const from = page.getByLabel('From', { exact: true });
    await Promise.all([saved(), isQuiet.click()]);
    await from.fill('20:30');
    const [answer] = await Promise.all([saved(), from.press('Enter')]);
    expect(await answer.json()).toMatchObject({ quietFrom: 20 * 60 + 30 });
    expect(await from.evaluate((field) => field === document.activeElement)).toBe(true);
    await from.fill('20:45');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        await dialog.accept();
        resolve(dialog.type());
      });
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');
    await Promise.all([saved(), isQuiet.click()]);
    const [request] = (await owner.get<{ items: SupportRow[] }>('supporttickets')).body.items as [SupportRow];
    await staff.call('PUT', `/desk/support/${request.id}`, { status: 2, reply: 'We look into it.' });
    await page.getByRole('link', { name: 'Alerts, 1 unread' }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^Unread.*${request.title}`) }).click();
    await page.waitForURL((url) => url.pathname === '/support' && url.searchParams.get('request') === String(request.id));
    await page.getByRole('link', { name: 'Alerts', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
