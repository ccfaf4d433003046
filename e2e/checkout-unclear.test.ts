import type { Cart, CartInvoice } from '@yardage/contract/carts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkoutOf, DECLINED_CARD, fillCard, GOOD_CARD, heading, INITIATE, payNow } from './checkout-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser } from './harness/browser.ts';
import { loseCalls, unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { endSession, expireTokens, sessionEnded, signInAgain } from './harness/sign-in-again.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { type MoneyApi, moneyApiOf, PAYER, payingPortal } from './money-world.ts';

const SETTLE = /\/attempts\/settle$/;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let api: MoneyApi;
let unpaid: string[];
let cart: Cart;

beforeAll(async () => {
  [portal, browser] = await Promise.all([payingPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
  api = await moneyApiOf(portal.url, PAYER);
  unpaid = (await api.openInvoices()).map(({ documentNumber }) => documentNumber);
});
afterAll(async () => {
  await browser?.close();
});
beforeEach(async () => {
  cart = await api.fillCart(unpaid.splice(0, 2));
});

/** Lets payments reach the server but holds the responses. `charged` resolves once the server has responded. */
async function keepAnswers(page: Page) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered: () => void = () => undefined;
  const charged = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.route(
    ({ pathname }) => INITIATE.test(pathname),
    async (route) => {
      const response = await route.fetch();
      answered();
      await released;
      // The page that waited for the response may be gone.
      await route.fulfill({ response }).catch(() => undefined);
    },
  );
  return { charged, release: () => release() };
}

describe('a payment with an unknown outcome', () => {
  it('API-34 PAY-41 says that it may have gone through, never to pay again, and shows its result once the server answers', async () => {
    const { page, problems, close } = await checkoutOf(open, { size: 'phone', colorScheme: 'dark' });
    await fillCard(page, GOOD_CARD);
    await page.route(
      ({ pathname }) => INITIATE.test(pathname),
      async (route) => {
        await route.fetch();
        await route.abort('connectionfailed');
      },
    );
    await loseCalls(page, SETTLE);
    await payNow(page).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('Your payment may have gone through', { exact: true }).waitFor();
    expect(await payNow(page).isDisabled()).toBe(true);
    expect(await alert.innerText()).not.toMatch(/pay again when/i);
    const history = new URL((await alert.getByRole('link', { name: 'Look in Payment History' }).getAttribute('href')) ?? '', portal.url);
    // The router quotes a string of digits, to tell it from a number.
    const wanted = JSON.stringify(cart.invoices[0]?.invoiceNumber);
    expect([history.pathname, history.searchParams.get('search')]).toEqual(['/paymentHistory', wanted]);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    // No card data is stored while the outcome is unknown.
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/4242|"123"/);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Ask now' }).click();
    await heading(page, 'Payment Completed!').waitFor();
    expect((await api.cart()).invoices).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('PAY-41 warns before a reload, and shows the result after it', async () => {
    const { page, problems, close } = await checkoutOf(open);
    await fillCard(page, GOOD_CARD);
    const { charged } = await keepAnswers(page);
    const warnings: string[] = [];
    page.on('dialog', (dialog) => {
      warnings.push(dialog.type());
      void dialog.accept();
    });
    await payNow(page).click();
    await charged;
    await page.reload();
    await heading(page, 'Payment Completed!').waitFor();
    expect(warnings).toEqual(['beforeunload']);
    // No payment is under way any more.
    expect(await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('PER-05 PAY-40 does not navigate a user who selected another customer, and shows the result on request', async () => {
    const { page, problems, close } = await checkoutOf(open, { isAlone: true }, 'owner@example.com');
    const selector = page.getByRole('banner').getByRole('combobox', { name: 'Customer number' });
    const paying = await selector.innerText();
    await fillCard(page, GOOD_CARD);
    const { charged, release } = await keepAnswers(page);
    await payNow(page).click();
    await charged;
    await selector.click();
    await page.getByRole('option').nth(1).click();
    await expect.poll(() => selector.innerText()).not.toBe(paying);
    const refused: string[] = [];
    page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())));
    release();
    await toastRegion(page).getByText('Payment Completed!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await toastRegion(page).getByRole('button', { name: 'View result' }).click();
    await heading(page, 'Payment Completed!').waitFor();
    await expect.poll(() => selector.innerText()).toBe(paying);
    for (const { invoiceNumber } of cart.invoices) await page.getByRole('link', { name: invoiceNumber, exact: true }).waitFor();
    expect(refused).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('a payment whose session ends', () => {
  const opening = { hasOwnSession: true, isAlone: true } as const;

  it('ERR-04 PAY-41 is not sent without a token: after signing in again in place, a notice says so, and the user can pay', async () => {
    const { page, close } = await checkoutOf(open, opening);
    await fillCard(page, GOOD_CARD);
    await expireTokens(page);
    await payNow(page).click();
    await sessionEnded(page).waitFor();
    await signInAgain(page, PAYER);
    await sessionEnded(page).waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText('No payment was made and nothing was charged.').waitFor();
    await payNow(page).click();
    await heading(page, 'Payment Completed!').waitFor();
    await close();
  });

  it('ERR-04 PAY-41 shows its result after the next sign-in in place, if its answer was lost', async () => {
    const { page, close } = await checkoutOf(open, opening);
    await fillCard(page, GOOD_CARD);
    await page.route(
      ({ pathname }) => INITIATE.test(pathname),
      async (route) => {
        await route.fetch();
        await endSession(page);
        await route.abort('connectionfailed');
      },
    );
    await payNow(page).click();
    await sessionEnded(page).waitFor();
    await signInAgain(page, PAYER);
    await heading(page, 'Payment Completed!').waitFor();
    expect((await api.cart()).invoices).toEqual([]);
    await close();
  });
});

describe('a declined payment', () => {
  it('PAY-40 RES-02 RES-03 clears the cart; its invoices are not pending, the possible ones are returned to the cart, the others named', async () => {
    const { page, problems, close } = await checkoutOf(open);
    const [first, second] = cart.invoices as [CartInvoice, CartInvoice];
    await fillCard(page, DECLINED_CARD);
    await payNow(page).click();
    await heading(page, 'Payment Failed!').waitFor();
    await page.getByText('The card was declined.').first().waitFor();
    expect(await page.locator('svg[data-animated]').count()).toBe(0);
    expect(await page.getByRole('main').getByText('Pending', { exact: true }).count()).toBe(0);
    await page.getByLabel('Cart, 0 invoices').waitFor();
    expect(await api.payOne(cart, first.invoiceNumber, GOOD_CARD)).toBe(200);
    await page.getByRole('button', { name: 'Return invoices to cart' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('1 of 2 invoices could not be returned to the cart').waitFor();
    await alert.getByText(first.invoiceNumber).waitFor();
    expect((await api.cart()).invoices.map(({ invoiceNumber }) => invoiceNumber)).toEqual([second.invoiceNumber]);
    await alert.getByRole('button', { name: 'Go to checkout' }).click();
    await page.getByRole('rowheader', { name: second.invoiceNumber, exact: true }).waitFor();
    // Only the card is typed again.
    for (const [label, value] of Object.entries({ 'Card number': '', CVC: '', Street: '5080 Thrasher Pike' }))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    expect((await api.cart()).totalAmountWithDiscount).toBe(second.amountWithDiscount);
    expect(problems).toEqual([]);
    await close();
  });
});
