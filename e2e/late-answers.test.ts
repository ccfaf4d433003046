import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';

const OWNER = 'owner@example.com';
const DESK = 'desk@example.com';
const DECISION = /\/members\/requests\/\d+\/status$/;
const PROFILE = /\/users\/me$/;

let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(() => browser?.close());

/** Holds matching requests back until the test answers them. */
async function holdCalls(page: Page, path: RegExp): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(
    ({ pathname }) => path.test(pathname),
    (route) => void held.push(route),
  );
  return held;
}

describe('a late answer', () => {
  it("USR-06 USR-07 USR-13 closes only its own request; a colleague's changes come into the form, and what is typed stays", async () => {
    const { page, problems, close } = await open(OWNER, '/user-accounts?status=Requested');
    const held = await holdCalls(page, DECISION);
    const requests = page.locator('main tbody th[scope=row] a');
    await requests.nth(1).waitFor();
    // A link shows the name, and the address below it.
    const [first, second] = (await requests.allInnerTexts()).map((text) => text.split('\n')[0]) as [string, string];
    await requests.nth(0).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    const question = page.getByRole('dialog', { name: 'Reject this request?' });
    await question.getByText(first).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(held).toHaveLength(0);
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Viewer' });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
    await requests.nth(1).click();
    const drawer = page.getByRole('dialog').filter({ hasText: second });
    await drawer.getByRole('button', { name: 'Approve' }).waitFor();
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${second} · User Accounts · `));
    await held[0]?.fulfill({ json: { message: 'The request was approved.' } });
    await toastRegion(page).getByText('The request was approved.').waitFor();
    await drawer.getByRole('button', { name: 'Approve' }).waitFor();
    expect(page.url()).toMatch(/member=\d+/);

    await page.unrouteAll();
    await go(page, '/user-accounts');
    const edit = page.getByRole('dialog', { name: 'Edit Member' });
    const openForm = async () => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await edit.getByLabel('Phone').waitFor();
    };
    await openForm();
    await edit.getByRole('button', { name: 'Close' }).click();
    await edit.waitFor({ state: 'hidden' });
    const reads = await holdCalls(page, /\/members\/\d+$/);
    await openForm();
    await edit.getByLabel('First name').fill('Typed');
    await expect.poll(() => reads.length).toBe(1);
    const answer = await reads[0]?.fetch();
    await reads[0]?.fulfill({ json: { ...(await answer?.json()), phone: '4235550199', firstName: 'Changed' } });
    await expect.poll(() => edit.getByLabel('Phone').inputValue()).toMatch(/0199$/);
    expect(await edit.getByLabel('First name').inputValue()).toBe('Typed');
    // Nothing is left to ask about when the test leaves the page.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('an answer at the desk', () => {
  const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' });

  it('STF-02 STF-06 does not close a question about something else', async () => {
    const { page, close } = await open(DESK, '/desk/customers?search=tarnwick+builders');
    const held = await holdCalls(page, /\/desk\/users\/\d+$|\/desk\/mails\/1\/send-again$/);
    await page.route(/\/api\/desk\/accounts\/[^/?]+$/, async (route) => {
      const account = await (await route.fetch()).json();
      const [, second] = account.users.filter(({ isStaff }: { isStaff: boolean }) => !isStaff);
      second.isEnabled = false;
      await route.fulfill({ json: account });
    });
    await page.getByRole('link', { name: 'Tarnwick Builders', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Tarnwick Builders' });
    const choose = async (row: RegExp, action: string) => {
      await sheet
        .getByRole('row', { name: row })
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await choose(/Disabled by us/, 'Enable');
    await expect.poll(() => held.length).toBe(1);
    await choose(/Marguerite Tarnwick/, 'Disable');
    const one = page.getByRole('dialog', { name: 'Disable this user?' });
    await one.waitFor();
    await held[0]?.fulfill({ json: { message: 'They may sign in again.' } });
    await toast(page).getByText('They may sign in again.').waitFor();
    await one.getByRole('button', { name: 'Cancel' }).click();
    await one.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');

    const facts = { state: 'failed', reason: 'Mailbox full', attempts: 5, nextTryAt: null, sentAt: null, requestedBy: null };
    const mail = { id: 1, subject: 'Statement', recipients: ['ap@example.com'], createdAt: '2026-11-10T12:00:00Z', ...facts };
    const items = [{ ...mail, globalCustomerNumber: null, customerName: null }];
    const paging = { pageIndex: 1, pageSize: 100, totalCount: 1, totalPages: 1, isTotalExact: true };
    await page.route(/\/api\/desk\/mails\?/, (route) =>
      route.fulfill({ json: { items, ...paging, hasNextPage: false, hasPreviousPage: false } }),
    );
    await page.getByRole('link', { name: 'Mail', exact: true }).click();
    await page.getByRole('tab', { name: 'Failed' }).click();
    await page.getByRole('button', { name: 'Send ‘Statement’ again' }).click();
    await expect.poll(() => held.length).toBe(2);
    await page.getByRole('button', { name: 'Send all failed again' }).click();
    const all = page.getByRole('dialog', { name: 'Send all failed mails again?' });
    await all.waitFor();
    await held[1]?.fulfill({ json: { message: 'The mail is sent again.' } });
    await toast(page).getByText('The mail is sent again.').waitFor();
    await all.getByRole('button', { name: 'Cancel' }).click();
    await all.waitFor({ state: 'hidden' });
    await close();
  });
});

const REPLY = { id: 1, dataSource: 'A', dataSourceName: 'Alpha', title: 'On the way', message: 'Old' };
const ANNOUNCEMENT = {
  ...{ id: 1, title: 'Plant 11 closed', body: 'Old', postedOn: '2026-03-02', expiresOn: null, dataSources: null, state: 'shown' },
  ...{ isOfDesk: true, updatedAt: null, updatedBy: null },
};
const WEBHOOK = {
  ...{ id: 1, name: 'Yard', url: 'https://example.com/Old', types: ['payment.completed'], dataSources: null, hasPrices: true },
  ...{ state: 'active', failingSince: null, lastError: null, waiting: 0, failed: 0, previousSecretValidUntil: null },
  createdAt: '2026-03-02T10:00:00Z',
};
const OTHER_WEBHOOK = { ...WEBHOOK, id: 2, name: 'Office' };
const PAGE = { pageIndex: 1, pageSize: 25, totalCount: 1, isTotalExact: true, totalPages: 1, hasNextPage: false, hasPreviousPage: false };

const menuOf = (page: Page, name: string) => async (item: string) => {
  await page.getByRole('button', { name: `Actions of ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Forms at the desk that write all fields of what they change: how they are opened, and a field with its text before and after. */
const DESK_FORMS = {
  rules: {
    path: '/desk/requests',
    call: /\/desk\/request-rules$/,
    answer: (json: object, isNew: boolean) =>
      (json as { rules: object }[]).map((row) => ({ ...row, rules: { ...row.rules, leadTimeMinutes: isNew ? 77 : 55 } })),
    openForm: (page: Page) => page.getByRole('button', { name: 'Rules' }).click(),
    field: 'Lead time (minutes)',
    texts: ['55', '77'],
  },
  announcement: {
    path: '/desk/announcements',
    call: /\/desk\/announcements$/,
    answer: (_json: object, isNew: boolean) => ({ items: [{ ...ANNOUNCEMENT, body: isNew ? 'New' : 'Old' }], ...PAGE }),
    openForm: (page: Page) => page.getByRole('button', { name: 'Edit Plant 11 closed' }).click(),
    field: 'Text',
    texts: ['Old', 'New'],
  },
  reply: {
    path: '/desk/replies',
    call: /\/desk\/canned-replies$/,
    answer: (_json: object, isNew: boolean) => ({ items: [{ ...REPLY, message: isNew ? 'New' : 'Old' }], dataSources: [] }),
    openForm: (page: Page) => menuOf(page, REPLY.title)('Change'),
    field: 'Text',
    texts: ['Old', 'New'],
  },
  webhook: {
    path: '/desk/integration?view=webhooks',
    call: /\/desk\/webhooks$/,
    answer: (_json: object, isNew: boolean) => [{ ...WEBHOOK, url: isNew ? 'https://example.com/New' : WEBHOOK.url }, OTHER_WEBHOOK],
    openForm: (page: Page) => menuOf(page, WEBHOOK.name)('Change'),
    field: 'Address',
    texts: [WEBHOOK.url, 'https://example.com/New'],
  },
};

describe('a form at the desk', () => {
  it('REQ-01 STF-04 STF-09 EVT-03 starts with what a colleague saved since the list was read; questions about webhooks start empty', async () => {
    const { page, problems, close } = await open(DESK, '/desk/requests');
    for (const { path, call, answer, openForm, field, texts } of Object.values(DESK_FORMS)) {
      let isNew = false;
      await page.route(
        ({ pathname }) => call.test(pathname),
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: answer((await response.json()) as object, isNew) });
        },
      );
      await go(page, path);
      const shown = page.getByRole('dialog').getByLabel(field);
      const change = async (text: string | undefined) => {
        await openForm(page);
        await expect.poll(() => shown.inputValue()).toBe(text);
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await change(texts[0]);
      isNew = true;
      await change(texts[1]);
    }

    // The page of the webhooks is still open.
    const dialog = page.getByRole('dialog');
    const ask = async (name: string, item: string, check: () => Promise<unknown>) => {
      await menuOf(page, name)(item);
      await check();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const hours = dialog.getByLabel('The present secret stays valid');
    await ask(WEBHOOK.name, 'Rotate secret', () => hours.selectOption('0'));
    await ask(OTHER_WEBHOOK.name, 'Rotate secret', async () => expect(await hours.inputValue()).toBe('24'));
    const since = dialog.getByLabel('Since');
    await ask(WEBHOOK.name, 'Replay', () => since.fill('2026-01-05'));
    await ask(OTHER_WEBHOOK.name, 'Replay', async () => expect(await since.inputValue()).toBe(''));
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a profile that failed to load', () => {
  it('MAIL-02 SHL-19 can be fetched again in the mail form and in the account menu', async () => {
    const { page, close } = await open(OWNER, '/orders', { prepare: (prepared) => failCalls(prepared, PROFILE, 500) });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Load my profile again' }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^View PDF of order/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Send Mail' }).click();
    const form = page.getByRole('form', { name: 'Send Mail' });
    await form.getByText('Your email address could not be loaded.').waitFor();
    await page.unrouteAll();
    await form.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => form.getByLabel('To', { exact: true }).inputValue()).toBe(OWNER);
    expect(await form.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await expect.poll(() => page.title()).toMatch(/^Order \S+ · Orders · /);
    await close();
  });
});
