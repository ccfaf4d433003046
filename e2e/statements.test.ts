import type { StatementDetail, StatementRow } from '@yardage/contract/statements';
import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser } from './harness/browser.ts';
import { shownHeadings } from './harness/headings.ts';
import { go } from './harness/kept-tabs.ts';
import { nextAnswer } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { linkOf } from './harness/url.ts';

const OWNER = 'owner@example.com';
const LIST = /^\/api\/.*\/statements$/;
const DETAIL = /\/statements\/[\d-]+$/;

let browser: TestBrowser;
let open: OpenSignedIn;
/** The newest statement, which all tests can open. */
let statement: StatementDetail;
let day: string;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(async () => {
  await browser?.close();
});

const money = (dollars: number): string => formatMoney(Math.round(dollars * 100));
const details = (page: Page) => page.getByRole('dialog', { name: /^Statement of / });
const viewer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send Mail' }) });
type Rows = { query: URLSearchParams; body: { items: StatementRow[] } };

/** The details of the newest statement: header, amounts, and documents that link to their invoices. */
async function expectDetails(page: Page): Promise<void> {
  const asked = nextAnswer<StatementDetail>(page, DETAIL);
  await page.getByRole('link', { name: formatDay(day), exact: true }).click();
  statement = (await asked).body;
  await details(page).getByText(statement.clientDisplayName, { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`Statement of ${formatDay(day)}`);
  const text = await details(page).innerText();
  const { balanceDue, currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount, amountPaid, depositReceived } = statement;
  for (const amount of [balanceDue, currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount, amountPaid, depositReceived]) {
    expect(text).toContain(money(amount));
  }
  for (const part of ['Balance due', 'Marguerite Tarnwick', statement.clientAddressLn1, `Chattanooga, TN ${statement.clientAddressZip}`]) {
    expect(text).toContain(part);
  }
  const rows = details(page).getByRole('table', { name: 'Documents' }).locator('tbody').getByRole('row');
  expect(await rows.count()).toBe(statement.details.length);
  const heads = await details(page).getByRole('columnheader').allInnerTexts();
  expect(heads).toEqual(['Document', 'Code', 'Description', 'Date', 'Amount (USD)', 'Balance (USD)', 'Actions']);

  const invoice = statement.details.find(({ documentCode }) => documentCode === 'IN');
  if (!invoice) throw new Error('The statement has an invoice.');
  await details(page).getByLabel('Search documents').fill(invoice.documentNumber);
  await expect.poll(() => rows.count()).toBe(1);
  const cells = await rows.locator('th, td').allInnerTexts();
  const amounts = [invoice.amount, invoice.balance].map((amount) => money(amount).replace('$', ''));
  expect(cells.slice(0, 6)).toEqual([invoice.documentNumber, 'IN', invoice.description, formatDay(invoice.documentDate), ...amounts]);
  const link = details(page).getByRole('link', { name: `Open invoice ${invoice.documentNumber}` });
  expect(await linkOf(link)).toBe(`/invoices?status=All&invoice=${invoice.documentNumber}`);
  expect(await findBarriers(page)).toEqual([]);
}

/** The statement's PDF over its details, and its mail. */
async function expectPdfAndMail(page: Page): Promise<void> {
  await details(page).getByRole('button', { name: 'View PDF', exact: true }).click();
  await viewer(page).locator('canvas').first().waitFor();
  expect(new URL(page.url()).searchParams.get('pdf')).toBe(day);
  await viewer(page)
    .getByRole('heading', { name: `Statement of ${formatDay(day)}` })
    .waitFor();
  await viewer(page).getByRole('button', { name: 'Send Mail' }).click();
  const to = page.getByLabel('To', { exact: true });
  await expect.poll(() => to.inputValue()).toBe(OWNER);
  expect(await to.getAttribute('readonly')).toBe('');
  await page.getByLabel('Cc', { exact: true }).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('The statement as asked for.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await toastRegion(page).getByText(`Statement successfully emailed on ${OWNER}`, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await details(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: `View details of the statement of ${formatDay(day)}` }).click();
  await details(page).getByText(statement.clientDisplayName, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await details(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: `View PDF of the statement of ${formatDay(day)}` }).click();
  await viewer(page).waitFor();
}

describe('statements', () => {
  it('STM-01 STM-02 STM-03 STM-04 STM-05 STM-06 STM-07 STM-08 STM-09 STM-10 STM-12 are listed newest first, open with searchable documents, and are mailed from their PDF', async () => {
    let asked: Promise<Rows> | undefined;
    const { page, problems, close } = await open(OWNER, '/statements', {
      prepare: async (prepared) => {
        asked = nextAnswer(prepared, LIST);
      },
    });
    const { query, body } = await (asked as unknown as Promise<Rows>);
    const { startDate = '', endDate = '', ...rest } = Object.fromEntries(query);
    expect(Math.abs(Date.parse(endDate) - Date.now())).toBeLessThan(2 * 86_400_000);
    const first = new Date(`${endDate.slice(0, 8)}01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - 2);
    expect(startDate).toBe(first.toISOString().slice(0, 10));
    expect(rest).toMatchObject({ sortBy: 'ticketDateTime', sortDesc: 'true', pageIndex: '1', pageSize: '100', customerNumber: '10418' });
    expect(body.items.length).toBeGreaterThanOrEqual(2);
    // The default range has a name and does not look like an active filter.
    const range = page.getByRole('button', { name: /^Date range/ });
    expect(await range.innerText()).toContain('Recent months');
    expect(await range.getAttribute('data-used')).toBeNull();

    const [newest, older] = body.items as [StatementRow, StatementRow];
    day = newest.statementDate;
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: formatDay(day) }) });
    for (const text of [newest.globalCustomerNumber, newest.customerNumber, newest.customerName, newest.address]) {
      expect(await row.innerText()).toContain(text);
    }
    expect(await shownHeadings(page)).toEqual(['Statement date', 'Global number', 'Customer number', 'Customer', 'Address', 'Actions']);
    const searched = nextAnswer<{ items: StatementRow[] }>(page, LIST);
    await page.getByLabel('Search statements').fill(formatDay(older.statementDate));
    expect((await searched).body.items).toEqual([older]);
    await page.getByText('1 statement', { exact: true }).waitFor();
    await go(page, `/statements?from=${older.statementDate}&to=${older.statementDate}`);
    await page.getByText('1 statement', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Date range: ${formatDay(older.statementDate)}` }).waitFor();
    expect(await range.getAttribute('data-used')).toBe('true');
    expect(await findBarriers(page)).toEqual([]);
    await go(page, '/statements');

    await expectDetails(page);
    await expectPdfAndMail(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('STM-04 STM-05 STM-10 show details but no PDF without statements.view-pdf, and no links without invoices.view', async () => {
    const { page, problems, close } = await open('viewer@example.com', `/statements?statement=${day}&pdf=${day}`, {
      prepare: (prepared) =>
        prepared.route('**/api/users/me/permissions*', (route) => route.fulfill({ json: { permissionKeys: ['statements.view'] } })),
    });
    await details(page).getByText(statement.clientDisplayName, { exact: true }).waitFor();
    await details(page).getByRole('table', { name: 'Documents' }).waitFor();
    expect(await details(page).getByRole('link').count()).toBe(0);
    expect(await page.getByRole('button', { name: /PDF/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `View details of the statement of ${formatDay(day)}` }).waitFor();
    expect(await page.getByRole('button', { name: /PDF/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('STM-09 STM-10 pass axe with nothing cut on a dark phone, where documents are stacked, each invoice with its PDF', async () => {
    const { page, problems, close } = await open(OWNER, '/statements', { size: 'phone', colorScheme: 'dark' });
    await page
      .getByRole('link', { name: formatDay(day) })
      .first()
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await go(page, `/statements?statement=${day}`);
    await details(page).getByRole('list', { name: 'Documents' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await details(page)
      .getByRole('button', { name: /^View PDF of invoice/ })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: /^Invoice \d/ })
      .locator('canvas')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await details(page).getByRole('list', { name: 'Documents' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
