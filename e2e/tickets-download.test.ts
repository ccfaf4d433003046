import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failCalls, loseCalls, unexpected } from './harness/network.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import { changeTickets, choose, copies, expectToast, invoicedPath, rowsOf, untilListed } from './tickets-world.ts';

const ONE_PDF = /\/tickets\/\d+\/viewpdf$/;
const ALL_IN_ONE = /\/tickets\/download$/;

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

/** Opens the list with some tickets selected, and records the downloads. */
async function openChosen(count: number, options: Parameters<OrderWorld['visit']>[1] = {}) {
  const opened = await world.visit(invoicedPath(world), options);
  const saved: Download[] = [];
  opened.page.on('download', (download) => saved.push(download));
  await untilListed(opened.page);
  return { ...opened, saved, ...(await chooseTickets(opened.page, count)) };
}

/** Selects the first tickets of the list and returns their ids and numbers. */
async function chooseTickets(page: Page, count: number) {
  const links = rowsOf(page).locator('th a');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const numbers = await links.allInnerTexts();
  await choose(page, count);
  return { ids: addresses.slice(0, count).map((address) => new URL(address, world.url).searchParams.get('ticket')), numbers };
}

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
  it('TKT-15 TKT-16 saves one by one, as Ticket_{id}.pdf, with progress; a second run can be stopped', async () => {
    const { page, saved, ids, numbers, problems, close } = await openChosen(3);
    const { release } = await hold(page);
    expect(await button(page, 3).getAttribute('data-variant')).toBe('filled');
    await button(page, 3).click();
    for (const [index, id] of ids.entries()) {
      await status(page, `Downloading ${index + 1} of 3: ticket ${numbers[index]} as Ticket_${id}.pdf`).waitFor();
      release();
    }
    await status(page, '3 downloads were started.').waitFor();
    await expect.poll(() => saved.map((download) => download.suggestedFilename())).toEqual(ids.map((id) => `Ticket_${id}.pdf`));
    for (const download of saved) expect(await bytesOf(download)).toMatch(/^%PDF-/);

    await button(page, 3).click();
    await status(page, 'Downloading 1 of 3').waitFor();
    release();
    await status(page, 'Downloading 2 of 3').waitFor();
    // A second click while a download runs starts nothing.
    await button(page, 3).evaluate((element) => (element as HTMLElement).click());
    await page.getByRole('button', { name: 'Cancel download' }).click();
    await status(page, 'Download cancelled. 1 of 3 downloads were started.').waitFor();
    expect(await button(page, 3).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(saved).toHaveLength(4);
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-16 offers the ZIP first above ten, and the browser saves every separate file', async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world), { prepare: (opened) => changeTickets(opened, copies(24)) });
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.route(
      ({ pathname }) => ONE_PDF.test(pathname),
      (route) => route.fulfill({ json: { fileName: 'Ticket.pdf', contentType: 'application/pdf', data: btoa('%PDF-') } }),
    );
    await untilListed(page);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await button(page, 24).click();
    const ways = page.getByRole('menuitem');
    await ways.first().waitFor();
    expect(await ways.allInnerTexts()).toEqual(['ZIP, one PDF per ticket', 'One PDF', '24 separate files, one by one']);
    expect(saved).toEqual([]);
    await ways.last().click();
    await status(page, '24 downloads were started.').waitFor({ timeout: 60_000 });
    await expect.poll(() => saved.toSorted()).toEqual(Array.from({ length: 24 }, (_, index) => `Ticket_${900_001 + index}.pdf`));
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-17 TKT-18 TKT-19 says what is missing, and stops at the first that fails, has no document or no longer exists', async () => {
    const { page, saved, problems, close } = await openChosen(0);
    // Without a selection the button is not highlighted.
    expect(await button(page, 0).getAttribute('data-variant')).toBe('default');
    await button(page, 0).click();
    await expectToast(page, 'No Selection', 'Please select at least one ticket to download.');

    const { ids, numbers } = await chooseTickets(page, 3);
    await failCalls(page, new RegExp(`/tickets/${ids[1]}/viewpdf$`), 500, { title: 'Broken' });
    await button(page, 3).click();
    await expectToast(page, 'Download Failed', `Ticket ${numbers[1]} could not be downloaded. 1 of 3 downloads were started before it.`);
    await status(page, `Stopped at ticket ${numbers[1]}. 1 of 3 downloads were started.`).waitFor();
    expect(saved.map((download) => download.suggestedFilename())).toEqual([`Ticket_${ids[0]}.pdf`]);

    const none = `Ticket ${numbers[0]} could not be downloaded. 0 of 3 downloads were started before it.`;
    await page.unrouteAll();
    await loseCalls(page, ONE_PDF);
    await button(page, 3).click();
    await expectToast(page, 'Download Failed', none);
    await page.unrouteAll();
    await page.route(
      ({ pathname }) => ONE_PDF.test(pathname),
      (route) => route.fulfill({ json: { fileName: 'Ticket.pdf', contentType: 'application/pdf', data: '' } }),
    );
    await button(page, 3).click();
    await expectToast(page, 'No PDF data received', none);
    expect(saved).toHaveLength(1);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('TKT-19 says that a ticket no longer exists, and then that none is left', async () => {
    const { page, saved, numbers, close } = await openChosen(1);
    await failCalls(page, ONE_PDF, 404, { title: 'Not found' });
    await button(page, 1).click();
    await expectToast(page, 'Ticket Not Found', `Ticket ${numbers[0]} is no longer there.`);
    await button(page, 1).click();
    await expectToast(page, 'No Valid Tickets', 'None of the selected tickets is there any longer. Please select others.');
    expect(saved).toEqual([]);
    await close();
  });
});

describe('the selected tickets in one file', () => {
  it('TKT-15 TKT-18 TKT-19 is one PDF or a ZIP; a failure saves nothing and says why', async () => {
    const { page, saved, ids, problems, close } = await openChosen(3);
    for (const [format, fileName, beginning] of [
      ['One PDF', 'Tickets.pdf', /^%PDF-/],
      ['ZIP, one PDF per ticket', 'Tickets.zip', /^PK/],
    ] as const) {
      await chooseFormat(page, format);
      await status(page, `The download of ${fileName} with 3 tickets was started.`).waitFor();
      await expect.poll(() => saved.at(-1)?.suggestedFilename()).toBe(fileName);
      const bytes = await bytesOf(saved.at(-1));
      expect(bytes).toMatch(beginning);
      if (fileName.endsWith('.zip')) for (const id of ids) expect(bytes).toContain(`Ticket_${id}.pdf`);
    }
    for (const [code, title, text] of [
      [500, 'Download Failed', 'The tickets could not be downloaded. None of them was saved.'],
      [404, 'Ticket Not Found', 'One of the selected tickets is no longer there.'],
    ] as const) {
      await page.unrouteAll();
      await failCalls(page, ALL_IN_ONE, code, { title: 'Broken' });
      await chooseFormat(page, 'One PDF');
      await expectToast(page, title, text);
    }
    expect(saved).toHaveLength(2);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('TKT-15 holds 500 tickets at most, and says so before it asks', async () => {
    const { page, close } = await world.visit(invoicedPath(world), { prepare: (opened) => changeTickets(opened, copies(501)) });
    const asked: string[] = [];
    page.on('request', (request) => ALL_IN_ONE.test(new URL(request.url()).pathname) && asked.push(request.url()));
    await untilListed(page);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await chooseFormat(page, 'One PDF');
    await expectToast(page, 'Too Many Tickets', 'One file holds up to 500 tickets, and 501 are selected.');
    expect(asked).toEqual([]);
    await close();
  });
});
