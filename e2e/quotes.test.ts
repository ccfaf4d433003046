import type { QuoteDetail, QuoteRow } from '@yardage/contract/quotes';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, nextAnswer, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { at, paramsOf } from './harness/url.ts';

const OWNER = 'owner@example.com';
const LIST = /^\/api\/.*\/quotes$/;
const DETAIL = /\/quotes\/\d+$/;
const MAIL = /\/quotes\/\d+\/send-email$/;

let browser: TestBrowser;
let open: OpenSignedIn;
/** The first active quote, which all tests open. */
let quote: QuoteDetail;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(async () => {
  await browser?.close();
});

const numbers = (page: Page) => page.getByRole('link', { name: /^Q\d+$/ });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Quote( |$)/ }).first();
const viewer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send Mail' }) });
const count = (page: Page, amount: number) => page.getByText(`${amount} ${amount === 1 ? 'quote' : 'quotes'}`, { exact: true }).waitFor();

const listAnswer = (page: Page) => nextAnswer<{ items: QuoteRow[] }>(page, LIST);
const listCall = (page: Page): Promise<URLSearchParams> =>
  page
    .waitForRequest((request: Request) => LIST.test(new URL(request.url()).pathname))
    .then((request) => new URL(request.url()).searchParams);

/** Every quote of the list has its fields and its label. */
async function expectRows(page: Page, rows: QuoteRow[]): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Valid from', 'Plant', 'Type', 'Spec job', 'Customer', 'Price adjustment']) {
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  const lines = await page.getByRole('main').getByRole('row').allInnerTexts();
  const labels = new Set<string>();
  for (const row of rows) {
    const label = row.isActive === null ? 'Pending' : row.isActive ? 'Active' : 'Inactive';
    labels.add(label);
    const text = lines.find((line) => line.includes(row.quoteNumber)) ?? '';
    const dates = [row.quoteDate, row.startDate, row.terminationDate ?? row.quoteDate].map((date) =>
      date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'),
    );
    const { quoteName, quoteAddress, salesPersonName, plantCode, quoteType, specJob, customerName } = row;
    for (const value of [quoteName, label, quoteAddress, salesPersonName, plantCode, quoteType, specJob ?? '', customerName, ...dates]) {
      expect(text).toContain(value);
    }
  }
  expect([...labels].sort()).toEqual(['Active', 'Inactive', 'Pending']);
  expect(lines.filter((line) => /Expires in \d+ days/.test(line))).toHaveLength(2);
  expect(lines.some((line) => line.includes('Expired'))).toBe(true);
}

describe('the list of quotes', () => {
  it('QUO-01 QUO-02 QUO-03 QUO-04 starts with the active ones of any date; has tabs, a search and a range, which the address keeps', async () => {
    let answer: ReturnType<typeof listAnswer> | undefined;
    const { page, problems, close } = await open(OWNER, '/quotes', {
      prepare: async (prepared) => {
        answer = listAnswer(prepared);
      },
    });
    const active = await (answer as unknown as ReturnType<typeof listAnswer>);
    expect([active.query.get('status'), active.query.has('startDate'), active.query.has('endDate')]).toEqual(['Active', false, false]);
    expect(await tab(page, 'Active').getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'Date range: Any date' }).waitFor();
    expect(active.body.items.length).toBeGreaterThan(0);
    expect(active.body.items.every(({ isActive }) => isActive === true)).toBe(true);
    expect(paramsOf(page)).toEqual({});

    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Active', 'Inactive']);
    const all = listAnswer(page);
    await tab(page, 'All').click();
    const { items: rows } = (await all).body;
    await count(page, rows.length);
    await expectRows(page, rows);
    const inactive = listCall(page);
    await tab(page, 'Inactive').click();
    expect((await inactive).get('status')).toBe('Inactive');
    await count(page, rows.filter((row) => row.isActive === false).length);
    await page.goBack();
    await page.waitForURL(at('/quotes?status=All'));
    await count(page, rows.length);

    const [{ quoteNumber }] = rows as [QuoteRow];
    const call = listCall(page);
    await page.getByLabel('Search quotes').fill(quoteNumber);
    expect((await call).get('search')).toBe(quoteNumber);
    await count(page, 1);
    expect(new URL(page.url()).searchParams.get('search')).toBe(quoteNumber);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await count(page, rows.length);
    const { quoteDate } = rows.at(-1) as QuoteRow;
    const ranged = listCall(page);
    await go(page, `/quotes?status=All&from=${quoteDate}&to=${quoteDate}`);
    expect(Object.fromEntries(await ranged)).toMatchObject({ startDate: quoteDate, endDate: quoteDate });
    await count(page, rows.filter((row) => row.quoteDate === quoteDate).length);
    const [year, month, day] = quoteDate.split('-');
    await page.getByText(`All quotes made on ${month}/${day}/${year}`).waitFor();
    await page.getByRole('button', { name: /^Date range:/ }).click();
    await page.getByRole('button', { name: 'Any date', exact: true }).click();
    await count(page, rows.length);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('ERR-13 QUO-06 ERR-12 says in a toast and in its place what failed to load, Retry loads it, and a long name keeps the layout', async () => {
    const long = 'Interchange Replacement and Approach Slabs, '.repeat(8).trim();
    const { page, problems, close } = await open(OWNER, '/quotes?quote=1', {
      prepare: async (failing) => {
        await failCalls(failing, LIST, 500, { title: 'Internal error' });
        await failCalls(failing, DETAIL, 500, { title: 'Internal error' });
      },
    });
    // Toasts are shown one after the other; the texts of both are a unit test.
    await toastRegion(page)
      .getByText(/^Error (fetching records|While fetching quotes Details)$/)
      .first()
      .waitFor();
    await drawer(page).getByText('Error loading details', { exact: true }).waitFor();
    expect(await drawer(page).getByRole('button', { name: 'View PDF' }).count()).toBe(0);
    await page.unrouteAll();
    await page.route('**/api/customers/*/quotes?*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { items: QuoteRow[] };
      await route.fulfill({ json: { ...answer, items: answer.items.map((row) => ({ ...row, quoteName: long, quoteAddress: long })) } });
    });
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByText('Error fetching records', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await numbers(page).first().waitFor();
    expect(await isWiderThanWindow(page)).toBe(false);
    expect((await numbers(page).first().boundingBox())?.height).toBeLessThan(40);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('one quote', () => {
  it('QUO-01 QUO-03 QUO-05 QUO-08 opens beside the list with products and prices, has its PDF with Send Mail, and closes by going back', async () => {
    const { page, problems, close } = await open(OWNER, '/quotes');
    const answer = nextAnswer<QuoteDetail>(page, DETAIL);
    const number = numbers(page).first();
    await number.click();
    quote = (await answer).body;
    await drawer(page).getByText(`Quote ${quote.quoteNumber}`).waitFor();
    expect(new URL(page.url()).searchParams.get('quote')).toBe(String(quote.id));
    const table = drawer(page).getByRole('table', { name: 'Products and prices' });
    await table.waitFor();
    for (const { productNumber, description, price, quantity } of quote.quoteProducts) {
      const cells = table.getByRole('row').filter({ hasText: description }).locator('th, td');
      const amount = (Math.round(price * 100 * quantity) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      const [product, , , , shownPrice, shownAmount] = await cells.allInnerTexts();
      expect([product, shownPrice, shownAmount]).toEqual([productNumber, price.toFixed(2), amount]);
      expect(await cells.last().evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('right');
    }
    const shown = await drawer(page).innerText();
    for (const text of [quote.quoteName, quote.quoteAddress, quote.salesPersonName, quote.quoteType]) expect(shown).toContain(text);
    expect(await findBarriers(page)).toEqual([]);
    expect(await drawer(page).evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);

    await drawer(page).getByRole('button', { name: 'View PDF', exact: true }).click();
    await viewer(page).locator('canvas').first().waitFor();
    expect(new URL(page.url()).searchParams.get('pdf')).toBe(String(quote.id));
    await page.getByRole('button', { name: 'Send Mail' }).click();
    await page.getByLabel('Message', { exact: true }).fill('The prices we agreed on');
    const call = page.waitForRequest((request) => MAIL.test(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await call).postDataJSON()).toEqual({ email: OWNER, message: 'The prices we agreed on', ccEmails: [] });
    await toastRegion(page).getByText(`Quote successfully emailed on ${OWNER}`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'hidden' });
    await drawer(page).getByText(quote.quoteName, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });
    expect(paramsOf(page)).toEqual({});
    await expect.poll(() => number.evaluate((element) => element.closest('tr')?.contains(document.activeElement))).toBe(true);
    await page.getByRole('button', { name: `View PDF of quote ${quote.quoteNumber}` }).click();
    await viewer(page).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('QUO-05 viewer@ sees them without the PDF, also by its address', async () => {
    const { page, problems, close } = await open('viewer@example.com', `/quotes?quote=${quote.id}&pdf=${quote.id}`);
    await drawer(page).getByText(quote.quoteName, { exact: true }).waitFor();
    await numbers(page).first().waitFor({ state: 'attached' });
    expect(await page.locator('button', { hasText: /PDF|Send Mail/ }).count()).toBe(0);
    expect(await page.locator('button[aria-label*="PDF"]').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('QUO-01 is a card on a dark phone: number, status, name, address, and until when; with its drawer it passes axe, with nothing cut', async () => {
    const { page, problems, close } = await open(OWNER, '/quotes?size=10', { size: 'phone', colorScheme: 'dark' });
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: quote.quoteNumber, exact: true }) });
    const text = await card.innerText();
    for (const part of [quote.quoteNumber, 'Active', quote.quoteName, quote.quoteAddress, 'Valid until']) expect(text).toContain(part);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await card.getByRole('link').click();
    await drawer(page).getByRole('list', { name: 'Products and prices' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await drawer(page).evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });
});
