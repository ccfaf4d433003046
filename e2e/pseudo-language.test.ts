import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { findFaults, findWide, speakPseudo } from './harness/pseudo-language.ts';
import { dayIn, keepDataRecent } from './harness/recent-days.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const OWNER = 'owner@example.com';
const STAFF = 'desk@example.com';
const ZONE = 'America/New_York';
/** What a page without a list of its own shows first. */
const LOADED = 'main :is(button, table, ul, section)';
const ROW = 'main tbody th a, main tbody td a, main ul li a';
/** An order with tickets: something of it is poured. */
const POURED_ROW = ['main tbody tr', 'main ul li'].map((row) => `${row}:has(span[style*="width"]:not([style*="width: 0%"])) a`).join(', ');

/** Names in the API's answers that screens must not show: they have names in the reader's language. */
const NAMES_OF_CODES = new Set(['orderStatus', 'statusName', 'strStatusMessage', 'statusMessage', 'roleName', 'categoryName', 'typeName']);

interface Screen {
  path: string;
  /** What must be there before the screen is read. */
  ready: string;
  /** Opens the first record of a list. */
  opens?: boolean;
}

const PUBLIC: readonly Screen[] = [
  { path: '/account-registration', ready: 'form select' },
  { path: '/registration-success', ready: 'h1' },
  // Last, so that the app draws it: the page of those who open it first has its texts in its own script.
  { path: '/', ready: LOADED },
];
const OWNERS: readonly Screen[] = [
  { path: '/dashboard', ready: 'main section' },
  { path: '/orders', ready: POURED_ROW, opens: true },
  { path: '/requests', ready: LOADED },
  { path: '/alerts', ready: LOADED },
  { path: '/tickets', ready: ROW },
  { path: '/truck-tracking', ready: 'main li' },
  { path: '/quotes', ready: ROW, opens: true },
  { path: '/newOrderChat/new', ready: 'main form' },
  { path: '/invoices', ready: ROW, opens: true },
  { path: '/invoices/checkout', ready: 'main form' },
  { path: '/credits', ready: LOADED },
  // Its own range begins with the year, whose first days may have no payments.
  { path: `/paymentHistory?from=${dayIn(ZONE, -180)}&to=${dayIn(ZONE)}`, ready: ROW, opens: true },
  { path: '/payments/scheduled', ready: 'main section' },
  { path: '/payments/approvals', ready: 'main section' },
  { path: '/payments/methods', ready: 'main section' },
  { path: '/statements', ready: ROW, opens: true },
  { path: '/discount-planner', ready: LOADED },
  { path: '/close-out-packs', ready: 'main form' },
  { path: '/user-accounts?add=1', ready: '[role=dialog] form' },
  { path: '/chat', ready: 'main li button' },
  { path: '/accounts', ready: LOADED },
  { path: '/integrations', ready: LOADED },
  { path: '/support?new=1', ready: '[role=dialog] form' },
  { path: '/unauthorized', ready: 'h1' },
  { path: '/no-such-page', ready: 'h1' },
];
const STAFFS: readonly Screen[] = [
  { path: '/desk/chats', ready: 'main li a', opens: true },
  { path: '/desk/requests', ready: LOADED },
  { path: '/desk/arrivals', ready: LOADED },
  { path: '/desk/disputes', ready: LOADED },
  { path: '/desk/payments', ready: LOADED },
  { path: '/desk/registrations', ready: ROW, opens: true },
  { path: '/desk/support', ready: ROW, opens: true },
  { path: '/desk/import', ready: 'main form' },
  { path: '/desk/customers', ready: ROW, opens: true },
  { path: '/desk/announcements', ready: LOADED },
  { path: '/desk/branding', ready: 'main form' },
  { path: '/desk/staff', ready: LOADED },
  { path: '/desk/mail', ready: LOADED },
  { path: '/desk/integration', ready: LOADED },
  { path: '/desk/audit-log', ready: LOADED },
  { path: '/desk/replies', ready: LOADED },
];

/** Windows between the two sizes of all tests, in which tables find less room. */
const OTHER_WIDTHS = [1180, 768];

/** What is still wrong after this time is a fault. */
const FAULT_STAYS_MS = 10_000;

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

/** Collects the words of the API's answers: they are data and stay as they are. */
function listen(page: Page): { words: () => string } {
  const words: string[] = [];
  const collect = (answer: unknown): void => {
    JSON.stringify(answer, (name, value: unknown) => {
      if (typeof value === 'string' && !NAMES_OF_CODES.has(name)) words.push(value);
      return value;
    });
  };
  page.on('response', (response) => {
    // The body of a request that a navigation ended may never arrive.
    if (/\/(api\/|config\.json)/.test(response.url()) && response.ok()) void response.json().then(collect, () => undefined);
  });
  return { words: () => words.join(' ') };
}

/** Shows a path without loading the app again. The page without layout comes between, so that nothing is left of the last screen. */
async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(`${portal.url}${path}`);
    return;
  }
  await go(page, '/unauthorized');
  await page.locator('nav, form').first().waitFor({ state: 'detached' });
  await go(page, path);
}

/** Looks at one screen at all widths, then at the record that it opens. */
async function look(page: Page, { path, ready, opens }: Screen, words: () => string): Promise<string[]> {
  const faults: string[] = [];
  /** Collects the faults that stay: an answer may be shown before its words are collected, and a layout may follow a new width later. */
  const collect = async (place: string, find: () => Promise<string[]>): Promise<void> => {
    let found = await find();
    for (const deadline = Date.now() + FAULT_STAYS_MS; found.length > 0 && Date.now() < deadline; ) {
      await page.waitForTimeout(250);
      found = await find();
    }
    faults.push(...found.map((fault) => `${place}: ${fault}`));
  };
  const read = async (place: string): Promise<void> => {
    for (const size of ['desktop', 'phone'] as const) {
      await page.setViewportSize(VIEWPORTS[size].viewport);
      await page.locator(ready).first().waitFor({ state: 'attached' });
      // Another width asks for nothing new. A page that polls, or loads more later, is never idle.
      if (size === 'desktop') await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined);
      await collect(`${place} ${size}`, () => findFaults(page, words()));
    }
    for (const width of OTHER_WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await collect(`${place} ${width}`, () => findWide(page));
    }
    await page.setViewportSize(VIEWPORTS.desktop.viewport);
  };
  await visit(page, path);
  await page.locator(ready).first().waitFor();
  await read(path);
  if (opens) {
    await page.locator(ready).first().click();
    await page.locator('[role=dialog] h2, [role=log]').first().waitFor();
    await read(`${path} opened`);
  }
  return faults;
}

describe('in a language that is longer and accented', () => {
  it.each([
    ['without sign-in', null, PUBLIC],
    ['of a customer', OWNER, OWNERS],
    ['of staff', STAFF, STAFFS],
  ] as const)(
    'LNG-02 no text is cut and none is left untranslated on the screens %s',
    async (_who, email, screens) => {
      let words = () => '';
      const prepare = async (page: Page): Promise<void> => {
        ({ words } = listen(page));
        await speakPseudo(page);
        await keepDataRecent(page, ZONE);
      };
      const opened = email ? await open(email, '/unauthorized', { isAlone: true, prepare }) : await browser.openPage();
      const { page, close } = opened;
      if (!email) await prepare(page);
      const faults: string[] = [];
      for (const screen of screens) faults.push(...(await look(page, screen, words)));
      expect(faults).toEqual([]);
      await close();
    },
    240_000,
  );
});
