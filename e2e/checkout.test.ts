import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cart, CartInvoice } from '@yardage/contract/carts';
import type { PaymentOutcome } from '@yardage/contract/payments';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutOf, fillAddress, fillCard, GOOD_CARD, heading, INITIATE, payNow } from './checkout-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, zoomedFields } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, loseCalls, unexpected, withoutHub } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages, type VisitOptions } from './harness/signed-in.ts';
import { at } from './harness/url.ts';
import { dollars, hasFocus, type MoneyApi, moneyApiOf, PAYER, payingPortal } from './money-world.ts';

const RESULT_KEY = 'yardage.payment-result';

/** Returns what is in a file. The running database may have removed it meanwhile. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let api: MoneyApi;
/** Numbers of invoices that are not paid yet. */
let unpaid: string[];

beforeAll(async () => {
  [portal, browser] = await Promise.all([payingPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
  api = await moneyApiOf(portal.url, PAYER);
  unpaid = (await api.openInvoices()).map(({ documentNumber }) => documentNumber);
});
afterAll(async () => {
  await browser?.close();
});

/** Each test pays its own invoices. */
let cart: Cart;
beforeEach(async () => {
  cart = await api.fillCart(unpaid.splice(0, 2));
});

const removeButton = (page: Page, invoiceNumber: string) =>
  page.getByRole('main').getByRole('button', { name: `Remove invoice ${invoiceNumber}` });
const openCheckout = (options?: VisitOptions) => checkoutOf(open, options);

describe('checkout', () => {
  it('PAY-09 PAY-10 PAY-12 PAY-13 PAY-14 PAY-16 PAY-18 PAY-40 RES-01 RES-02 RES-03 RES-04 RES-07 RES-08 pays by card with the keyboard alone', async () => {
    const { page, problems, close } = await openCheckout();
    const { keyboard } = page;
    for (const { invoiceNumber } of cart.invoices) await page.getByRole('rowheader', { name: invoiceNumber, exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    for (const [label, amount] of [
      ['Amount', cart.totalAmount],
      ['Discount', cart.totalDiscountAmount && -cart.totalDiscountAmount],
      ['Total', cart.totalAmountWithDiscount],
    ] as const) {
      const shown = await page
        .locator('main dl div')
        .filter({ has: page.locator(`dt:text-is("${label}")`) })
        .locator('dd')
        .innerText();
      expect(shown).toBe(dollars(amount));
    }
    // From the phone number on, use only the keyboard: Tab, letters, an arrow key in the list of states, Enter.
    await page.getByLabel('Phone').focus();
    const type = async (text: string) => {
      await keyboard.press('Tab');
      await keyboard.type(text);
    };
    await type(GOOD_CARD);
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await type('1249');
    expect(await page.getByLabel('Expiry').inputValue()).toBe('12/49');
    for (const text of ['123', 'Dana Whitfield', '5080 Thrasher Pike', 'Hixson', 'Tennessee', '37343']) await type(text);
    expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('TN');
    expect(await page.getByLabel('Card number').getAttribute('autocomplete')).toBe('cc-number');
    const call = page.waitForRequest((request) => INITIATE.test(new URL(request.url()).pathname));
    await keyboard.press('Enter');
    const sent = (await call).postDataJSON();
    expect(sent.paymentDetails).toMatchObject({ cardNumber: GOOD_CARD, expiryMonth: '12', expiryYear: '2049' });
    await heading(page, 'Payment Completed!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/invoices/payment');
    expect(await page.locator('svg[data-animated]').count()).toBe(1);
    const main = page.getByRole('main');
    for (const text of ['CreditCard', dollars(cart.totalAmountWithDiscount), 'Payment ID', 'Cart ID', 'Customer ID', '(423) 555-0142']) {
      await main.getByText(text).first().waitFor();
    }
    for (const header of ['Current Amount', 'Discount Amount', 'Amount With Discount'])
      await page.getByRole('columnheader', { name: header, exact: true }).waitFor();
    // Discounts have a minus sign, in the totals and in the lines.
    const [{ discountAmount }] = cart.invoices as [CartInvoice];
    const taken = [dollars(-cart.totalDiscountAmount), dollars(-discountAmount)];
    for (const text of taken) await main.getByText(text, { exact: true }).first().waitFor();
    for (const { invoiceNumber } of cart.invoices) await page.getByRole('link', { name: invoiceNumber, exact: true }).waitFor();
    await page.getByLabel('Search invoices').fill(cart.invoices[0]?.invoiceNumber ?? '');
    await page.getByText('1 invoice', { exact: true }).waitFor();
    await page.getByLabel('Cart, 0 invoices').waitFor();
    await page.getByRole('button', { name: 'View receipt' }).click();
    await page.getByRole('dialog', { name: /^Receipt CRT/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // No card data stays in the browser.
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(/4242|"123"/);
    // Nor is it in the files of the embedded database, its write-ahead log included.
    const files = globSync('**/*', { cwd: portal.dataDir, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter(({ parentPath, name }) => contentOf(join(parentPath, name)).includes(GOOD_CARD))).toEqual([]);
    // The invoice opens over a list that contains it, whether its link is clicked or its URL is opened.
    const invoice = page.getByRole('link', { name: cart.invoices[0]?.invoiceNumber ?? '', exact: true });
    const address = new URL((await invoice.getAttribute('href')) ?? '', portal.url);
    expect(address.searchParams.get('status')).toBe('All');
    await invoice.click();
    await page.waitForURL(address.href);
    await page.goBack();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL(at('/invoices'));
    await go(page, '/invoices/payment');
    await page.waitForURL(at('/invoices'));
    expect((await api.cart()).invoices).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('PAY-11 PAY-15 PAY-17 PAY-29 PAY-32 RES-02 RES-03 RES-07 an e-check on a phone: reports missing fields, then pending, then paid without a reload', async () => {
    const { page, problems, close } = await openCheckout({ size: 'phone', colorScheme: 'dark' });
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['CreditCard', 'eCheck', 'PayPal']);
    expect(await page.getByRole('tab', { name: 'CreditCard' }).getAttribute('aria-selected')).toBe('true');
    await page.getByLabel('Cardholder name').fill('Dana Whitfield');
    // For the arrow keys, PayPal is next to the card. The typed values are still there on the way back.
    await page.getByRole('tab', { name: 'CreditCard' }).press('ArrowLeft');
    await page.getByText('Coming Soon....', { exact: true }).waitFor();
    expect(await payNow(page).count()).toBe(0);
    expect(await page.getByLabel('Cardholder name').isVisible()).toBe(false);
    await page.getByRole('tab', { name: 'PayPal' }).press('ArrowRight');
    await page.getByText('Coming Soon....', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Cardholder name').inputValue()).toBe('Dana Whitfield');
    await page.getByRole('tab', { name: 'eCheck' }).click();
    expect(await page.getByLabel('Email').getAttribute('readonly')).not.toBeNull();
    await payNow(page).click();
    await page.getByText('State selection is required', { exact: true }).waitFor();
    await expect.poll(() => hasFocus(page.getByLabel('Bank account number', { exact: true }))).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(await zoomedFields(page)).toEqual([]);
    // All amounts of the summary are aligned at the right edge.
    const summary = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Order Summary' }) });
    const ends = await summary
      .locator('dd, li p > span:last-child')
      .evaluateAll((amounts) => amounts.map((amount) => Math.round(amount.getBoundingClientRect().right)));
    expect(ends.length).toBeGreaterThan(3);
    expect(new Set(ends).size).toBe(1);
    // Long values have their own line. An email beside the phone number was cut off.
    for (const label of ['Email', 'Bank account number', 'Routing number']) {
      const { width } = (await page.getByLabel(label, { exact: true }).boundingBox()) ?? { width: 0 };
      expect(width, label).toBe((await page.getByLabel('Street').boundingBox())?.width);
    }
    await page.getByLabel('Bank account number', { exact: true }).fill('000123456789');
    await page.getByLabel('Confirm bank account number').fill('000123456780');
    await page.getByText('Bank Account Number do not match', { exact: true }).waitFor();
    await page.getByLabel('Confirm bank account number').fill('000123456789');
    await page.getByLabel('Routing number').fill('110000000');
    await fillAddress(page);
    // The bank answers after two seconds. A slow machine must not miss the time before.
    const pending = Promise.withResolvers<void>();
    await page.route(/\/carthistory\/[^/?]+(\?|$)/, async (route) => {
      await pending.promise;
      await route.continue();
    });
    await payNow(page).click();
    await heading(page, 'Payment Pending').waitFor();
    expect(await page.locator('svg[data-animated]').count()).toBe(0);
    expect(await isWiderThanWindow(page)).toBe(false);
    pending.resolve();
    await heading(page, 'Payment Completed!').waitFor();
    // A card of the list has the three amounts of a line (RES-07).
    const [line] = cart.invoices as [CartInvoice];
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: line.invoiceNumber, exact: true }) });
    for (const amount of [line.invoiceAmount, line.discountAmount, line.amountWithDiscount]) {
      expect(await card.innerText()).toContain(dollars(amount));
    }
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('PAY-09 API-34 an invoice paid meanwhile: refused with the new figures, the cart refreshed, the form kept', async () => {
    cart = await api.fillCart([...cart.invoices.map(({ invoiceNumber }) => invoiceNumber), ...unpaid.splice(0, 1)]);
    const [first, second, third] = cart.invoices as [CartInvoice, CartInvoice, CartInvoice];
    // With a live connection the page would often know before 'Pay' is pressed.
    const { page, problems, close } = await openCheckout({ prepare: withoutHub });
    await fillCard(page, GOOD_CARD);
    expect(await api.payOne(cart, first.invoiceNumber, GOOD_CARD)).toBe(200);
    await payNow(page).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText(`is now ${dollars(second.amountWithDiscount + third.amountWithDiscount)}`).waitFor();
    await alert.getByText('Nothing was charged').waitFor();
    await page.getByRole('rowheader', { name: first.invoiceNumber, exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    // The amounts of an outdated cart are no longer shown.
    await removeButton(page, third.invoiceNumber).click();
    await alert.waitFor({ state: 'detached' });
    await payNow(page).click();
    await heading(page, 'Payment Completed!').waitFor();
    await page.getByText(dollars(second.amountWithDiscount)).first().waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('PAY-03 PAY-09 PAY-18 PAY-39 PAY-41 RES-06 distinguishes no answer, an error and a refusal; the summary is searched, undone and emptied', async () => {
    const { page, problems, close } = await openCheckout();
    const [gone, left] = cart.invoices as [CartInvoice, CartInvoice];
    await page.getByLabel('Search the cart').fill(gone.invoiceNumber);
    await page.getByRole('rowheader', { name: left.invoiceNumber, exact: true }).waitFor({ state: 'detached' });
    await removeButton(page, gone.invoiceNumber).click();
    await page.getByText(`Invoice ${gone.invoiceNumber} was removed.`).waitFor();
    // Focus is not lost when a focused button disappears.
    await expect.poll(() => hasFocus(page.getByLabel('Search the cart'))).toBe(true);
    await page.getByRole('button', { name: 'Put back' }).click();
    await removeButton(page, gone.invoiceNumber).waitFor();
    await expect.poll(async () => (await api.cart()).invoices.length).toBe(cart.invoices.length);
    expect(await page.getByRole('button', { name: 'Put back' }).count()).toBe(0);
    await page.getByLabel('Search the cart').fill('');
    await fillCard(page, GOOD_CARD);
    // A result left by an earlier payment in this tab.
    const result = () => page.evaluate((key) => sessionStorage.getItem(key), RESULT_KEY);
    await page.evaluate((key) => sessionStorage.setItem(key, '{}'), RESULT_KEY);
    await loseCalls(page, INITIATE);
    await payNow(page).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('Error initiating payment', { exact: true }).waitFor();
    expect(await result()).toBeNull();
    await page.unrouteAll();
    await failCalls(page, INITIATE, 503);
    // The alert of the first failure may still be shown.
    const failed = page.waitForResponse((response) => INITIATE.test(new URL(response.url()).pathname));
    await payNow(page).click();
    expect((await failed).status()).toBe(503);
    await alert.getByText('Error initiating payment', { exact: true }).waitFor();
    expect(await page.getByLabel('CVC').inputValue()).toBe('123');
    await page.unrouteAll();
    // The notice took the focus when it appeared. A later change of the cart does not move the focus back to it.
    await removeButton(page, gone.invoiceNumber).click();
    await removeButton(page, gone.invoiceNumber).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(removeButton(page, left.invoiceNumber))).toBe(true);
    expect(await alert.count()).toBe(1);
    const { promise: waiting, resolve: answer } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => INITIATE.test(pathname),
      async (route) => {
        await waiting;
        const metadata: PaymentOutcome['metadata'] = {
          customerNumber: '1',
          customerEmail: PAYER,
          customerPhone: '4235550142',
          invoices: cart.invoices.map(({ documentDate: _date, discountExpiryDate: _expiry, ...invoice }) => ({
            ...invoice,
            strStatusMessage: 'Pending',
          })),
        };
        const problem = {
          title: 'Some of the values sent are not valid.',
          status: 400,
          errors: { cvv: ['CVC must be 3 or 4 digits'] },
          metadata,
        };
        await route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(problem) });
      },
    );
    await payNow(page).click();
    await page.getByRole('button', { name: 'Initiating Payment' }).waitFor();
    expect(await payNow(page).isDisabled()).toBe(true);
    answer();
    await heading(page, 'Payment Failed!').waitFor();
    await heading(page, 'Validation Errors').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'CVC must be 3 or 4 digits' }).waitFor();
    await expect.poll(async () => (await api.cart()).invoices.length).toBe(0);

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Return invoices to cart' }).click();
    await payNow(page).waitFor();
    // A second Enter keeps the cart.
    const emptying = page.getByRole('button', { name: 'Empty cart' });
    await emptying.press('Enter');
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Keep', exact: true }))).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(emptying)).toBe(true);
    await emptying.press('Enter');
    await page.getByRole('button', { name: 'Remove all' }).press('Enter');
    await expect.poll(() => hasFocus(page.getByRole('main').getByText('No Items Available', { exact: true }))).toBe(true);
    expect(await payNow(page).isDisabled()).toBe(true);
    await page.getByLabel('Cart, 0 invoices').waitFor();
    expect((await api.cart()).invoices).toEqual([]);
    // Going back does not reload the document.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('link', { name: 'Back to invoices' }).click();
    await page.waitForURL(at('/invoices'));
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
