import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const OWNER = 'owner@example.com';
const VIEWER = 'viewer@example.com';
const ASK = /\/assistant\/messages$/;

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

const box = (page: Page) => page.getByLabel('Your message');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const answers = (page: Page) => log(page).getByRole('article');
const heading = (page: Page) => page.getByRole('heading', { name: 'How can I help you with?', exact: true });

/** Makes the assistant's response a stream of the test's own, which arrives in pieces. */
async function answerSlowly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const realFetch = window.fetch;
    window.fetch = async (input, init) => {
      if (!String(input).includes('/assistant/messages')) return realFetch(input, init);
      const body = new ReadableStream({
        start(controller) {
          const line = (event: object) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(event)}\n`));
          line({ type: 'text', text: 'Your order ' });
          setTimeout(() => line({ type: 'text', text: 'is on its way' }), 100);
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
    };
  });
}

describe('the assistant’s page', () => {
  it('AST-01 AST-02 AST-03 AST-04 has heading, box and three prompts that work', async () => {
    const { page, problems, close } = await open(OWNER, '/chat');
    await heading(page).waitFor();
    const anew = page.getByRole('button', { name: 'New conversation' });
    const prompts = page.getByRole('list', { name: 'Example questions' }).getByRole('button');
    await anew.or(prompts.first()).first().waitFor();
    if (await anew.isVisible()) await anew.click();
    await expect.poll(() => answers(page).count()).toBe(0);
    await prompts.first().waitFor();
    expect(await prompts.allInnerTexts()).toEqual([
      expect.stringContaining('Orders and statements'),
      expect.stringContaining('Truck tracking'),
      expect.stringContaining('Payment management'),
    ]);
    expect(await send(page).isDisabled()).toBe(true);
    await box(page).fill('   ');
    expect(await send(page).isDisabled()).toBe(true);
    await box(page).fill('a'.repeat(999));
    expect(await send(page).isEnabled()).toBe(true);
    await box(page).press('End');
    await box(page).pressSequentially('bcd');
    expect(await box(page).inputValue()).toBe(`${'a'.repeat(999)}b`);
    await page.getByText('1000/1000').waitFor();
    await box(page).fill('');

    await prompts.first().click();
    await answers(page)
      .getByText(/^Here are the latest 5 of [\d,]+ orders\.$/)
      .waitFor();
    const orderLinks = answers(page).locator('a[href^="/orders?order="]');
    await expect.poll(() => orderLinks.count()).toBe(5);
    await send(page).waitFor();
    expect(await prompts.allInnerTexts()).toEqual([
      'Show my last five recent orders',
      'Track my last order',
      'Show my five most recent payments',
    ]);
    await box(page).fill('Half a question');
    await prompts.nth(1).click();
    await answers(page)
      .getByRole('link', { name: /^Open order \d+$/ })
      .waitFor();
    const map = answers(page).getByRole('link', { name: 'Follow the trucks on the map' });
    expect(await map.getAttribute('href')).toMatch(/^\/truck-tracking/);
    expect(await box(page).inputValue()).toBe('Half a question');
    await box(page).fill('');
    await prompts.nth(2).click();
    await expect.poll(() => answers(page).locator('a[href^="/paymentHistory?payment="]').count()).toBe(5);
    await expect.poll(() => page.getByRole('button', { name: 'Copy answer' }).count()).toBe(3);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone.viewport);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => isWiderThanWindow(page)).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(VIEWPORTS.desktop.viewport);

    await orderLinks.first().click();
    await page.waitForURL(/\/orders\?order=\d+/);
    await page
      .getByRole('dialog', { name: /^Order/ })
      .first()
      .waitFor();
    await go(page, '/chat');
    await box(page).fill('When is my next');
    await page.reload();
    await expect.poll(() => answers(page).count()).toBe(3);
    expect(await box(page).inputValue()).toBe('When is my next');
    await box(page).fill('');
    await anew.click();
    await expect.poll(() => answers(page).count()).toBe(0);
    await prompts.first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('AST-04 keeps the typed text when there is no answer, and says why; a stopped answer keeps the received part', async () => {
    const { page, problems, close } = await open(VIEWER, '/chat', {
      isAlone: true,
      prepare: (prepared) => failCalls(prepared, ASK, 429, { title: 'Too many requests. Please try again in a moment.', status: 429 }),
    });
    await heading(page).waitFor();
    await box(page).fill('What do I owe?');
    await send(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The assistant could not answer.' });
    await notice.waitFor();
    expect(await notice.innerText()).toContain('Too many requests. Please try again in a moment.');
    expect(await box(page).inputValue()).toBe('What do I owe?');
    await page.unrouteAll();
    // The user types on while they wait: the failed question does not replace that, and can be asked again.
    const typed = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => ASK.test(pathname),
      async (route) => {
        await typed.promise;
        await route.fulfill({ status: 500 });
      },
    );
    await send(page).click();
    await stop(page).waitFor();
    await box(page).fill('Where is my truck?');
    typed.resolve();
    await notice.getByText('Your question: What do I owe?').waitFor();
    expect(await notice.innerText()).not.toContain('in the box below');
    expect(await box(page).inputValue()).toBe('Where is my truck?');
    await page.unrouteAll();
    await notice.getByRole('button', { name: 'Retry' }).click();
    await answers(page)
      .getByText(/^Your balance is/)
      .waitFor();
    expect(await notice.count()).toBe(0);
    expect(await box(page).inputValue()).toBe('Where is my truck?');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect.poll(() => answers(page).count()).toBe(0);

    await answerSlowly(page);
    await box(page).fill('one');
    await box(page).press('Shift+Enter');
    await box(page).pressSequentially('two');
    expect(await box(page).inputValue()).toBe('one\ntwo');
    await box(page).press('Enter');
    await answers(page).getByText('Your order is on its way', { exact: true }).waitFor();
    expect(await page.getByRole('list', { name: 'Example questions' }).count()).toBe(0);
    expect(await log(page).getAttribute('aria-busy')).toBe('true');
    expect(await box(page).inputValue()).toBe('');
    await stop(page).click();
    await send(page).waitFor();
    expect(await log(page).getAttribute('aria-busy')).toBe('false');
    expect(await answers(page).innerText()).toContain('Your order is on its way');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
