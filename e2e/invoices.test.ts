import type { InvoiceDetail, InvoiceRow } from '@yardage/contract/invoices';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isCut, LOOKS, openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, loseCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { cartButton, cartPanel, dollars, hasFocus, type MoneyApi, moneyApiOf, PAYER } from './money-world.ts';

const LIST = /^\/api\/customers\/[^/]+\/invoices$/;
const DETAIL = /\/invoices\/\d+$/;
const PDF = /\/invoices\/\d+\/view-pdf$/;
const MAIL = /\/invoices\/\d+\/send-email$/;
const HISTORY = /\/invoicehistory$/;
const CART = /^\/api\/carts\//;

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
  const { page, close } = await open(PAYER, '/invoices');
  api = await moneyApiOf(page);
  rows = await api.openInvoices();
  await close();
});
afterAll(async () => {
  await browser?.close();
});

const pathOf = (url: string): string => new URL(url).pathname;
const numbers = (page: Page) => page.getByRole('main').getByRole('link', { name: /^\d{7}$/ });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const line = (page: Page, number: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) });
const listCall = (page: Page): Promise<Record<string, string>> =>
  page
    .waitForRequest((request) => LIST.test(pathOf(request.url())))
    .then((request) => Object.fromEntries(new URL(request.url()).searchParams));

/** Opens the invoices list as the payer, with an empty cart. */
async function openList(path = '/invoices') {
  await api.fillCart([]);
  const opened = await open(PAYER, path);
  await numbers(opened.page).first().waitFor();
  return opened;
}

describe('the list of invoices', () => {
  it('INV-01 INV-04 INV-05 INV-06 starts with unpaid invoices of any day; the other tabs start with this year', async () => {
    const { page, problems, close } = await openList();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Paid', 'Unpaid', 'Pending']);
    expect(await tab(page, 'Unpaid').getAttribute('aria-selected')).toBe('true');
    await page.getByText(`${rows.length} invoices`, { exact: true }).waitFor();
    const [{ documentNumber }] = rows as [InvoiceRow];
    expect(await line(page, documentNumber).innerText()).toContain('Unpaid');
    for (const [name, paymentResult] of [
      ['Paid', '1'],
      ['Pending', '2'],
      ['All', undefined],
    ] as const) {
      const call = listCall(page);
      await tab(page, name).click();
      const sent = await call;
      expect(sent.paymentResult).toBe(paymentResult);
      expect(sent.fromDate).toMatch(/^\d{4}-01-01$/);
      expect(sent.toDate?.slice(0, 4)).toBe(sent.fromDate?.slice(0, 4));
      await page.getByRole('button', { name: /^Date range: ?This year/ }).waitFor();
      if (name !== 'All') await page.getByRole('row').filter({ hasText: name }).first().waitFor();
    }
    await tab(page, 'Unpaid').click();
    await page.getByRole('button', { name: 'Date range: Any date' }).waitFor();
    await page.getByText(`${rows.length} invoices`, { exact: true }).waitFor();
    const search = listCall(page);
    await page.getByLabel('Search invoices').fill(documentNumber);
    expect(await search).toMatchObject({ search: documentNumber, paymentResult: '0' });
    await page.getByText('1 invoice', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('INV-09 INV-10 INV-11 PAY-02 PAY-03 PAY-05 fills the cart: by selection, by Pay, and in another tab', async () => {
    const { page, problems, close } = await openList();
    const [first, second, third] = rows.map(({ documentNumber }) => documentNumber) as [string, string, string];
    // A tab opened from another one shares its session.
    const opening = page.context().waitForEvent('page');
    await page.evaluate(() => void window.open('/invoices'));
    const other = await opening;
    await other.getByLabel('Cart, 0 invoices').waitFor();

    const bodyOf = () =>
      page.waitForRequest((request) => pathOf(request.url()).endsWith('/add')).then((request) => request.postDataJSON().invoiceNumbers);
    let sent = bodyOf();
    await page.getByRole('button', { name: `Pay invoice ${first}` }).click();
    expect(await sent).toEqual([first]);
    await cartPanel(page).getByText(first).waitFor();
    await page.keyboard.press('Escape');
    const inCart = page.getByRole('button', { name: `Invoice ${first}: In Cart` });
    expect([await inCart.innerText(), await inCart.isDisabled()]).toEqual(['In Cart', true]);
    // The button keeps the focus and stays reachable with the arrow keys.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(focused).toBe(`Invoice ${first}: In Cart`);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(`Pay invoice ${second}`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(`View PDF of invoice ${first}`);
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe(`Invoice ${first}: In Cart`);
    sent = bodyOf();
    await page.keyboard.press('Enter');

    for (const number of [first, second, third]) await page.getByRole('checkbox', { name: new RegExp(number) }).check();
    const sum = rows.slice(1, 3).reduce((cents, row) => cents + Math.round(row.amountWithDiscount * 100), 0) / 100;
    await page.getByText(`2 to pay, ${dollars(sum)}`).waitFor();
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    expect(await sent).toEqual([second, third]);
    await toastRegion(page).getByText('2 invoices added to the cart').waitFor();
    await page.getByLabel('Cart, 3 invoices').waitFor();
    await other.getByLabel('Cart, 3 invoices').waitFor();

    const total = rows.slice(0, 3).reduce((cents, row) => cents + Math.round(row.amountWithDiscount * 100), 0) / 100;
    await cartButton(other).click();
    await cartPanel(other).getByText(dollars(total), { exact: true }).waitFor();
    for (const number of [first, second, third])
      await cartPanel(other)
        .getByRole('button', { name: `Remove invoice ${number}` })
        .click();
    const empty = cartPanel(other).getByText('No Items Available', { exact: true });
    await empty.waitFor();
    await expect.poll(() => hasFocus(empty)).toBe(true);
    expect(await cartPanel(other).getByRole('button', { name: 'Proceed to Checkout' }).isDisabled()).toBe(true);
    await page.getByLabel('Cart, 0 invoices').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it("INV-14 PAY-06 PAY-07 PAY-08 reports failures with the messages of the catalogue, the server's own first", async () => {
    const { page, problems, close } = await openList();
    const [first] = rows as [InvoiceRow];
    await failCalls(page, /\/add$/, 500);
    await page.getByRole('button', { name: `Pay invoice ${first.documentNumber}` }).click();
    await toastRegion(page).getByText('Unable to add invoice , Try again !!', { exact: true }).waitFor();
    await page.unrouteAll();
    await failCalls(page, /\/add$/, 409, { title: 'Conflict', detail: 'Already paid or being paid: 1' });
    await page.getByRole('button', { name: `Pay invoice ${first.documentNumber}` }).click();
    await toastRegion(page).getByText('Already paid or being paid: 1', { exact: true }).waitFor();
    await page.unrouteAll();
    await api.fillCart([first.documentNumber]);
    await page.reload();
    await failCalls(page, /\/remove$/, 500);
    await page.getByLabel('Cart, 1 invoice').click();
    await cartPanel(page).getByRole('button', { name: 'Remove invoice' }).click();
    // The two spaces are only visible in the text content.
    await expect.poll(() => toastRegion(page).textContent()).toContain('Unable to remove  invoice , Try again !!');
    await page.unrouteAll();
    await failCalls(page, LIST, 500);
    await failCalls(page, CART, 500);
    await page.reload();
    await expect.poll(() => toastRegion(page).textContent()).toMatch(/Error fetching (cart )?invoices/);
    await page.getByRole('main').getByText('Error fetching invoices', { exact: true }).waitFor();
    await cartButton(page).click();
    await cartPanel(page).getByText('Error fetching cart invoices', { exact: true }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('one invoice', () => {
  it('INV-08 INV-12 INV-13 MAIL-09 opens beside the list with products and recaps, its history, its PDF and its mail', async () => {
    const { page, problems, close } = await openList();
    const [{ documentNumber, orderId }] = rows as [InvoiceRow];
    const answer = page.waitForResponse((response) => DETAIL.test(pathOf(response.url())));
    await page.getByRole('link', { name: documentNumber, exact: true }).click();
    const invoice = (await (await answer).json()) as InvoiceDetail;
    const drawer = page.getByRole('dialog', { name: `Invoice ${documentNumber}` });
    await drawer.getByRole('table', { name: 'Products', exact: true }).waitFor();
    const recaps = drawer.getByRole('table', { name: 'Product recap' });
    for (const { productNumber, description } of invoice.productRecaps)
      await recaps.getByRole('row', { name: `${productNumber} ${description}` }).waitFor();
    const { ticketNumber } = invoice.invoiceProducts[0] as InvoiceDetail['invoiceProducts'][number];
    await drawer.getByRole('cell', { name: ticketNumber, exact: true }).first().waitFor();
    for (const amount of [invoice.salesAmount, invoice.taxAmount, invoice.invoiceAmount])
      await drawer.getByText(dollars(amount), { exact: true }).first().waitFor();
    // The main action is last, as in every other drawer.
    expect((await drawer.getByRole('button').allInnerTexts()).slice(-3)).toEqual(['History', 'View PDF', 'Pay']);

    await drawer.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: `History of invoice ${documentNumber}` });
    await history.getByText('Payments and credits', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'hidden' });

    await drawer.getByRole('button', { name: 'View PDF' }).click();
    await page.locator('[role=dialog] canvas').first().waitFor();
    await page.getByRole('button', { name: 'Send Mail' }).click();
    const form = page.getByRole('form', { name: 'Send Mail' });
    expect(await form.getByLabel('To').inputValue()).toBe(PAYER);
    await form.getByRole('textbox', { name: 'Message' }).fill('For your books');
    const call = page.waitForRequest((request) => MAIL.test(pathOf(request.url())));
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await call).postDataJSON()).toEqual({ email: PAYER, message: 'For your books', ccEmails: [], orderId, ticketId: null });
    await toastRegion(page).getByText(`Invoice successfully emailed on ${PAYER}`, { exact: true }).waitFor();

    await page.keyboard.press('Escape');
    const pdf = page.locator('[role=dialog] canvas').first();
    await pdf.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });

    // The document stays while it fades out, and an invoice without an order does not get the order of the one before.
    const pdfCalls: string[] = [];
    page.on('request', (request) => PDF.test(pathOf(request.url())) && pdfCalls.push(new URL(request.url()).search));
    await page.getByRole('button', { name: `View PDF of invoice ${documentNumber}` }).click();
    await pdf.waitFor();
    await page.keyboard.press('Escape');
    await pdf.waitFor({ state: 'hidden' });
    expect(pdfCalls.filter((search) => !search.includes(`orderId=${orderId}`))).toEqual([]);
    const other = rows.find((row) => row.orderId !== orderId)?.documentNumber ?? '';
    await go(page, `/invoices?invoice=${other}`);
    await page
      .getByRole('dialog', { name: `Invoice ${other}` })
      .getByRole('table', { name: 'Product recap' })
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('INV-14 INV-15 INV-16 reports failed loads with the specified messages', async () => {
    const { page, problems, close } = await openList();
    const [{ documentNumber }] = rows as [InvoiceRow];
    for (const [path, overlay] of [
      [DETAIL, 'invoice'],
      [HISTORY, 'history'],
    ] as const) {
      await failCalls(page, path, 500);
      await page.goto(`${portal.url}/invoices?${overlay}=${documentNumber}`);
      await toastRegion(page).getByText('Error While fetching records', { exact: true }).waitFor();
      await page.getByRole('dialog').getByText('Error loading details', { exact: true }).waitFor();
      await page.unrouteAll();
    }
    await failCalls(page, PDF, 500);
    await page.goto(`${portal.url}/invoices?pdf=${documentNumber}`);
    await expect.poll(() => toastRegion(page).textContent()).toContain('Unable to invoices  pdf , Try again !!');
    await page.unrouteAll();
    await page.goto(`${portal.url}/invoices?pdf=${documentNumber}`);
    await page.getByRole('button', { name: 'Send Mail' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('For your books');
    const send = () => page.getByRole('button', { name: 'Send', exact: true }).click();
    await failCalls(page, MAIL, 500);
    await send();
    await toastRegion(page).getByText('Unable to mail invoices , Try again !!', { exact: true }).waitFor();
    await page.unrouteAll();
    await failCalls(page, MAIL, 403, { title: 'Forbidden', detail: 'Mail is closed for today' });
    await send();
    await toastRegion(page).getByText('Mail is closed for today', { exact: true }).waitFor();
    await page.unrouteAll();
    await loseCalls(page, MAIL);
    await send();
    await toastRegion(page).getByText('An unknown error occurred', { exact: true }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('who sees invoices', () => {
  it('SHL-06 INV-02 INV-09 INV-12 INV-13 PAY-01 a Viewer sees them without paying, PDF or cart, and without tabs or statuses if not permitted; Field sees no money pages', async () => {
    const cartCalls: string[] = [];
    const viewer = await open('viewer@example.com', '/invoices', {
      prepare: async (page) => void page.on('request', (request) => CART.test(pathOf(request.url())) && cartCalls.push(request.url())),
    });
    await numbers(viewer.page).first().waitFor();
    for (const name of [/^Pay invoice/, /PDF/, 'Add to Cart', /^Cart, /])
      expect(await viewer.page.getByRole('button', { name }).count()).toBe(0);
    expect(await viewer.page.getByRole('checkbox').count()).toBe(0);
    expect(await viewer.page.getByRole('button', { name: /^History of invoice/ }).count()).toBeGreaterThan(0);
    await viewer.page.route('**/api/users/me/permissions*', (route) => route.fulfill({ json: { permissionKeys: ['invoices.view'] } }));
    expect(await viewer.page.getByRole('tab').count()).toBe(4);
    await viewer.page.reload();
    await numbers(viewer.page).first().waitFor();
    expect(await viewer.page.getByRole('tab').count()).toBe(0);
    expect(await viewer.page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0);
    await viewer.page.unrouteAll();
    for (const path of ['/invoices/checkout', '/invoices/payment']) {
      await go(viewer.page, '/invoices');
      await numbers(viewer.page).first().waitFor();
      await go(viewer.page, path);
      await viewer.page.waitForURL(`${portal.url}/unauthorized`);
      await viewer.page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
    }
    expect(cartCalls).toEqual([]);
    await viewer.close();
    const field = await open('field@example.com', '/invoices');
    await field.page.waitForURL(`${portal.url}/unauthorized`);
    await field.page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
    await go(field.page, '/paymentHistory');
    await field.page.waitForURL(`${portal.url}/unauthorized`);
    expect([...viewer.problems, ...field.problems]).toEqual([]);
    await field.close();
  });
});

describe('accessibility', () => {
  it.each(LOOKS)('INV-01 PAY-02 pass axe and have nothing cut on a $size, $colorScheme', async ({ size, colorScheme }) => {
    const { page, problems, close } = await open(PAYER, '/invoices?size=5', { size, colorScheme });
    await numbers(page).first().waitFor();
    expect(await isCut(page)).toBe(false);
    // On phones the bar appears once an invoice is selected to pay.
    const addToCart = page.getByRole('button', { name: 'Add to Cart' });
    const isInView = () => addToCart.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight);
    expect(await isInView()).toBe(size === 'desktop');
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
