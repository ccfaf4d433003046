import type { InvoiceDetail, InvoiceRow } from '@yardage/contract/invoices';
import { DAY_MS } from '@yardage/domain/durations';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, nextAnswer, unexpected } from './harness/network.ts';
import { dayIn } from './harness/recent-days.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { at } from './harness/url.ts';
import { cartButton, cartPanel, dollars, hasFocus, type MoneyApi, moneyApiOf, PAYER } from './money-world.ts';

const LIST = /^\/api\/customers\/[^/]+\/invoices$/;
const DETAIL = /\/invoices\/\d+$/;
const PDF = /\/invoices\/\d+\/view-pdf$/;
const MAIL = /\/invoices\/\d+\/send-email$/;
const CART = /^\/api\/carts\//;
const PAYMENTS = /\/carthistory$/;
/** In the first weeks of a year, nothing of that year is paid yet. */
const LAST_MONTHS = `from=${dayIn('America/New_York', -180)}&to=${dayIn('America/New_York')}`;

let portal: ReturnType<typeof sharedPortal>;
let browser: TestBrowser;
let open: OpenSignedIn;
let api: MoneyApi;
/** The open invoices, newest first. */
let rows: InvoiceRow[];

beforeAll(async () => {
  portal = sharedPortal();
  browser = await openBrowser();
  open = signedInPages(browser, portal.url);
  api = await moneyApiOf(portal.url, PAYER);
  rows = await api.openInvoices();
});
afterAll(async () => {
  await browser?.close();
});

const pathOf = (url: string): string => new URL(url).pathname;
const numbers = (page: Page) => page.getByRole('main').getByRole('link', { name: /^\d{7}$/ });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const line = (page: Page, number: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) });
/** Returns the query of the next call of the list that has this parameter. */
const listCall = (page: Page, parameter: string): Promise<Record<string, string>> =>
  page
    .waitForRequest((request) => LIST.test(pathOf(request.url())) && new URL(request.url()).searchParams.has(parameter))
    .then((request) => Object.fromEntries(new URL(request.url()).searchParams));

/** Returns whether a day is today; the account's day may have begun earlier or later than here. */
const isAboutToday = (day = ''): boolean => Math.abs(Date.parse(day) - Date.now()) < 2 * DAY_MS;

/** Opens the invoices list as the payer, with an empty cart. */
async function openList() {
  await api.fillCart([]);
  const opened = await open(PAYER, '/invoices');
  await numbers(opened.page).first().waitFor();
  return opened;
}

/** One invoice beside the list: its products and recaps, its history, its PDF and its mail. */
async function expectDetail(page: Page, { documentNumber, orderId }: InvoiceRow): Promise<void> {
  const answer = nextAnswer<InvoiceDetail>(page, DETAIL);
  await page.getByRole('link', { name: documentNumber, exact: true }).click();
  const { body: invoice } = await answer;
  const drawer = page.getByRole('dialog', { name: `Invoice ${documentNumber}` });
  await drawer.getByRole('table', { name: 'Products', exact: true }).waitFor();
  const recaps = drawer.getByRole('table', { name: 'Product recap' });
  for (const { productNumber, description } of invoice.productRecaps)
    await recaps.getByRole('row', { name: `${productNumber} ${description}` }).waitFor();
  const { ticketNumber } = invoice.invoiceProducts[0] as InvoiceDetail['invoiceProducts'][number];
  await drawer.getByRole('rowheader', { name: ticketNumber, exact: true }).first().waitFor();
  for (const amount of [invoice.salesAmount, invoice.taxAmount, invoice.invoiceAmount])
    await drawer.getByText(dollars(amount), { exact: true }).first().waitFor();
  // The main action is last, as in every other drawer.
  expect((await drawer.getByRole('button').allInnerTexts()).slice(-3)).toEqual(['History', 'View PDF', 'Pay']);

  expect(await findBarriers(page)).toEqual([]);

  await drawer.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History of invoice ${documentNumber}` });
  await history.getByText('Payments and credits', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'hidden' });

  // The document stays while it fades out, so it is not requested again without its order.
  const pdfCalls: string[] = [];
  page.on('request', (request) => PDF.test(pathOf(request.url())) && pdfCalls.push(new URL(request.url()).search));
  await drawer.getByRole('button', { name: 'View PDF' }).click();
  await page.locator('[role=dialog] canvas').first().waitFor();
  await page.getByRole('button', { name: 'Send Mail' }).click();
  const form = page.getByRole('form', { name: 'Send Mail' });
  await expect.poll(() => form.getByLabel('To').inputValue()).toBe(PAYER);
  await form.getByRole('textbox', { name: 'Message' }).fill('For your books');
  const call = page.waitForRequest((request) => MAIL.test(pathOf(request.url())));
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  expect((await call).postDataJSON()).toEqual({ email: PAYER, message: 'For your books', ccEmails: [], orderId, ticketId: null });
  await toastRegion(page).getByText(`Invoice successfully emailed on ${PAYER}`, { exact: true }).waitFor();

  await page.keyboard.press('Escape');
  const pdf = page.locator('[role=dialog] canvas').first();
  await pdf.waitFor({ state: 'hidden' });
  expect(pdfCalls.filter((search) => !search.includes(`orderId=${orderId}`))).toEqual([]);
  expect(pdfCalls).not.toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
}

describe('the list of invoices', () => {
  it('INV-01 INV-04 INV-05 INV-06 INV-08 INV-12 INV-13 MAIL-09 starts with unpaid ones; one opens beside it with products, history, PDF and mail', async () => {
    const { page, problems, close } = await openList();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Paid', 'Unpaid', 'Pending']);
    expect(await tab(page, 'Unpaid').getAttribute('aria-selected')).toBe('true');
    await page.getByText(`${rows.length} invoices`, { exact: true }).waitFor();
    const [{ documentNumber }] = rows as [InvoiceRow];
    expect(await line(page, documentNumber).innerText()).toContain('Unpaid');
    const call = listCall(page, 'fromDate');
    await tab(page, 'Paid').click();
    const sent = await call;
    expect([sent.paymentResult, sent.fromDate, sent.toDate?.slice(0, 4)]).toEqual([
      '1',
      expect.stringMatching(/^\d{4}-01-01$/),
      sent.fromDate?.slice(0, 4),
    ]);
    expect(isAboutToday(sent.toDate)).toBe(true);
    await page.getByRole('button', { name: /^Date range: ?This year/ }).waitFor();
    await tab(page, 'Unpaid').click();
    await page.getByRole('button', { name: 'Date range: Any date' }).waitFor();
    await go(page, `/invoices?status=Paid&${LAST_MONTHS}`);
    await page.getByRole('row').getByText('Paid', { exact: true }).first().waitFor();
    await go(page, '/invoices');
    await line(page, documentNumber).waitFor();
    const search = listCall(page, 'search');
    await page.getByLabel('Search invoices').fill(documentNumber);
    expect(await search).toMatchObject({ search: documentNumber, paymentResult: '0' });
    await page.getByText('1 invoice', { exact: true }).waitFor();

    await expectDetail(page, rows[0] as InvoiceRow);
    // An invoice of another order, or of none, does not get the order of the one before.
    const other = rows.find((row) => row.orderId !== rows[0]?.orderId)?.documentNumber ?? '';
    await go(page, `/invoices?invoice=${other}`);
    await page
      .getByRole('dialog', { name: `Invoice ${other}` })
      .getByRole('table', { name: 'Product recap' })
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('INV-09 INV-10 INV-11 PAY-02 PAY-03 PAY-05 PAY-07 fills the cart: by selection, by Pay, and in another tab, and says why an invoice is not added', async () => {
    const { page, problems, close } = await openList();
    const [first, second, third] = rows.map(({ documentNumber }) => documentNumber) as [string, string, string];
    // A tab opened from another one shares its session.
    const opening = page.context().waitForEvent('page');
    await page.evaluate(() => void window.open('/invoices'));
    const other = await opening;
    await other.getByLabel('Cart, 0 invoices').waitFor();

    const pay = page.getByRole('button', { name: `Pay invoice ${first}` });
    await failCalls(page, /\/add$/, 409, { title: 'Conflict', detail: 'Already paid or being paid: 1' });
    await pay.click();
    await toastRegion(page).getByText('Already paid or being paid: 1', { exact: true }).waitFor();
    await page.unrouteAll();

    const bodyOf = () =>
      page.waitForRequest((request) => pathOf(request.url()).endsWith('/add')).then((request) => request.postDataJSON().invoiceNumbers);
    let sent = bodyOf();
    await pay.click();
    expect(await sent).toEqual([first]);
    await cartPanel(page).getByText(first).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const inCart = page.getByRole('button', { name: `Invoice ${first}: In Cart` });
    expect([await inCart.innerText(), await inCart.isDisabled()]).toEqual(['In Cart', true]);
    // The button keeps the focus and stays reachable with the arrow keys.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(focused).toBe(`Invoice ${first}: In Cart`);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused()).toBe(`Pay invoice ${second}`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused()).toBe(`View PDF of invoice ${first}`);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused()).toBe(`Invoice ${first}: In Cart`);
    sent = bodyOf();
    await page.keyboard.press('Enter');

    for (const number of [first, second, third]) await page.getByRole('checkbox', { name: new RegExp(number) }).check();
    const sum = rows.slice(1, 3).reduce((cents, row) => cents + Math.round(row.amountWithDiscount * 100), 0) / 100;
    await page.getByText(`2 to pay, ${dollars(sum)}`).waitFor();
    const addToCart = page.getByRole('button', { name: 'Add to Cart' });
    // As if a colleague had paid the third one meanwhile: it is left out, and the second one is added all the same.
    await page.route(
      ({ pathname }) => pathname.endsWith('/add'),
      (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), invoiceNumbers: [second] }) }),
    );
    await addToCart.click();
    expect(await sent).toEqual([second, third]);
    await toastRegion(page).getByText('1 invoice added to the cart').waitFor();
    await toastRegion(page).getByText(`Paid or being paid meanwhile: ${third}`).waitFor();
    await page.unrouteAll();
    expect(await page.getByRole('checkbox', { name: new RegExp(third) }).isChecked()).toBe(false);
    await page.getByRole('checkbox', { name: new RegExp(third) }).check();
    await addToCart.click();
    await page.getByLabel('Cart, 3 invoices').waitFor();
    await other.getByLabel('Cart, 3 invoices').waitFor();

    const total = rows.slice(0, 3).reduce((cents, row) => cents + Math.round(row.amountWithDiscount * 100), 0) / 100;
    await cartButton(other).click();
    await cartPanel(other).getByText(dollars(total), { exact: true }).waitFor();
    await cartButton(page).click();
    await cartPanel(page).getByRole('button', { name: 'Proceed to Checkout' }).click();
    await page.waitForURL(at('/invoices/checkout'));
    await cartPanel(page).waitFor({ state: 'hidden' });
    for (const number of [first, second, third])
      await cartPanel(other)
        .getByRole('button', { name: `Remove invoice ${number}` })
        .click();
    const empty = cartPanel(other).getByText('No Items Available', { exact: true });
    await empty.waitFor();
    await expect.poll(() => hasFocus(empty)).toBe(true);
    expect(await cartPanel(other).getByRole('button', { name: 'Proceed to Checkout' }).isDisabled()).toBe(true);
    await page.getByLabel('Cart, 0 invoices').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('who sees invoices', () => {
  it('SHL-06 INV-02 INV-09 INV-12 INV-13 PAY-01 with invoices.view alone there is no tab, status, selection, payment, PDF, history or cart, and no checkout', async () => {
    const cartCalls: string[] = [];
    const { page, problems, close } = await open('viewer@example.com', '/invoices', {
      prepare: async (prepared) => {
        prepared.on('request', (request) => CART.test(pathOf(request.url())) && cartCalls.push(request.url()));
        await prepared.route('**/api/users/me/permissions*', (route) => route.fulfill({ json: { permissionKeys: ['invoices.view'] } }));
      },
    });
    await numbers(page).first().waitFor();
    for (const name of [/^Pay invoice/, /PDF/, 'Add to Cart', /^Cart, /, /^History of invoice/])
      expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0);
    expect(await page.getByRole('checkbox').or(page.getByRole('tab')).count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0);
    for (const path of ['/invoices/checkout', '/invoices/payment']) {
      await go(page, '/registration-success');
      await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
      await go(page, path);
      await page.waitForURL(`${portal.url}/unauthorized`);
    }
    await page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
    expect(cartCalls).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('invoices on a phone', () => {
  it('INV-01 PAY-02 pass axe in dark, with nothing cut, and have the bar to pay once one is selected', async () => {
    const { page, problems, close } = await open(PAYER, '/invoices?size=5', { size: 'phone', colorScheme: 'dark' });
    await numbers(page).first().waitFor();
    expect(await isWiderThanWindow(page)).toBe(false);
    const addToCart = page.getByRole('button', { name: 'Add to Cart' });
    const isInView = () => addToCart.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight);
    expect(await isInView()).toBe(false);
    const payLabel = await page
      .getByRole('button', { name: /^Pay invoice/ })
      .first()
      .getAttribute('aria-label');
    await page.getByRole('checkbox', { name: `Select ${payLabel?.replace('Pay invoice ', '')}` }).check();
    await expect.poll(isInView).toBe(true);
    await page.getByText(/^1 to pay, \$/).waitFor();
    await cartButton(page).click();
    await cartPanel(page).getByRole('button', { name: 'Proceed to Checkout' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await numbers(page).first().click();
    await page
      .getByRole('dialog', { name: /^Invoice \d/ })
      .getByText('Balance due')
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('payment history', () => {
  it("HIS-01 HIS-02 HIS-03 HIS-04 lists this year's payments with tabs, and opens one with its receipt and Send Mail; passes axe on both screens", async () => {
    const calls: URL[] = [];
    const { page, problems, close } = await open(PAYER, '/paymentHistory', {
      size: 'phone',
      colorScheme: 'dark',
      prepare: async (prepared) => void prepared.on('request', (request) => calls.push(new URL(request.url()))),
    });
    const first = () => calls.find(({ pathname }) => PAYMENTS.test(pathname));
    await expect.poll(first).toBeDefined();
    const { startDate, endDate } = Object.fromEntries(first()?.searchParams ?? []);
    expect(startDate).toBe(`${endDate?.slice(0, 4)}-01-01`);
    expect(isAboutToday(endDate)).toBe(true);
    await go(page, `/paymentHistory?${LAST_MONTHS}`);
    const payment = page.getByRole('link', { name: /^(CRT|LBX)/ }).first();
    await payment.waitFor();
    // Count, sort and export are in one line.
    const tools = [page.getByText(/^\d+ payments?$/), page.getByLabel('Sort by'), page.getByRole('button', { name: 'Export CSV' })];
    const middles = await Promise.all(tools.map((tool) => tool.boundingBox().then((box) => (box ? box.y + box.height / 2 : 0))));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await payment.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Total amount with discount').first().waitFor();
    await drawer.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d · \w+$/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });

    await page.setViewportSize(VIEWPORTS.desktop.viewport);
    await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Paid', 'Unpaid', 'Pending']);
    await page.getByRole('row').getByText('Paid', { exact: true }).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const failed = page.waitForRequest((request) => PAYMENTS.test(pathOf(request.url())));
    await tab(page, 'Unpaid').click();
    expect(new URL((await failed).url()).searchParams.get('paymentResult')).toBe('0');
    // Only the header row is not 'Unpaid'.
    await expect.poll(() => page.getByRole('row').filter({ hasNotText: 'Unpaid' }).count()).toBe(1);
    await page
      .getByRole('button', { name: /^View receipt of cart/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send Mail' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('HIS-04 viewer@ sees a payment without its receipt, also by its address', async () => {
    const { page, problems, close } = await open('viewer@example.com', `/paymentHistory?${LAST_MONTHS}`);
    const cartId = await page
      .getByRole('link', { name: /^(CRT|LBX)/ })
      .first()
      .innerText();
    await go(page, `/paymentHistory?${LAST_MONTHS}&payment=${cartId}&pdf=${cartId}`);
    await page.getByRole('dialog').getByText('Total amount with discount').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await page.locator('button', { hasText: /receipt|Send Mail/i }).count()).toBe(0);
    expect(await page.locator('button[aria-label*="receipt"]').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});
