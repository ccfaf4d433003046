import { SENDERS } from '@yardage/domain/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAt, dismiss, dispatcherAt, field, HARMFUL_HTML, holdAnswers, log, OWNER, row, say, sessionIn } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { stopClock } from './harness/clock.ts';
import { controlHub, failCalls, unexpected, withoutHub } from './harness/network.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';

const LIST = /\/chat\/customers\/client\/me$/;
const START = /\/chat\/customers\/client\/start$/;
const MESSAGE = /\/chat\/customers\/client\/[^/]+\/message$/;
const STATES = /\/accounts\/states$/;
/** The address is searched this long after the last key. */
const DEBOUNCE_MS = 500;
/** A failed message is retried with growing delays. */
const BY_ITSELF = { timeout: 60_000 };
const ADDRESSES = /\/maps\/address\/search$/;

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
  await portal?.stop();
});

describe('the list of chats', () => {
  it('CHT-01 CHT-03 CHT-04 CHT-05 CHT-06 CHT-07 TBL-11 shows, filters, searches and loads more at its end', async () => {
    const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
    await Promise.all(numbers.map((number) => customer.start(`Listed ${number}`, `${number} List Street`)));
    const asked: URLSearchParams[] = [];
    /** The loading texts that have not been seen yet. */
    const texts = new Set(['Loading...', 'Loading more chats...']);
    let shownOfOtherTab: number[] = [];
    const held = { asked: Promise.withResolvers<void>(), released: Promise.withResolvers<void>(), gone: Promise.withResolvers<void>() };
    const { page, problems, close } = await open(OWNER, '/newOrderChat?search=List+Street', {
      isAlone: true,
      prepare: async (prepared) => {
        await prepared.clock.install();
        // The list refetches once the live connection is up, which would cancel the request for the next page.
        await withoutHub(prepared);
        await prepared.route(
          ({ pathname }) => LIST.test(pathname),
          async (route) => {
            const { searchParams } = new URL(route.request().url());
            asked.push(searchParams);
            const text = searchParams.has('cursor') ? 'Loading more chats...' : 'Loading...';
            if (texts.delete(text)) await prepared.getByText(text, { exact: true }).waitFor();
            if (searchParams.get('status') === 'pending' && shownOfOtherTab.length === 0) {
              await prepared.getByText('Loading...', { exact: true }).waitFor();
              shownOfOtherTab = await Promise.all([row(prepared, '').count(), prepared.getByText('No more chats to load').count()]);
            }
            if (searchParams.get('status') === 'ended') {
              held.asked.resolve();
              await held.released.promise;
              // The page has aborted the request.
              await route.continue().catch(() => undefined);
              return held.gone.resolve();
            }
            await route.continue();
          },
        );
      },
    });
    await page.getByText('Select a chat or create a new one').waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Pending', 'Active', 'Ended']);
    expect(await page.getByRole('link', { name: 'Create New Chat' }).getAttribute('href')).toContain('/newOrderChat/new');
    await row(page, 'List Street').first().hover();
    await page.mouse.wheel(0, 5000);
    await page.getByText('No more chats to load').waitFor();
    expect(await row(page, '').count()).toBe(21);
    const times = row(page, '').locator('time');
    expect((await times.allInnerTexts()).filter((text) => !/^(just now|1m ago)$/.test(text))).toEqual([]);
    expect(await times.first().getAttribute('title')).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    expect(asked.map((query) => [query.get('status') ?? '', query.has('cursor'), query.get('category')])).toContainEqual(['', true, '1']);

    expect(texts).toEqual(new Set());
    await page.getByRole('tab', { name: 'Pending' }).click();
    await expect.poll(() => asked.at(-1)?.get('status')).toBe('pending');
    expect(asked.at(-1)?.has('cursor')).toBe(false);
    await row(page, '').first().waitFor();
    expect(shownOfOtherTab).toEqual([0, 0]);
    // Returning to the first tab shows only its first page, scrolled to the top, even if a response for the other tab arrives late.
    await page.getByRole('tab', { name: 'Ended' }).click();
    await held.asked.promise;
    await page.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => row(page, '').count()).toBe(20);
    held.released.resolve();
    await held.gone.promise;
    expect(await row(page, '').count()).toBe(20);
    expect(
      await row(page, '')
        .first()
        .evaluate((link) => link.closest('ul')?.parentElement?.scrollTop),
    ).toBe(0);
    await page.getByRole('tab', { name: 'Pending' }).click();
    await row(page, '').first().waitFor();
    asked.length = 0;
    // The page's clock moves with the keys, so that a slow machine cannot make a pause between them.
    const searchBox = page.getByLabel('Search chats');
    await stopClock(page);
    await searchBox.fill('');
    for (const letter of 'nothing') await searchBox.press(letter).then(() => page.clock.runFor(299));
    await page.clock.runFor(1);
    await expect.poll(() => asked.at(-1)?.get('search')).toBe('nothing');
    await page.clock.resume();
    await page.getByText('No chats found').waitFor();
    const searches = asked.map((query) => query.get('search') ?? '').filter((search) => search !== '' && search !== 'List Street');
    expect(searches).toEqual(['nothing']);
    expect(asked.at(-1)?.has('cursor')).toBe(false);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ status: 'Pending', search: 'nothing' });
    await searchBox.fill('List Street');
    await times.first().waitFor();
    await page.clock.fastForward('03:00');
    await expect.poll(async () => (await times.allInnerTexts()).filter((text) => !/^[34]m ago$/.test(text))).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('a new chat', () => {
  it('CHT-02 CHT-13 CHT-14 CHT-15 CHT-16 CHT-17 CHT-18 CHT-31 starts once with a selected address, and reports failures; a late answer leads nowhere', async () => {
    const { page, problems, close } = await open(OWNER, '/newOrderChat/new', {
      isAlone: true,
      prepare: async (prepared) => {
        await prepared.clock.install();
        await failCalls(prepared, STATES, 500);
      },
    });
    const address = page.getByLabel('Job Address');
    const start = page.getByRole('button', { name: 'Start' });
    const searches: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (ADDRESSES.test(url.pathname)) searches.push(url.searchParams.get('query') ?? '');
    });
    await address.waitFor();
    await stopClock(page);
    await address.pressSequentially('zq');
    // Two letters ask for no suggestions, three do. The clock runs before the third, so that a call for two would be noticed.
    await page.clock.runFor(DEBOUNCE_MS);
    await address.press('x');
    await page.clock.resume();
    await page.getByText('No Address Found').waitFor();
    expect(searches).toEqual(['zqx']);
    await failCalls(page, ADDRESSES, 500);
    await address.fill('Bonny');
    await toastRegion(page).getByText('Uh oh! Something went wrong.').waitFor();
    await toastRegion(page).getByText('There was a problem fetching the addresses.').waitFor();
    await dismiss(page);
    await page.unrouteAll();
    await address.fill('Bonny Oaks');
    await page.getByRole('option').first().waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByRole('option').first().click();
    const statesFailed = page.getByRole('alert').filter({ hasText: 'The list of states could not be loaded.' });
    await statesFailed.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await statesFailed.getByRole('button', { name: 'Retry' }).click();
    await statesFailed.waitFor({ state: 'hidden' });
    await page.getByLabel('Job Requirement').fill('80 CY on Friday');
    await failCalls(page, START, 500);
    await start.click();
    await toastRegion(page).getByText('Failed to start chat. Please try again.').waitFor();
    await toastRegion(page).getByText('Error', { exact: true }).waitFor();
    await page.unrouteAll();
    const keys: string[] = [];
    await page.route(
      ({ pathname }) => START.test(pathname),
      async (route) => {
        keys.push((route.request().postDataJSON() as { clientSessionId: string }).clientSessionId);
        // The first response is lost, because the page reloads before it arrives. The second leads to the chat, where there is no button.
        if (keys.length === 1) {
          await expect.poll(() => start.isDisabled()).toBe(true);
          await route.fetch();
          await page.reload({ waitUntil: 'commit' });
          return;
        }
        await route.continue();
      },
    );
    await start.dblclick();
    await log(page).getByText('Chat started. A dispatcher will join you shortly.').waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    await page.getByText('Job requirement: 80 CY on Friday').waitFor();
    expect(await page.getByRole('button', { name: 'End Chat' }).count()).toBe(0);
    await expect.poll(() => row(page, 'Bonny Oaks').count()).toBe(1);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    const question = page.getByRole('dialog', { name: 'End this chat?' });
    await question.getByRole('button', { name: 'Keep waiting' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('This chat has ended.').waitFor();
    expect(await field(page).count()).toBe(0);

    // The answer to another start arrives when the user is in another chat, and does not lead them away.
    const other = await customer.start('Another one', '91 Other Street');
    await page.unrouteAll();
    const late = await holdAnswers(page, ({ pathname }) => START.test(pathname));
    await page.getByRole('link', { name: 'Create New Chat' }).click();
    await address.fill('Bonny Oaks');
    await page.getByRole('option').first().click();
    await page.getByLabel('Job Requirement').fill('Started and left');
    await start.click();
    await late.asked;
    await row(page, '91 Other Street').click();
    await log(page).getByText('Chat started').waitFor();
    await field(page).fill('A draft');
    late.release();
    await expect.poll(() => row(page, 'Bonny Oaks').count()).toBe(2);
    expect(sessionIn(page)).toBe(other);
    expect(await field(page).inputValue()).toBe('A draft');
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('a conversation', () => {
  it('CHT-08 CHT-18 CHT-22 CHT-23 CHT-24 CHT-28 CHT-29 is live: joined, answered, read, in two tabs, and ended', async () => {
    const session = await customer.start('Talk to me', '77 Talk Street');
    const { page, problems, close } = await open(OWNER, `/newOrderChat/${session}?status=Pending&search=Talk`);
    await row(page, '77 Talk Street').waitFor();
    const other = await open(OWNER, `/newOrderChat/${session}`);
    await log(other.page).getByText('Chat started').waitFor();
    // What the chat opens with is not read out, what comes later is.
    await expect.poll(() => log(other.page).getAttribute('aria-live')).toBe('polite');
    let pendingOpacity = 1;
    await page.route(
      ({ pathname }) => MESSAGE.test(pathname),
      async (route) => {
        const bubble = log(page).locator('[data-pending] > div').filter({ hasText: 'two lines' });
        pendingOpacity = await bubble.evaluate((element) => Number(getComputedStyle(element).opacity));
        await route.continue();
      },
    );
    await field(page).fill('   ');
    await field(page).press('Enter');
    await field(page).fill('first of');
    await field(page).press('Shift+Enter');
    await field(page).pressSequentially('two lines');
    await field(page).press('Enter');
    await log(page).getByText('first of\ntwo lines').waitFor();
    await expect.poll(() => log(page).locator('[data-pending]').count()).toBe(0);
    expect(pendingOpacity).toBeLessThan(1);
    await log(page)
      .getByText(/^(0[1-9]|1[0-2]):[0-5]\d [AP]M$/)
      .first()
      .waitFor();
    await log(other.page).getByText('first of').waitFor();
    await page.unrouteAll();

    await dispatcher.join(session);
    await page.getByText('With Renee Castleberry').waitFor();
    await page.getByText('No chats found').waitFor();
    await page.getByRole('tab', { name: 'Active' }).click();
    await row(page, '77 Talk Street').filter({ hasText: 'Active' }).waitFor();
    await dispatcher.say(session, 'Which mix?');
    await log(page).getByText('Which mix?').waitFor();
    await log(other.page).getByText('Which mix?').waitFor();
    expect(await log(page).getByText('Renee Castleberry', { exact: true }).count()).toBe(1);
    expect((await customer.read(session)).messages.map(({ message, senderType }) => [senderType, message])).toEqual([
      [1, 'Chat started. A dispatcher will join you shortly.'],
      [4, 'first of\ntwo lines'],
      [1, 'Renee Castleberry joined the chat.'],
      [3, 'Which mix?'],
    ]);
    await page.getByRole('button', { name: 'End Chat' }).click();
    await page.getByRole('dialog', { name: 'End this chat?' }).getByRole('button', { name: 'End Chat' }).click();
    await page.getByText('This chat has ended.').waitFor();
    await other.page.getByText('This chat has ended.').waitFor();
    expect(await page.getByRole('button', { name: 'End Chat' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await other.close();
    await close();
  });

  it('CHT-25 CHT-26 CHT-27 CHT-30 a lost connection loses nothing: failed, sent by itself, in order, caught up, nothing twice', async () => {
    const session = await customer.start('Survive', '79 Talk Street');
    await dispatcher.join(session);
    let line: Awaited<ReturnType<typeof controlHub>> | undefined;
    let fate: 'refused' | 'answer lost' | 'sent' = 'refused';
    const { page, problems, close } = await open(OWNER, `/newOrderChat/${session}`, {
      isAlone: true,
      prepare: async (prepared) => {
        line = await controlHub(prepared);
        await prepared.route(
          ({ pathname }) => MESSAGE.test(pathname),
          async (route) => {
            if (fate === 'sent') return route.continue();
            if (fate === 'refused') return route.fulfill({ status: 409, json: { title: 'Conflict' } });
            await route.fetch();
            return route.abort('connectionfailed');
          },
        );
      },
    });
    const unsent = log(page).locator('[data-failed], [data-pending]');
    const connection = page.locator('[data-connection]');
    const untilConnected = () => page.locator('[data-connection=connected]').waitFor({ state: 'attached' });
    await untilConnected();
    // No status is shown while the connection works.
    expect(await connection.innerText()).toBe('');
    await say(page, 'refused');
    await toastRegion(page).getByText('Message Failed').waitFor();
    await toastRegion(page).getByText('Please try again.').waitFor();
    expect(await toastRegion(page).getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await dismiss(page);
    await log(page).getByText('Failed', { exact: true }).waitFor();
    fate = 'sent';
    await log(page).getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => unsent.count()).toBe(0);

    // The message arrives and its answer is lost, without the hub that would announce it. The retry makes no duplicate.
    fate = 'answer lost';
    await line?.cut();
    await connection.getByText(/^(Disconnected|Connecting)$/).waitFor();
    await say(page, 'said once');
    await toastRegion(page).getByText('Click to retry').waitFor();
    await log(page).locator('[data-failed]').filter({ hasText: 'said once' }).waitFor();
    await dispatcher.say(session, 'Are you there?');
    await page.context().setOffline(true);
    fate = 'sent';
    await say(page, 'offline, first');
    await say(page, 'offline, second');
    await expect.poll(() => log(page).locator('[data-failed]').count()).toBe(3);
    await page.context().setOffline(false);
    await line?.mend();
    await untilConnected();
    expect(await connection.innerText()).toBe('');
    await log(page).getByText('Are you there?').waitFor();
    await expect.poll(() => unsent.count(), BY_ITSELF).toBe(0);
    const texts = ['refused', 'said once', 'Are you there?', 'offline, first', 'offline, second'];
    const said = (await customer.read(session)).messages.filter(({ senderType }) => senderType !== SENDERS.system);
    expect(said.map(({ message }) => message)).toEqual(texts);
    for (const text of texts) expect(await log(page).getByText(text, { exact: true }).count()).toBe(1);
    expect(unexpected(problems).filter((problem) => !problem.includes('WebSocket'))).toEqual([]);
    await close();
  });

  it('CHT-12 html is sanitised, long text wraps, and all of it passes axe and fits at both widths', async () => {
    const session = await customer.start('Html', '78 Talk Street');
    const { page, problems, close } = await open(OWNER, '/newOrderChat', {
      prepare: (prepared) =>
        prepared.route(
          ({ pathname }) => pathname.startsWith('/api/') && pathname.endsWith(session),
          async (route) => {
            const answer = await route.fetch();
            const read = (await answer.json()) as { messages: object[] };
            const assistant = { senderType: SENDERS.aiAgent, senderName: 'Assistant' };
            const extra = { ...read.messages[0], ...assistant, id: 'html', sequence: 2, type: 5, message: HARMFUL_HTML };
            const long = { ...extra, id: 'long', sequence: 3, type: 4, message: 'x'.repeat(8000) };
            await route.fulfill({ response: answer, json: { ...read, messages: [...read.messages, extra, long] } });
          },
        ),
    });
    await row(page, '78 Talk Street').first().click();
    await page.waitForURL(`**/newOrderChat/${session}*`);
    const bold = log(page).locator('b');
    await bold.waitFor();
    const shown = await bold.locator('..').innerHTML();
    expect(shown).toContain('<a href="/orders?order=1" rel="noopener noreferrer nofollow" target="_blank">one</a>');
    expect(shown).not.toMatch(/javascript|evil|onclick|img|script|style/);
    await log(page).getByText('Assistant', { exact: true }).first().waitFor();
    expect(await log(page).evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
    // The formatted message is longer than what is shown until its code has loaded. The end stays in view.
    await expect.poll(() => log(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)).toBeLessThan(2);
    expect(await log(page).evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    await row(page, '78 Talk Street').first().waitFor({ state: 'hidden' });
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await page.getByRole('button', { name: 'Back' }).click();
    await row(page, '78 Talk Street').first().waitFor();
    await page.getByRole('link', { name: 'Create New Chat' }).click();
    await page.getByLabel('Job Requirement').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    // The browser reports that it blocked the handlers, even in the text that is being sanitized.
    expect(problems.filter((problem) => !problem.includes('Content Security Policy'))).toEqual([]);
    await close();
  });
});
