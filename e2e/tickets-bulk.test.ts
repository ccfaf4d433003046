import { readFileSync } from 'node:fs';
import type { Download, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import { changeTickets, choose, expectToast, invoicedPath, rowsOf, untilListed } from './tickets-world.ts';

const SENDER = 'manager@example.com';
const SEND_CALL = /\/tickets\/send-email$/;
const ONE_PDF = /\/tickets\/\d+\/viewpdf$/;
/** More than the browser saves in a second, and than are saved one by one without asking. */
const MANY = 12;

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const message = (page: Page) => field(page, 'Message');
const openForm = (page: Page) => page.getByRole('button', { name: 'Send Email' }).click();
const closeForm = async (page: Page) => {
  await page.keyboard.press('Escape');
  await message(page).waitFor({ state: 'hidden' });
};
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

describe("the 'Send Email' popover", () => {
  it('TKT-20 TKT-21 TKT-22 TKT-24 has every field, keeps what is typed, and says what is missing or failed', async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world, '&size=5'));
    const sent: Request[] = [];
    page.on('request', (request) => SEND_CALL.test(new URL(request.url()).pathname) && sent.push(request));
    await untilListed(page);
    await openForm(page);
    await message(page).fill('Here they are');
    await send(page);
    await expectToast(page, 'No Documents Selected', 'Please select at least one ticket to send.');
    await closeForm(page);
    await choose(page, 2);
    await openForm(page);
    expect(await message(page).inputValue()).toBe('Here they are');
    // Rotating a phone and back switches between the modal and the popover.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const [turned, isModal] of [
      [{ width: 390, height: 844 }, true],
      [size, false],
    ] as const) {
      await page.setViewportSize(turned);
      await expect.poll(() => page.locator('[aria-modal=true]').getByLabel('Message').count()).toBe(Number(isModal));
      expect(await message(page).inputValue()).toBe('Here they are');
    }
    expect(await field(page, 'From').inputValue()).toBe(SENDER);
    expect(await field(page, 'From').getAttribute('readonly')).not.toBeNull();
    expect(await field(page, 'To').inputValue()).toBe(SENDER);
    for (const name of ['Cc', 'Bcc']) expect(await field(page, name).inputValue()).toBe('');
    expect(await findBarriers(page)).toEqual([]);

    // By key, because a toast may cover the button.
    const pressSend = () => page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await field(page, 'To').fill('');
    await pressSend();
    await expectToast(page, 'Missing Recipient', 'Please enter an email address in To.');
    await field(page, 'To').fill(SENDER);
    await message(page).fill('');
    await pressSend();
    await expectToast(page, 'Missing Message', 'Please enter a message.');
    expect(sent).toEqual([]);

    await field(page, 'To').fill('nobody');
    await field(page, 'Bcc').fill('three@example.com, nobody');
    await message(page).fill('Hey');
    await send(page);
    for (const fault of ['Invalid email address', 'Invalid email address: nobody', 'Message must be at least 5 characters long'])
      await page.getByText(fault, { exact: true }).waitFor();
    expect(sent).toEqual([]);

    await field(page, 'To').fill(SENDER);
    await field(page, 'Bcc').fill('');
    await message(page).fill('Here they are');
    await failCalls(page, SEND_CALL, 500);
    await send(page);
    await expectToast(page, 'Unable to mail ticket , Try again !!');
    expect(await message(page).inputValue()).toBe('Here they are');
    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
    await message(page).waitFor({ state: 'hidden' });
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('TKT-22 TKT-23 TKT-26 sends To, Cc, Bcc, attachments and message for the selected tickets, also if it is closed meanwhile', async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world, '&size=5'));
    const sent: Request[] = [];
    page.on('request', (request) => SEND_CALL.test(new URL(request.url()).pathname) && sent.push(request));
    await untilListed(page);
    await choose(page, 2);
    await openForm(page);
    await field(page, 'To').fill('office@example.com');
    await field(page, 'Cc').fill('one@example.com');
    await page.keyboard.press('Enter');
    await field(page, 'Cc').pressSequentially('two@example.com,');
    await page.getByRole('button', { name: 'Remove two@example.com' }).waitFor();
    await field(page, 'Bcc').fill('three@example.com, four@example.com');
    await field(page, 'Attachments').selectOption('both');
    await message(page).fill('The tickets you asked for.');
    await send(page);
    await expectToast(page, 'Ticket successfully emailed on office@example.com');
    await message(page).waitFor({ state: 'hidden' });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.postDataJSON()).toEqual({
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
    await openForm(page);
    await message(page).fill('Sent and closed.');
    await send(page);
    await expect.poll(() => sent.length).toBe(2);
    await closeForm(page);
    answer.resolve();
    await expectToast(page, `Ticket successfully emailed on ${SENDER}`);
    await openForm(page);
    expect(await message(page).inputValue()).toBe('');
    expect(problems).toEqual([]);
    await close();
  });
});

const button = (page: Page, count: number) => page.getByRole('button', { name: `Download Ticket(s) (${count})` });
const status = (page: Page, text: string | RegExp) => page.getByRole('main').getByRole('status').getByText(text);
const bytesOf = async (download: Download | undefined): Promise<string> => readFileSync((await download?.path()) ?? '').toString('latin1');

async function chooseFormat(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More ways to download' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Holds each PDF request until it is released. A release before the request lets the next one through. */
async function hold(page: Page): Promise<{ release: () => void }> {
  const waiting: (() => void)[] = [];
  let released = 0;
  await page.route(
    ({ pathname }) => ONE_PDF.test(pathname),
    async (route) => {
      if (released > 0) released -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue().catch(() => undefined);
    },
  );
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else released += 1;
  };
  return { release };
}

describe('downloading the selected tickets', () => {
  it('TKT-15 TKT-16 saves one by one, as Ticket_{id}.pdf, with progress, can be stopped, and saves all as one PDF or ZIP', async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world), {
      prepare: (opened) => changeTickets(opened, (tickets) => tickets.slice(0, MANY)),
    });
    const saved: Download[] = [];
    page.on('download', (download) => saved.push(download));
    await untilListed(page);
    const links = rowsOf(page).locator('th a');
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const ids = addresses.map((address) => new URL(address, world.url).searchParams.get('ticket'));
    const numbers = await links.allInnerTexts();
    // Without a selection the button is not highlighted.
    expect(await button(page, 0).getAttribute('data-variant')).toBe('default');
    await choose(page, 2);
    expect(await button(page, 2).getAttribute('data-variant')).toBe('filled');
    const { release } = await hold(page);
    await button(page, 2).click();
    for (const index of [0, 1]) {
      await status(page, `Downloading ${index + 1} of 2: ticket ${numbers[index]} as Ticket_${ids[index]}.pdf`).waitFor();
      release();
    }
    await status(page, '2 downloads were started.').waitFor();
    await expect
      .poll(() => saved.map((download) => download.suggestedFilename()))
      .toEqual([`Ticket_${ids[0]}.pdf`, `Ticket_${ids[1]}.pdf`]);
    for (const download of saved) expect(await bytesOf(download)).toMatch(/^%PDF-/);

    await button(page, 2).click();
    await status(page, 'Downloading 1 of 2').waitFor();
    release();
    await status(page, 'Downloading 2 of 2').waitFor();
    // A second click while a download runs starts nothing.
    await button(page, 2).evaluate((element) => (element as HTMLElement).click());
    await page.getByRole('button', { name: 'Cancel download' }).click();
    await status(page, 'Download cancelled. 1 of 2 downloads were started.').waitFor();
    expect(await button(page, 2).evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => saved.length).toBe(3);

    for (const [format, fileName, beginning] of [
      ['One PDF', 'Tickets.pdf', /^%PDF-/],
      ['ZIP, one PDF per ticket', 'Tickets.zip', /^PK/],
    ] as const) {
      await chooseFormat(page, format);
      await status(page, `The download of ${fileName} with 2 tickets was started.`).waitFor();
      await expect.poll(() => saved.at(-1)?.suggestedFilename()).toBe(fileName);
      const bytes = await bytesOf(saved.at(-1));
      expect(bytes).toMatch(beginning);
      if (fileName.endsWith('.zip')) for (const id of ids.slice(0, 2)) expect(bytes).toContain(`Ticket_${id}.pdf`);
    }
    await page.unrouteAll();
    await failCalls(page, new RegExp(`/tickets/${ids[1]}/viewpdf$`), 500, { title: 'Broken' });
    await button(page, 2).click();
    await expectToast(page, 'Download Failed', `Ticket ${numbers[1]} could not be downloaded. 1 of 2 downloads were started before it.`);
    await status(page, `Stopped at ticket ${numbers[1]}. 1 of 2 downloads were started.`).waitFor();

    // Above ten the ZIP is offered first, and the browser saves every separate file.
    await page.unrouteAll();
    saved.length = 0;
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await button(page, MANY).click();
    const ways = page.getByRole('menuitem');
    await ways.first().waitFor();
    expect(await ways.allInnerTexts()).toEqual(['ZIP, one PDF per ticket', 'One PDF', `${MANY} separate files, one by one`]);
    expect(await findBarriers(page)).toEqual([]);
    await ways.last().click();
    await status(page, `${MANY} downloads were started.`).waitFor({ timeout: 60_000 });
    await expect.poll(() => saved.map((download) => download.suggestedFilename())).toEqual(ids.map((id) => `Ticket_${id}.pdf`));
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
