import type { DeskWaiting } from '@yardage/contract/desk-waiting';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAt, field, log, OWNER, row, STAFF, say, signedIn } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { nextAnswer, unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let customer: Awaited<ReturnType<typeof customerAt>>;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
  customer = await customerAt(portal.url);
});
afterAll(() => browser?.close());

/** Counts the sounds that the page plays. */
const countNotes = (page: Page) =>
  page.addInitScript(() => {
    const played = { notes: 0 };
    Object.assign(window, { played });
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function count(when) {
      played.notes += 1;
      start.call(this, when);
    };
  });
const notes = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { played: { notes: number } }).played.notes);
/** Returns the number of waiting chats in the browser's title. */
const marked = async (page: Page): Promise<number> => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);

describe('the dispatch desk', () => {
  it('CHT-09 CHT-10 CHT-29 customer and dispatcher talk live: a new chat rings and is marked, joined, answered, handed back and ended', async () => {
    let counted: Promise<{ body: DeskWaiting }> | undefined;
    const desk = await open(STAFF, '/desk/support', {
      prepare: async (prepared) => {
        await countNotes(prepared);
        counted = nextAnswer(prepared, /\/desk\/waiting/);
      },
      timezoneId: 'Asia/Tokyo',
    });
    // A page may only play sounds after a user interaction.
    await desk.page.getByRole('link', { name: 'Dispatch Desk' }).click();
    await desk.page.getByText('Select a chat to read it').waitFor();
    // Earlier tests may have left chats and requests that wait.
    const left = (await counted)?.body;
    const before = left ? left.chats.length + left.own.length + left.requests.count : 0;
    await expect.poll(() => marked(desk.page)).toBe(before);
    const { page, problems, close } = await open(OWNER, '/newOrderChat/new');
    await page.getByLabel('Job Address').fill('Bonny Oaks');
    await page.getByRole('option').first().click();
    await page.getByLabel('Job Requirement').fill('Forty yards at dawn');
    await page.getByRole('button', { name: 'Start' }).click();
    await log(page).waitFor();
    await say(page, 'Who is there?');

    const waiting = row(desk.page, 'Who is there?');
    await waiting.filter({ hasText: 'Waiting less than a minute' }).waitFor();
    await expect.poll(() => marked(desk.page)).toBe(before + 1);
    await expect.poll(() => notes(desk.page)).toBe(2);
    await waiting.click();
    const about = desk.page.locator('details');
    for (const text of ['Bonny Oaks', 'Forty yards at dawn', 'Marguerite Tarnwick', OWNER]) await about.getByText(text).first().waitFor();
    expect(await field(desk.page).count()).toBe(0);
    await desk.page.getByText('Join the chat to answer.').waitFor();
    await desk.page.getByRole('button', { name: 'Join' }).click();
    await field(desk.page).waitFor();
    await expect.poll(() => marked(desk.page)).toBe(before);
    await row(desk.page, 'Renee Castleberry').filter({ hasText: 'Active' }).first().waitFor();
    await page.getByRole('button', { name: 'End Chat' }).waitFor();
    await field(desk.page).pressSequentially('I am');
    await page.getByText('Renee Castleberry is typing').waitFor();
    await say(desk.page, 'I am here.');
    await log(page).getByText('I am here.').waitFor();
    await log(desk.page).getByText('Read', { exact: true }).waitFor();
    // Both see the data source's time, whatever their own time zone.
    const started = (side: Page) => log(side).locator('time').first().innerText();
    expect(await started(desk.page)).toBe(await started(page));

    // A colleague hands the chat back while the dialog is open. It is over, and stays so when the chat is joined again.
    await desk.page.getByRole('button', { name: 'Transfer' }).click();
    const transfer = desk.page.getByRole('dialog', { name: 'Pass this chat to a colleague' });
    await transfer.waitFor();
    const colleague = await signedIn(portal.url, 'desk@example.com');
    await colleague.call('POST', `/desk/chats/${new URL(desk.page.url()).pathname.split('/').at(-1)}/hand-back`, {});
    await transfer.waitFor({ state: 'detached' });
    await desk.page.getByRole('button', { name: 'Join' }).click();
    await field(desk.page).waitFor();
    expect(await transfer.count()).toBe(0);
    await desk.page.getByRole('button', { name: 'Hand back' }).click();
    await page.getByText('Waiting for a dispatcher').waitFor();
    await desk.page.getByRole('switch', { name: 'Sound for new chats' }).click();
    const quiet = await notes(desk.page);
    await customer.start('Second', '5 Quiet Street');
    await row(desk.page, '5 Quiet Street').waitFor();
    await expect.poll(() => marked(desk.page)).toBe(before + 2);
    expect(await notes(desk.page)).toBe(quiet);
    await desk.page.getByRole('button', { name: 'Join' }).click();
    await field(desk.page).waitFor();
    await desk.page.getByRole('button', { name: 'End Chat' }).click();
    await desk.page.getByRole('dialog', { name: 'End this chat?' }).getByRole('button', { name: 'End Chat' }).click();
    await page.getByText('This chat has ended.').waitFor();
    await desk.page.getByText('This chat has ended.').waitFor();
    await log(page).getByText('Renee Castleberry ended the chat.').waitFor();
    // The same on a phone in dark, where the list and the chat are two pages.
    expect(await findBarriers(desk.page)).toEqual([]);
    await desk.page.setViewportSize(VIEWPORTS.phone.viewport);
    await desk.page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => isWiderThanWindow(desk.page)).toBe(false);
    expect(await findBarriers(desk.page)).toEqual([]);
    await desk.page.getByRole('button', { name: 'Back', exact: true }).click();
    await row(desk.page, '5 Quiet Street').waitFor();
    expect(await findBarriers(desk.page)).toEqual([]);
    expect(problems).toEqual([]);
    expect(desk.problems).toEqual([]);
    await desk.close();
    await close();
  });

  it('CHT-03 CHT-04 CHT-09 reports what failed, and follows what the others did', async () => {
    const session = await customer.start('Taken', '6 Taken Street');
    const { page, problems, close } = await open(STAFF, `/desk/chats/${session}?status=Pending&search=Taken`);
    await page.getByRole('button', { name: 'Join' }).waitFor();
    // A question about a waiting chat is not one about the chat that a colleague has taken meanwhile.
    await page.getByRole('button', { name: 'End Chat' }).click();
    await page.getByRole('dialog', { name: 'End this chat?' }).waitFor();
    const colleague = await signedIn(portal.url, 'desk@example.com');
    await colleague.call('POST', `/desk/chats/${session}/join`, {});
    await page.getByRole('dialog', { name: 'End this chat?' }).waitFor({ state: 'detached' });
    await colleague.call('POST', `/desk/chats/${session}/hand-back`, {});
    await page.getByRole('button', { name: 'Join' }).waitFor();
    await page.route(/\/join$/, (route) =>
      route.fulfill({ status: 409, json: { title: 'Conflict', detail: 'Somebody has joined this chat.' } }),
    );
    await page.getByRole('button', { name: 'Join' }).click();
    await toastRegion(page).getByText('Somebody has joined this chat.').waitFor();
    await customer.end(session);
    await page.getByText('This chat has ended.').waitFor();
    await page.getByText('No chats found').waitFor();
    await go(page, '/desk/chats/00000000-0000-4000-8000-000000000000');
    await page.getByText('Chat not found').waitFor();

    // A next page that failed is requested again when the user says so, not by itself.
    let refusals = 0;
    let isRefused = true;
    await page.route(
      ({ pathname }) => pathname === '/api/desk/chats',
      async (route) => {
        if (!route.request().url().includes('cursor=')) {
          const answer = await route.fetch();
          return route.fulfill({ response: answer, json: { ...(await answer.json()), hasMore: true, nextCursor: 'more' } });
        }
        if (!isRefused) return route.fulfill({ json: { items: [], hasMore: false, nextCursor: null } });
        refusals += 1;
        return route.fulfill({ status: 500 });
      },
    );
    await go(page, '/desk/chats?search=Taken');
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    await page.waitForTimeout(500);
    // Once more at most: the list is refetched when the live connection is up.
    expect(refusals).toBeLessThan(4);
    await page.getByRole('main').getByText('The chats could not be loaded.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    isRefused = false;
    await retry.click();
    await page.getByText('No more chats to load').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
