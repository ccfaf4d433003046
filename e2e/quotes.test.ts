import type { QuoteDetail, QuoteRow } from '@yardage/contract/quotes';
import type { Page, Request, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, paramsOf } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, LOOKS, openBrowser, type PageOptions, type TestBrowser } from './harness/browser.ts';
import { failCalls, loseCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';

const OWNER = 'owner@example.com';
const LIST = /^\/api\/.*\/quotes$/;
const DETAIL = /\/quotes\/\d+$/;
const PDF = /\/quotes\/\d+\/viewpdf$/;
const MAIL = /\/quotes\/\d+\/send-email$/;

let browser: TestBrowser;
let open: OpenSignedIn;
/** One quote that all tests can open. */
let quote: QuoteDetail;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
  const { page, close } = await open(OWNER, '/quotes');
  const answer = page.waitForResponse((response) => DETAIL.test(new URL(response.url()).pathname));
  await numbers(page).first().click();
  quote = (await (await answer).json()) as QuoteDetail;
  await close();
});
afterAll(async () => {
  await browser?.close();
});

const numbers = (page: Page) => page.getByRole('link', { name: /^Q\d+$/ });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Quote( |$)/ }).first();
const viewer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send Mail' }) });
const count = (page: Page, amount: number) => page.getByText(`${amount} ${amount === 1 ? 'quote' : 'quotes'}`, { exact: true }).waitFor();

/** Opens the path with the failing requests that `fail` sets up. */
function openFailing(path: string, fail: (page: Page) => Promise<void>, options?: PageOptions) {
  return open(OWNER, path, { ...options, prepare: fail });
}

/** Opens the list and returns the server's rows and the query of the request. */
async function openList(path: string): Promise<{ page: Page; rows: QuoteRow[]; query: URLSearchParams; close: () => Promise<void> }> {
  let answer: Promise<Response> | undefined;
  const { page, close } = await open(OWNER, path, {
    prepare: async (prepared) => {
      answer = prepared.waitForResponse((response) => LIST.test(new URL(response.url()).pathname));
    },
  });
  const response = await (answer as unknown as Promise<Response>);
  const { items } = (await response.json()) as { items: QuoteRow[] };
  await numbers(page).first().waitFor();
  return { page, rows: items, query: new URL(response.url()).searchParams, close };
}

const listCall = (page: Page): Promise<URLSearchParams> =>
  page
    .waitForRequest((request: Request) => LIST.test(new URL(request.url()).pathname))
    .then((request) => new URL(request.url()).searchParams);

/** Walks through the tabs, which the address keeps. */
async function expectTabs(page: Page, rows: QuoteRow[]): Promise<void> {
  await count(page, rows.length);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Active', 'Inactive']);
  for (const [name, isActive] of [
    ['Inactive', false],
    ['Active', true],
  ] as const) {
    const call = listCall(page);
    await tab(page, name).click();
    expect((await call).get('status')).toBe(name);
    await count(page, rows.filter((row) => row.isActive === isActive).length);
  }
  await page.goBack();
  await page.waitForURL(at('/quotes?status=Inactive'));
  await count(page, rows.filter((row) => row.isActive === false).length);
}

describe('the list of quotes', () => {
  it('QUO-02 shows the active quotes of any date at first', async () => {
    const { page, rows, query, close } = await openList('/quotes');
    expect(query.get('status')).toBe('Active');
    expect([query.has('startDate'), query.has('endDate')]).toEqual([false, false]);
    expect(await tab(page, 'Active').getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'Date range: Any date' }).waitFor();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ isActive }) => isActive === true)).toBe(true);
    expect(paramsOf(page)).toEqual({});
    await close();
  });

  it('QUO-01 searches half a second after the last key, filters by a date range, and clears in one click', async () => {
    const { page, rows, close } = await openList('/quotes?status=All');
    const [{ quoteNumber }] = rows as [QuoteRow];
    const call = listCall(page);
    await page.getByLabel('Search quotes').fill(quoteNumber);
    expect((await call).get('search')).toBe(quoteNumber);
    await count(page, 1);
    expect(new URL(page.url()).searchParams.get('search')).toBe(quoteNumber);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await count(page, rows.length);
    await page.getByLabel('Search quotes').fill('nothing is called so');
    await page.getByText('We couldn’t find any results based on current filter selection.').waitFor();
    const { quoteDate } = rows.at(-1) as QuoteRow;
    const onThatDay = rows.filter((row) => row.quoteDate === quoteDate).length;
    const ranged = listCall(page);
    await page.goto(`${sharedPortal().url}/quotes?status=All&from=${quoteDate}&to=${quoteDate}`);
    expect(Object.fromEntries(await ranged)).toMatchObject({ startDate: quoteDate, endDate: quoteDate });
    await count(page, onThatDay);
    const [year, month, day] = quoteDate.split('-');
    await page.getByText(`All quotes made on ${month}/${day}/${year}`).waitFor();
    const cleared = listCall(page);
    await page.getByRole('button', { name: /^Date range:/ }).click();
    await page.getByRole('button', { name: 'Any date', exact: true }).click();
    expect((await cleared).has('startDate')).toBe(false);
    await count(page, rows.length);
    await close();
  });

  it('QUO-01 QUO-03 QUO-04 shows the fields and the label of every quote, marks those that expire, and keeps its three tabs in the address', async () => {
    const { page, rows, close } = await openList('/quotes?status=All');
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['Valid from', 'Plant', 'Type', 'Spec job', 'Customer', 'Price adjustment']) {
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
    }
    await page.keyboard.press('Escape');
    const labels = new Set<string>();
    for (const row of rows) {
      const label = row.isActive === null ? 'Pending' : row.isActive ? 'Active' : 'Inactive';
      labels.add(label);
      const line = page.getByRole('row').filter({ has: page.getByRole('link', { name: row.quoteNumber, exact: true }) });
      const text = await line.innerText();
      for (const value of [
        row.quoteName,
        label,
        row.quoteAddress,
        row.salesPersonName,
        row.plantCode,
        row.quoteType,
        row.specJob ?? '',
        row.customerName,
      ]) {
        expect(text).toContain(value);
      }
      for (const date of [row.quoteDate, row.startDate, row.terminationDate ?? row.quoteDate]) {
        expect(text).toContain(date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'));
      }
    }
    expect([...labels].sort()).toEqual(['Active', 'Inactive', 'Pending']);
    expect(await page.getByText(/^Expires in \d+ days$/).count()).toBe(2);
    expect(await page.getByText('Expired', { exact: true }).count()).toBeGreaterThan(0);

    await expectTabs(page, rows);
    await close();
  });

  it('ERR-13 says in a toast and in its place that the records failed to load, and Retry loads them', async () => {
    const { page, problems, close } = await openFailing('/quotes', (failing) => failCalls(failing, LIST, 500, { title: 'Internal error' }));
    await toastRegion(page).getByText('Error fetching records', { exact: true }).waitFor();
    await page.getByRole('main').getByText('Error fetching records', { exact: true }).waitFor();
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await numbers(page).first().waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('one quote', () => {
  it('QUO-01 QUO-03 opens beside the list with its products and prices, and closes by going back', async () => {
    const { page, problems, close } = await open(OWNER, '/quotes');
    const number = page.getByRole('link', { name: quote.quoteNumber, exact: true });
    await number.click();
    await drawer(page).getByText(`Quote ${quote.quoteNumber}`).waitFor();
    expect(new URL(page.url()).searchParams.get('quote')).toBe(String(quote.id));
    const table = drawer(page).getByRole('table', { name: 'Products and prices' });
    await table.waitFor();
    for (const { productNumber, description, price, quantity } of quote.quoteProducts) {
      const cells = table.getByRole('row').filter({ hasText: description }).getByRole('cell');
      const amount = (Math.round(price * 100 * quantity) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      const [product, , , , shownPrice, shownAmount] = await cells.allInnerTexts();
      expect([product, shownPrice, shownAmount]).toEqual([productNumber, price.toFixed(2), amount]);
      expect(await cells.last().evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('right');
    }
    for (const text of [quote.quoteName, quote.quoteAddress, quote.salesPersonName, quote.quoteType]) {
      await drawer(page).getByText(text, { exact: true }).first().waitFor();
    }
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });
    expect(paramsOf(page)).toEqual({});
    await expect.poll(() => number.evaluate((element) => element.closest('tr')?.contains(document.activeElement))).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('QUO-06 ERR-12 that failed to load says so in a toast and in the panel, and Retry loads it', async () => {
    const { page, problems, close } = await openFailing(`/quotes?quote=${quote.id}`, (failing) =>
      failCalls(failing, DETAIL, 500, { title: 'Internal error' }),
    );
    await toastRegion(page).getByText('Error While fetching quotes Details', { exact: true }).waitFor();
    await drawer(page).getByText('Error loading details', { exact: true }).waitFor();
    await page.unrouteAll();
    await drawer(page).getByRole('button', { name: 'Retry' }).click();
    await drawer(page).getByText(quote.quoteName, { exact: true }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('QUO-05 has its PDF with Send Mail, from the panel and from the list', async () => {
    const { page, problems, close } = await open(OWNER, `/quotes?quote=${quote.id}`);
    await drawer(page).getByRole('button', { name: 'View PDF', exact: true }).click();
    await viewer(page).getByRole('img').or(viewer(page).locator('canvas')).first().waitFor();
    expect(new URL(page.url()).searchParams.get('pdf')).toBe(String(quote.id));
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'hidden' });
    await drawer(page).getByText(quote.quoteName, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `View PDF of quote ${quote.quoteNumber}` }).click();
    await viewer(page).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('QUO-07 reports a PDF that failed to load with the specified message', async () => {
    const { page, problems, close } = await openFailing(`/quotes?pdf=${quote.id}`, (failing) => failCalls(failing, PDF, 500));
    await toastRegion(page).getByRole('alert').waitFor();
    // Including the two spaces, as shown.
    expect(await toastRegion(page).getByRole('alert').innerText()).toContain('Unable to quotes  pdf , Try again !!');
    await page.unrouteAll();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await viewer(page).locator('canvas').first().waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe("a quote's mail", () => {
  async function openForm() {
    const opened = await open(OWNER, `/quotes?pdf=${quote.id}`);
    await opened.page.getByRole('button', { name: 'Send Mail' }).click();
    await opened.page.getByLabel('Message', { exact: true }).fill('The prices we agreed on');
    return { ...opened, send: () => opened.page.getByRole('button', { name: 'Send', exact: true }).click() };
  }

  it("QUO-08 MAIL-10 says with the server's message, else its own text, that it failed or was sent", async () => {
    const { page, problems, send, close } = await openForm();
    const failures: [fail: () => Promise<void>, text: string][] = [
      [() => failCalls(page, MAIL, 500, { title: 'Forbidden', detail: 'Mail is closed for today' }), 'Mail is closed for today'],
      [() => failCalls(page, MAIL, 500, null), 'Unable to mail quotes , Try again !!'],
      [() => loseCalls(page, MAIL), 'An unknown error occurred'],
    ];
    for (const [fail, text] of failures) {
      await page.unrouteAll();
      await fail();
      await send();
      await toastRegion(page).getByText(text, { exact: true }).waitFor();
    }
    await page.unrouteAll();
    const call = page.waitForRequest((request) => MAIL.test(new URL(request.url()).pathname));
    await send();
    expect((await call).postDataJSON()).toEqual({ email: OWNER, message: 'The prices we agreed on', ccEmails: [] });
    await toastRegion(page).getByText(`Quote successfully emailed on ${OWNER}`, { exact: true }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('permissions for quotes', () => {
  it('QUO-05 viewer@ sees them without the PDF, also by its address', async () => {
    const { page, problems, close } = await open('viewer@example.com', `/quotes?quote=${quote.id}&pdf=${quote.id}`);
    await drawer(page).getByText(quote.quoteName, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /PDF/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Send Mail' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });
    await numbers(page).first().waitFor();
    expect(await page.getByRole('button', { name: /PDF/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('accessibility', () => {
  it.each(LOOKS)('QUO-01 pass axe, with nothing cut and no console error, on a $size, $colorScheme', async ({ size, colorScheme }) => {
    const { page, problems, close } = await open(OWNER, '/quotes?status=All&size=10', { size, colorScheme });
    await numbers(page).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await isCut(page)).toBe(false);
    await page.getByRole('link', { name: quote.quoteNumber, exact: true }).click();
    await drawer(page).getByText(quote.quoteName, { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const isSidewards = await drawer(page).evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(isSidewards).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('QUO-01 are cards on a phone: number, status, name, address, and until when', async () => {
    const { page, close } = await open(OWNER, '/quotes', { size: 'phone' });
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: quote.quoteNumber, exact: true }) });
    const text = await card.innerText();
    for (const part of [quote.quoteNumber, 'Active', quote.quoteName, quote.quoteAddress, 'Valid until']) expect(text).toContain(part);
    await card.getByRole('link').click();
    await drawer(page).getByRole('list', { name: 'Products and prices' }).waitFor();
    await close();
  });

  it('QUO-01 keep their layout with a long name', async () => {
    const long = 'Interchange Replacement and Approach Slabs, '.repeat(8).trim();
    const { page, close } = await openFailing('/quotes', async (failing) => {
      await failing.route('**/api/customers/*/quotes?*', async (route) => {
        const answer = (await (await route.fetch()).json()) as { items: QuoteRow[] };
        await route.fulfill({ json: { ...answer, items: answer.items.map((row) => ({ ...row, quoteName: long, quoteAddress: long })) } });
      });
    });
    await numbers(page).first().waitFor();
    expect(await isCut(page)).toBe(false);
    expect((await numbers(page).first().boundingBox())?.height).toBeLessThan(40);
    await close();
  });
});
