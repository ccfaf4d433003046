import { readFileSync } from 'node:fs';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAt } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const ADMINISTRATOR = 'desk@example.com';
let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

/** Fails if the page has barriers, or scrolls sideways on a phone. */
async function expectSound(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  // Tables become cards after the window has changed.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
}

const REVIEW = {
  ...{ id: 1, version: 1, reason: 'unresolved', detail: '', createdAt: '2026-03-02T10:00:00Z', note: null, doneAt: null, doneBy: null },
  ...{ cartId: 'R-100', processorId: null, method: 'card', amount: 12, paymentResult: 0, statusMessage: 'Unclear' },
  ...{ startedAt: '2026-03-02T09:00:00Z', payerEmail: null, globalCustomerNumber: '1', customerName: 'Paving' },
};

interface Written {
  note?: string;
  isDone: boolean;
  version: number;
}

/**
 * Lists a payment that needs a person until something is written about it. A colleague writes a note before the processor is asked. Returns
 * what is written, and lets a colleague write once more.
 */
async function listOnePayment(page: Page) {
  const written: (Written | null)[] = [];
  let current: Record<string, unknown> & { version: number } = REVIEW;
  const change = (changes: object): void => {
    current = { ...current, ...changes, version: current.version + 1 };
  };
  const only = { items: [REVIEW], pageIndex: 1, pageSize: 25, totalCount: 1, isTotalExact: true, totalPages: 1 };
  await page.route(/\/api\/desk\/payments/, (route) => {
    const isOne = new URL(route.request().url()).pathname.endsWith('/1');
    if (route.request().method() === 'GET') {
      if (isOne) return route.fulfill({ json: current });
      return written.length > 0 ? route.continue() : route.fulfill({ json: { ...only, hasNextPage: false, hasPreviousPage: false } });
    }
    const body = route.request().postDataJSON() as Written | null;
    if (body && body.version !== current.version) return route.fulfill({ status: 409, json: { code: 'conflict', detail: 'Changed.' } });
    written.push(body);
    change({
      note: body?.note ?? current.note ?? 'A colleague called.',
      doneAt: body?.isDone === false ? null : REVIEW.createdAt,
    });
    return route.fulfill({ json: current });
  });
  return { written, change };
}

describe('operations at the desk', () => {
  it('FED-01 STF-08 makes and revokes a service key, whose secret is shown once, and finds both in the audit log', async () => {
    const options = /\/desk\/integration\/options$/;
    // Fails every call until it is unrouted: if the page's own call has failed, opening the form sends another one.
    const failOptions = (opened: Page) => opened.route(options, (route) => route.fulfill({ status: 500, body: '' }));
    const { page, problems, close } = await open(ADMINISTRATOR, '/desk/integration', { prepare: failOptions });
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('form', { name: 'New key' });
    // Without the data sources to choose from, a key would be for all of them.
    await form.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await form.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    await page.unroute(options);
    await form.getByRole('button', { name: 'Retry' }).click();
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Give the key a name.').waitFor();
    await form.getByLabel('Name').fill('Dispatch system');
    await form.getByLabel('Orders: Write').check();
    await form.getByRole('button', { name: 'Create key' }).click();
    const secret = page.getByRole('dialog').getByText(/^yk_\w+/);
    await secret.waitFor();
    const shown = await secret.innerText();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const row = page.getByRole('row', { name: /Dispatch system/ });
    await row.getByText('orders:write').waitFor();
    expect(await page.content()).not.toContain(shown);
    await expectSound(page);
    await row.getByRole('button', { name: 'Actions of Dispatch system' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('combobox', { name: 'Action' }).selectOption('service-keys.revoke');
    await page.getByText('1 entry').waitFor();
    await page.getByRole('link', { name: /\d\d:\d\d:\d\d$/ }).click();
    // The action is shown by its name, and its code is among the facts.
    const opened = page.getByRole('dialog', { name: 'Access key revoked' });
    await opened.getByText('service-keys.revoke', { exact: true }).waitFor();
    await page.getByRole('dialog').getByText('"id": ').waitFor();
    const entry = page.url();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    // A link opens the entry also if the list does not have it.
    await page.goto(entry.replace('service-keys.revoke', 'service-keys.none'));
    await page.getByRole('dialog').getByText('"id": ').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('combobox', { name: 'Action' }).selectOption('service-keys.revoke');
    await page.getByText('1 entry').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect(readFileSync(await (await downloading).path(), 'utf8')).toContain('service-keys.revoke,Dispatch system');
    await expectSound(page);
    await page.getByRole('link', { name: 'Mail', exact: true }).click();
    await page.getByRole('tab', { name: 'Failed' }).click();
    await page.getByText('No mails.').waitFor();
    const { written, change } = await listOnePayment(page);
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('link', { name: REVIEW.cartId }).click();
    const note = page.getByLabel('Note for colleagues');
    await page.getByRole('button', { name: 'Ask the processor again' }).click();
    await page.getByText('No payment needs a person.').waitFor();
    await expect.poll(() => note.inputValue()).toBe('A colleague called.');
    await note.fill('The bank was called.');
    await page.getByRole('button', { name: 'Ask the processor again' }).click();
    await expect.poll(() => written.length).toBe(2);
    expect(await note.inputValue()).toBe('The bank was called.');
    await page.getByRole('button', { name: 'Open again' }).waitFor();
    // A colleague writes meanwhile. Both notes are shown, and the second click is about what was read.
    change({ note: 'They pay on Friday.' });
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('They pay on Friday.').waitFor();
    expect(await note.inputValue()).toBe('The bank was called.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Save note' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Open again' }).click();
    await note.waitFor({ state: 'detached' });
    expect(written.map((body) => body?.isDone)).toEqual([undefined, undefined, true, false]);
    // Opening it again leaves the note as it is.
    expect(written.map((body) => body?.note)).toEqual([undefined, undefined, 'The bank was called.', undefined]);
    expect(new URL(page.url()).searchParams.has('payment')).toBe(false);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('EVT-05 lets a customer make a key for their own systems, and refuses a webhook to a private address', async () => {
    const { page, close } = await open('owner@example.com', '/integrations');
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('form', { name: 'New key' });
    await form.getByLabel('Name').fill('Paving office');
    await form.getByLabel('Tickets').check();
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page
      .getByRole('row', { name: /Paving office/ })
      .getByText('Active')
      .waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const webhook = page.getByRole('form', { name: 'New webhook' });
    await webhook.getByLabel('Name').fill('Yard');
    await webhook.getByLabel('Address').fill('https://10.0.0.1/hook');
    await webhook.getByRole('button', { name: 'Create webhook' }).click();
    await webhook.getByLabel('Address').and(page.locator('[aria-invalid="true"]')).waitFor();
    await webhook.getByLabel('Address').fill('https://example.com/hook');
    await webhook.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('row', { name: /Yard/ }).getByText('Active').waitFor();
    await expectSound(page);
    await close();
  });

  it('STF-09 lets dispatchers use canned replies, see their own chats and pass one on', async () => {
    const customer = await customerAt(portal.url);
    const [{ datasource: source }] = await customer.call<[CustomerNumberEntry]>('GET', '/users/global-customer-numbers');
    const session = await customer.start('Where is it?', '7 Reply Street');
    const administrator = await open(ADMINISTRATOR, '/desk/replies');
    const replies = administrator.page;
    await replies.getByRole('button', { name: 'New reply' }).click();
    const form = replies.getByRole('form', { name: 'New reply' });
    await form.getByLabel('Data source').selectOption(source);
    await form.getByLabel('Title').fill('Nearly there');
    await form.getByLabel('Text').fill('Your truck is on the way.');
    await form.getByRole('button', { name: 'Save' }).click();
    await replies.getByText('Nearly there', { exact: true }).waitFor();
    await expectSound(replies);
    await administrator.close();

    const { page, close } = await open('dispatcher@example.com', `/desk/chats/${session}?status=Pending`);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Replies' }).click();
    await page.getByRole('menuitem', { name: /Nearly there/ }).click();
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await page.getByText('Your truck is on the way.').last().waitFor();
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByRole('button', { name: 'Only my chats' }).click();
    const list = page.getByRole('list', { name: 'Chats of all customers' });
    await expect.poll(() => list.getByRole('link').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await dialog.getByLabel('Colleague').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await page
      .getByText(/ passed the chat to /)
      .last()
      .waitFor();
    // Another one answers now, so this dispatcher cannot write.
    await page.getByText(/answers this chat\.$/).waitFor();
    await close();
  });
});
