import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zoomedFields } from './harness/browser.ts';
import { failCalls, loseCalls, unexpected } from './harness/network.ts';
import { type OrderWorld, startOrderWorld, withoutPermissions } from './order-detail-world.ts';
import { changeTickets, choose, copies, expectToast, invoicedPath, untilListed } from './tickets-world.ts';

const SENDER = 'manager@example.com';
const SEND_CALL = /\/tickets\/send-email$/;

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

interface FormOptions extends NonNullable<Parameters<OrderWorld['visit']>[1]> {
  chosen?: number;
  path?: string;
}

/** Opens the popover with some tickets selected, and records the requests sent. */
async function openForm({ chosen = 2, path = invoicedPath(world), ...options }: FormOptions = {}) {
  const opened = await world.visit(path, options);
  const sent: Request[] = [];
  opened.page.on('request', (request) => SEND_CALL.test(new URL(request.url()).pathname) && sent.push(request));
  await untilListed(opened.page);
  if (chosen > 100) await opened.page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  else await choose(opened.page, chosen);
  await opened.page.getByRole('button', { name: 'Send Email' }).click();
  await message(opened.page).waitFor();
  return { ...opened, sent };
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const message = (page: Page) => field(page, 'Message');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const bodyOf = (request: Request | undefined): unknown => request?.postDataJSON();
const without =
  (count: number) =>
  <Ticket extends { invoiceDocumentNumber: string | null }>(tickets: Ticket[]): Ticket[] =>
    tickets.map((ticket, index) => (index < count ? { ...ticket, invoiceDocumentNumber: null } : ticket));

describe("the 'Send Email' popover", () => {
  it('TKT-20 TKT-21 has every field; From is fixed, To is prefilled and can be changed', async () => {
    const { page, problems, close } = await openForm();
    expect(await field(page, 'From').inputValue()).toBe(SENDER);
    expect(await field(page, 'From').getAttribute('readonly')).not.toBeNull();
    expect(await field(page, 'To').inputValue()).toBe(SENDER);
    expect(await field(page, 'To').getAttribute('readonly')).toBeNull();
    for (const name of ['Cc', 'Bcc', 'Message']) expect(await field(page, name).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await message(page).fill('Kept while closed');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await message(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send Email' }).click();
    expect(await message(page).inputValue()).toBe('Kept while closed');
    // Rotating a phone and back switches between the modal and the popover.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const [turned, isModal] of [
      [{ width: 390, height: 844 }, true],
      [size, false],
    ] as const) {
      await page.setViewportSize(turned);
      await expect.poll(() => page.locator('[aria-modal=true]').getByLabel('Message').count()).toBe(Number(isModal));
      expect(await message(page).inputValue()).toBe('Kept while closed');
    }
    await page.keyboard.press('Escape');
    await message(page).waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-22 TKT-23 TKT-26 sends To, Cc, Bcc, attachments and message for the selected tickets', async () => {
    const { page, sent, problems, close } = await openForm();
    await field(page, 'To').fill('office@example.com');
    await field(page, 'Cc').fill('one@example.com');
    await page.keyboard.press('Enter');
    await field(page, 'Cc').pressSequentially('two@example.com,');
    await page.getByRole('button', { name: 'Remove two@example.com' }).waitFor();
    await field(page, 'Bcc').fill('three@example.com, four@example.com');
    expect(await field(page, 'Attachments').locator('option').allInnerTexts()).toEqual(['Tickets', 'Invoices', 'Tickets and invoices']);
    expect(await field(page, 'Attachment Mode').locator('option').allInnerTexts()).toEqual(['Merge (one PDF)']);
    await field(page, 'Attachments').selectOption('both');
    await message(page).fill('The tickets you asked for.');
    await send(page);
    await expectToast(page, 'Ticket successfully emailed on office@example.com');
    await message(page).waitFor({ state: 'hidden' });
    expect(sent).toHaveLength(1);
    expect(bodyOf(sent[0])).toEqual({
      email: 'office@example.com',
      ccEmails: ['one@example.com', 'two@example.com'],
      bccEmails: ['three@example.com', 'four@example.com'],
      message: 'The tickets you asked for.',
      ticketIds: [expect.any(Number), expect.any(Number)],
      attachments: 'both',
      attachmentMode: 'merge',
    });
    expect((await sent[0]?.response())?.status()).toBe(200);
    // Closed while it is sent: the answer still empties the form.
    const answer = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => SEND_CALL.test(pathname),
      async (route) => {
        await answer.promise;
        await route.continue();
      },
    );
    await page.getByRole('button', { name: 'Send Email' }).click();
    await message(page).fill('Sent and closed.');
    await send(page);
    await expect.poll(() => sent.length).toBe(2);
    await page.keyboard.press('Escape');
    await message(page).waitFor({ state: 'hidden' });
    answer.resolve();
    await expectToast(page, `Ticket successfully emailed on ${SENDER}`);
    await page.getByRole('button', { name: 'Send Email' }).click();
    expect(await message(page).inputValue()).toBe('');
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-21 TKT-22 TKT-24 needs documents, recipients that are addresses and a message', async () => {
    const { page, sent, close } = await openForm({ chosen: 0 });
    await message(page).fill('Here they are');
    await send(page);
    await expectToast(page, 'No Documents Selected', 'Please select at least one ticket to send.');
    await page.keyboard.press('Escape');
    await message(page).waitFor({ state: 'hidden' });
    await choose(page, 2);
    await page.getByRole('button', { name: 'Send Email' }).click();

    await field(page, 'To').fill('');
    await send(page);
    await expectToast(page, 'Missing Recipient', 'Please enter an email address in To.');
    await page.getByText('Email is required', { exact: true }).waitFor();
    await field(page, 'To').fill('nobody');
    await send(page);
    await page.getByText('Invalid email address', { exact: true }).waitFor();
    await field(page, 'To').fill(SENDER);
    await field(page, 'Bcc').fill('three@example.com, nobody');
    await send(page);
    await page.getByText('Invalid email address: nobody', { exact: true }).waitFor();
    await field(page, 'Bcc').fill('');
    await message(page).fill('Hey');
    await send(page);
    await page.getByText('Message must be at least 5 characters long', { exact: true }).waitFor();
    await message(page).fill('');
    await send(page);
    await expectToast(page, 'Missing Message', 'Please enter a message.');

    await field(page, 'Cc').fill('nobody');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Invalid Email', 'Please enter a valid email address.');
    await field(page, 'Cc').fill(SENDER);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Duplicate Email', 'This email has already been added to CC.');
    expect(sent).toEqual([]);
    await close();
  });

  it('TKT-23 says which tickets have no invoice, before anything is sent', async () => {
    const { page, sent, close } = await openForm({ prepare: (opened) => changeTickets(opened, without(1)) });
    const notice = page.getByText(/^Ticket \d+ has no invoice yet\.$/);
    expect(await notice.count()).toBe(0);
    await field(page, 'Attachments').selectOption('both');
    await notice.waitFor();
    await page.getByText('Sent without an invoice.').waitFor();
    await field(page, 'Attachments').selectOption('invoices');
    await page.getByText('Left out of this email.').waitFor();
    await close();

    const none = await openForm({ prepare: (opened) => changeTickets(opened, without(100)) });
    await field(none.page, 'Attachments').selectOption('invoices');
    await message(none.page).fill('Here they are');
    await send(none.page);
    await expectToast(none.page, 'No Documents Selected', 'None of the selected tickets has an invoice yet.');
    expect([...sent, ...none.sent]).toEqual([]);
    await none.close();
  });

  it('TKT-23 offers invoices only with the permission for their documents', async () => {
    const manager = await openForm({ prepare: (opened) => withoutPermissions(opened, 'invoices.view-pdf') });
    expect(await field(manager.page, 'Attachments').locator('option').allInnerTexts()).toEqual(['Tickets']);
    await manager.close();
  });

  it('TKT-23 refuses more than 100 tickets with a clear message', async () => {
    const { page, sent, close } = await openForm({
      chosen: 101,
      prepare: (opened) => changeTickets(opened, copies(101)),
    });
    const text = 'An email carries up to 100 tickets, and 101 are selected.';
    await page.getByRole('alert').getByText(text).waitFor();
    await message(page).fill('Here they are');
    await send(page);
    await expectToast(page, 'Too Many Documents', text);
    expect(sent).toEqual([]);
    await close();
  });

  it("TKT-26 a refusal shows the server's message, else its own", async () => {
    const { page, problems, close } = await openForm();
    await message(page).fill('Here they are');
    await failCalls(page, SEND_CALL, 409, { title: 'Conflict', detail: 'This mail is on its way already.' });
    await send(page);
    await expectToast(page, 'This mail is on its way already.');
    await page.unrouteAll();
    await failCalls(page, SEND_CALL, 500);
    await send(page);
    await expectToast(page, 'Unable to mail ticket , Try again !!');
    await page.unrouteAll();
    await loseCalls(page, SEND_CALL);
    await send(page);
    await expectToast(page, 'An unknown error occurred');
    expect(await message(page).inputValue()).toBe('Here they are');
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('TKT-20 fills the screen of a phone', async () => {
    const { page, problems, close } = await openForm({ size: 'phone' });
    const dialog = page.getByRole('dialog', { name: 'Send Email' });
    expect((await dialog.boundingBox())?.width).toBe(390);
    expect(await zoomedFields(page)).toEqual([]);
    await message(page).fill('Sent from the site.');
    await send(page);
    await expectToast(page, `Ticket successfully emailed on ${SENDER}`);
    await dialog.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });
});
