import type { InvoiceRow } from '@yardage/contract/invoices';
import type { OrderRow } from '@yardage/contract/orders';
import type { StatementDetail, StatementRow } from '@yardage/contract/statements';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { nextAnswer } from './harness/network.ts';
import { printed } from './harness/printed.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const OWNER = 'owner@example.com';

let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(async () => {
  await browser?.close();
});

/** Opens a page and returns the server's response to the matching request. */
async function openWith<Answer>(path: string, answered: RegExp, options: Parameters<OpenSignedIn>[2] = {}) {
  let answer: Promise<{ body: Answer }> | undefined;
  const prepare = async (page: Page): Promise<void> => {
    answer = nextAnswer(page, answered);
  };
  const opened = await open(OWNER, path, { ...options, prepare });
  return { ...opened, answer: (await (answer as unknown as Promise<{ body: Answer }>)).body };
}

const missingFrom = (text: string, wanted: readonly string[]): string[] => wanted.filter((one) => !text.includes(one));

describe('printing', () => {
  it('TBL-01 INV-07 has every row and column of a list, in dark text and without controls, from any window', async () => {
    const { page, answer, problems, close } = await openWith<{ items: InvoiceRow[] }>('/invoices?status=All', /^\/api\/.*\/invoices$/, {
      viewport: { width: 1024, height: 700 },
      colorScheme: 'dark',
    });
    const rows = page.getByRole('main').getByRole('row');
    await rows.nth(5).waitFor();
    const scroller = page.getByRole('grid').locator('xpath=..');
    await scroller.evaluate((element) => element.scrollTo(0, 200));
    await page.evaluate(() => {
      window.addEventListener('beforeprint', () => Object.assign(window, { ink: getComputedStyle(document.body).color }));
    });
    const wanted = [
      'Invoices Tarnwick Builders',
      ...['Invoice Date Status', 'Job address', 'Amount (USD)', 'Discount (USD)', 'To pay (USD)'],
      ...answer.items.map(({ documentNumber }) => documentNumber),
    ];
    for (const format of ['A4', 'Letter'] as const) {
      const { text, cut } = await printed(page, format);
      expect(missingFrom(text, wanted), format).toEqual([]);
      expect(cut, format).toEqual([]);
      for (const control of ['Export CSV', 'Columns', 'Add to Cart', 'Rows per page', 'In Cart', 'Logout', 'Pending Search']) {
        expect(text).not.toContain(control);
      }
    }
    expect(await page.evaluate(() => (window as unknown as { ink: string }).ink)).toBe('rgb(20, 28, 36)');
    // The screen looks as before.
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(200);
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(problems).toEqual([]);
    await close();
  });

  it('STM-07 STM-09 has every document of a statement, on as many sheets as it takes', async () => {
    const list = await openWith<{ items: StatementRow[] }>('/statements', /^\/api\/.*\/statements$/);
    const [newest] = list.answer.items;
    const { page, close } = list;
    const opened = nextAnswer<StatementDetail>(page, /\/statements\/[\d-]+$/);
    await go(page, `/statements?statement=${newest?.statementDate}`);
    const { body: answer } = await opened;
    await page.getByRole('dialog').getByText('Balance due').first().waitFor();
    const { text, cut } = await printed(page, 'Letter');
    expect(answer.details.length).toBeGreaterThan(20);
    expect(
      missingFrom(
        text,
        answer.details.map(({ documentNumber }) => documentNumber),
      ),
    ).toEqual([]);
    expect(cut).toEqual([]);
    for (const other of ['Open PDF', 'Actions', 'Rows per page']) expect(text).not.toContain(other);
    await close();
  });

  it('ORD-11 ORD-21 has all facts and tickets of a panel, and the bars of its progress', async () => {
    const { page, answer, close } = await openWith<{ items: OrderRow[] }>('/orders?view=flat', /^\/api\/.*\/orders$/);
    const order = answer.items.find(({ qtyDelivered, inTransitQty }) => qtyDelivered > 0 && inTransitQty > 0) ?? answer.items[0];
    const main = page.getByRole('main');
    const row = main.getByRole('row').filter({ hasText: String(order?.orderNumber) });
    await row.getByRole('link').first().click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Show more' }).first().waitFor();
    const tickets = await panel.getByRole('table').getByRole('row').allInnerTexts();
    const { text, cut } = await printed(page, 'A4');
    const numbers = tickets.slice(1).map((ticket) => ticket.split(/\s/)[0] ?? '');
    expect(missingFrom(text, [`Order ${order?.orderNumber}`, 'Job address', 'Reference', ...numbers])).toEqual([]);
    expect(cut).toEqual([]);
    expect(text).not.toContain('Show more');
    await page.emulateMedia({ media: 'print' });
    const bar = panel.locator('[style*="width"]').first();
    expect(await bar.evaluate((element) => getComputedStyle(element).getPropertyValue('print-color-adjust'))).toBe('exact');
    await close();
  });

  it('PAY-09 has every invoice of the cart at checkout', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => String(990_001 + index));
    const invoices = numbers.map((invoiceNumber) => ({
      invoiceNumber,
      documentDate: '2026-01-15',
      invoiceAmount: 100,
      discountAmount: 0,
      amountWithDiscount: 100,
      discountExpiryDate: null,
      openAmount: 100,
      wholeDiscountAmount: 0,
    }));
    const [totalAmount, none] = [4000, 0];
    const cart = {
      ...{ invoices, credits: [], totalAmount, totalDiscountAmount: none, totalAmountWithDiscount: totalAmount },
      ...{ totalCreditAmount: none, promisedCreditAmount: none, amountToPay: totalAmount },
    };
    const prepare = (page: Page) => page.route(/\/api\/carts\/[^/]+$/, (route) => route.fulfill({ json: cart }));
    const { page, close } = await open(OWNER, '/invoices/checkout', { prepare });
    await page.getByRole('main').getByText('990001').first().waitFor();
    const { text, cut } = await printed(page, 'Letter');
    expect(missingFrom(text, numbers)).toEqual([]);
    expect(cut).toEqual([]);
    await close();
  });

  it('TRK-01 has every truck of the list below the map', async () => {
    const { page, answer, close } = await openWith<ActiveTruck[]>('/truck-tracking', /\/active-trucks/, {
      viewport: { width: 1280, height: 500 },
    });
    await page
      .getByRole('button', { name: /^Truck \d/ })
      .first()
      .waitFor();
    const { text, cut } = await printed(page, 'Letter');
    expect(answer.length).toBeGreaterThan(0);
    const wanted = answer.flatMap(({ job, truckNumber }) => [job, `Truck ${truckNumber}`]);
    expect(missingFrom(text, wanted)).toEqual([]);
    expect(cut).toEqual([]);
    await close();
  });
});
