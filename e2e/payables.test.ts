import { formatDay } from '@yardage/domain/dates';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkoutOf, DECLINED_CARD, fillCard, GOOD_CARD, heading, payNow } from './checkout-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import type { Portal } from './harness/portal.ts';
import { dayIn } from './harness/recent-days.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { at } from './harness/url.ts';
import { dollars, type MoneyApi, moneyApiOf, PAYER, payingPortal } from './money-world.ts';

const OWNER = 'owner@example.com';
/** The demo's customer with an open credit of 180 dollars. */
const CUSTOMER = 'G220733';
/** The sandbox refunds half of what this card pays, after a while. */
const HALF_REFUNDED = '4000000000007726';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([payingPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
});

describe('payments that are made later', () => {
  let api: MoneyApi;
  let unpaid: string[];
  beforeAll(async () => {
    api = await moneyApiOf(portal.url, PAYER);
    unpaid = (await api.openInvoices()).map(({ documentNumber }) => documentNumber);
  });

  it('APY-05 APY-06 saves a card while paying, schedules the next cart with it, and stops that', async () => {
    await api.fillCart(unpaid.splice(0, 1));
    const { page, problems, close } = await checkoutOf(open);
    await fillCard(page, GOOD_CARD);
    await page.getByLabel('Save this card for next time').check();
    await payNow(page).click();
    await page.waitForURL(at('/invoices/payment'));
    await heading(page, 'Payment Completed!').waitFor();

    const cart = await api.fillCart(unpaid.splice(0, 2));
    // Nothing is sent before the payer's email is known.
    const details = Promise.withResolvers<void>();
    await page.route(/\/customers\/[^/]+\/details/, async (route) => {
      await details.promise;
      await route.continue();
    });
    await page.goto(`${portal.url}/invoices/checkout`);
    await page.getByRole('tab', { name: 'Saved' }).click();
    await page.getByRole('radio', { name: /4242/ }).waitFor();
    await page.getByText('Your email address has to be loaded before you can pay.').waitFor();
    expect(await payNow(page).isDisabled()).toBe(true);
    details.resolve();
    await expect.poll(() => payNow(page).isEnabled()).toBe(true);
    await page.getByRole('radio', { name: 'On a day' }).check();
    const later = dayIn('America/New_York', 60);
    await page.getByLabel('Day', { exact: true }).fill(later);
    await page.getByRole('button', { name: 'Schedule payment' }).click();
    await toastRegion(page)
      .getByText(`Payment scheduled for ${formatDay(later)}`)
      .waitFor();
    expect((await api.cart()).invoices).toEqual([]);

    await page.getByRole('link', { name: 'Scheduled Payments' }).click();
    const row = page.getByRole('row').filter({ hasText: formatDay(later) });
    await row.getByText(dollars(cart.totalAmount).slice(1)).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await row.getByRole('button', { name: /^Stop/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('row').filter({ hasText: 'Stopped by hand' }).waitFor();

    await page.getByRole('link', { name: 'Payment Methods' }).click();
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No card or bank account is saved yet.').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('APY-07 above the limit, a payment by phone waits until a second person approves it', async () => {
    const owner = await open(OWNER, '/payments/approvals');
    onTestFinished(async () => {
      const ofOwner = await moneyApiOf(portal.url, OWNER);
      expect(await ofOwner.setApprovalLimit(null)).toBe(200);
    });
    await owner.page.getByRole('button', { name: 'Change' }).click();
    await owner.page.getByLabel('Amount').fill('1');
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText('$1.00, set by').waitFor();

    const cart = await api.fillCart(unpaid.splice(0, 1));
    const { page, problems, close } = await open(PAYER, '/payments/methods', { size: 'phone' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await fillCard(page, GOOD_CARD);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('ending in 4242').first().waitFor();
    await go(page, '/invoices/checkout');
    await page.getByText('Payments above $1.00 need the approval of a second person').first().waitFor();
    expect(await payNow(page).isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Saved' }).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await toastRegion(page).getByText('The payment waits for approval').waitFor();
    expect(await isWiderThanWindow(page)).toBe(false);
    await close();

    await owner.page.reload();
    await owner.page.getByRole('button', { name: /^Approve \$/ }).click();
    const listed = owner.page.getByRole('dialog').getByRole('list', { name: 'Invoices' });
    expect(await listed.innerText()).toContain(cart.invoices[0]?.invoiceNumber);
    expect(await listed.innerText()).toContain(dollars(cart.totalAmountWithDiscount));
    const approved = Promise.withResolvers<void>();
    await owner.page.route(/\/planned\/\d+\/approve/, async (route) => {
      await approved.promise;
      await route.continue();
    });
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    // While the payment is made, the dialog cannot be closed.
    const closing = owner.page.getByRole('dialog').getByRole('button', { name: 'Close' });
    await expect.poll(() => closing.isDisabled()).toBe(true);
    await owner.page.keyboard.press('Escape');
    expect(await closing.isDisabled()).toBe(true);
    approved.resolve();
    await toastRegion(owner.page).getByText('Paid').waitFor();
    await owner.page.getByText('Nothing waits for approval.').waitFor();
    // The line and its button are gone. The focus is at the heading above them.
    await expect.poll(() => owner.page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    expect(unexpected(problems)).toEqual([]);
    await owner.close();
  });

  it('APY-05 APY-06 ERR-12 saved methods that cannot be loaded say so at the checkout and beside autopay, with a retry', async () => {
    await api.fillCart(unpaid.splice(0, 1));
    const { page, problems, close } = await open(PAYER, '/dashboard');
    await failCalls(page, /\/payments\/[^/]+\/methods$/, 500, { code: 'internal-error', title: 'Something went wrong on our side.' });
    await go(page, '/payments/scheduled');
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    expect(await page.getByText('A rule needs a saved card').count()).toBe(0);
    await go(page, '/invoices/checkout');
    await page.getByRole('tab', { name: 'Saved' }).click();
    await retry.waitFor();
    await page.unrouteAll();
    await retry.click();
    await page.getByRole('radio', { name: /4242/ }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('a part of an invoice', () => {
  let api: MoneyApi;
  let unpaid: string[];
  beforeAll(async () => {
    api = await moneyApiOf(portal.url, OWNER, CUSTOMER);
    unpaid = (await api.openInvoices()).filter(({ currentAmount }) => currentAmount > 1_000).map(({ documentNumber }) => documentNumber);
  });
  const openCheckout = (options = {}) => open(OWNER, `/invoices/checkout?customer=${CUSTOMER}`, options);
  const openOf = async (invoiceNumber: string) =>
    (await api.openInvoices()).find(({ documentNumber }) => documentNumber === invoiceNumber)?.currentAmount;

  it('APY-02 APY-04 is typed at checkout with the keyboard and paid; the rest stays open, and a refund is shown with the payment', async () => {
    const [number = ''] = unpaid.splice(0, 1);
    const cart = await api.fillCart([number]);
    const whole = cart.invoices[0]?.openAmount ?? 0;
    const { page, problems, close } = await openCheckout();
    const amount = page.getByRole('button', { name: `Change the amount for ${number}` });
    await amount.press('Enter');
    const field = page.getByLabel(`Amount for ${number}`);
    await field.fill(String(whole + 1));
    await page.getByText(`Enter an amount from $0.01 to ${dollars(whole)}.`).waitFor();
    await field.press('Escape');
    await amount.press('Enter');
    await field.fill('250');
    await field.press('Enter');
    await page.getByText(`of ${dollars(whole)} open`).waitFor();
    await expect.poll(() => amount.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    // Undoing a removal brings the part back, not the whole invoice.
    await page.getByRole('button', { name: `Remove invoice ${number}` }).click();
    await page.getByRole('button', { name: 'Put back' }).click();
    await page.getByText(`of ${dollars(whole)} open`).waitFor();
    await fillCard(page, HALF_REFUNDED);
    // Nothing is paid while an amount is wrong, or while a new one is on its way to the server.
    const charges: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/payments/initiate')) charges.push(request.url());
    });
    await amount.click();
    await field.fill('100.555');
    await payNow(page).click();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText(/^Enter an amount from/).waitFor();
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/carts?\b/, async (route) => {
      if (route.request().method() !== 'GET') await held;
      await route.continue();
    });
    await field.fill('250.5');
    await payNow(page).click();
    await page.waitForTimeout(200);
    expect(charges).toEqual([]);
    answer();
    await page.getByText('$250.50').first().waitFor();
    await page.unroute(/\/carts?\b/);
    await amount.press('Enter');
    await field.fill('250');
    await field.press('Enter');
    await page.getByRole('form', { name: 'Payment' }).getByText('$250.00').waitFor();
    await payNow(page).click();
    await heading(page, 'Payment Completed!').waitFor();
    expect(charges).toHaveLength(1);
    await page.getByText('$250.00').first().waitFor();
    // The processor refunds half of it right afterwards.
    await expect.poll(() => openOf(number), { timeout: 30_000 }).toBe(Math.round((whole - 125) * 100) / 100);
    await go(page, `/paymentHistory?customer=${CUSTOMER}&search=${number}`);
    await page.getByRole('link', { name: /^CRT/ }).first().click();
    await page.getByRole('dialog').getByText('Refunded', { exact: true }).waitFor();
    await page.getByRole('dialog').getByText('-125.00', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('APY-01 is covered by a credit on a phone without a card, and the credit memo says so', async () => {
    const [number = ''] = unpaid.splice(0, 1);
    await api.fillCart([number]);
    const { page, problems, close } = await openCheckout({ size: 'phone', colorScheme: 'dark' });
    await page.getByRole('button', { name: `Change the amount for ${number}` }).click();
    await page.getByLabel(`Amount for ${number}`).fill('100.25');
    await page.getByLabel(`Amount for ${number}`).press('Enter');
    await page
      .getByText(/^of \$[\d,.]+ open$/)
      .first()
      .waitFor();
    // What is typed survives the change from card to credits and back. The box is checked when the server has answered.
    await page.getByLabel('Card number').fill(GOOD_CARD);
    const useCredit = page.getByRole('checkbox', { name: /^Use credit CM/ });
    await useCredit.click();
    await page.getByText('Your credits cover these invoices. Nothing is charged.').waitFor();
    expect([await page.getByLabel('Card number').isVisible(), await payNow(page).count()]).toEqual([false, 0]);
    await useCredit.click();
    await payNow(page).waitFor();
    expect((await page.getByLabel('Card number').inputValue()).replaceAll(' ', '')).toBe(GOOD_CARD);
    await useCredit.click();
    await page.getByText('Your credits cover these invoices. Nothing is charged.').waitFor();
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply credits' }).click();
    await heading(page, 'Payment Completed!').waitFor();
    await go(page, `/credits?customer=${CUSTOMER}&state=open`);
    await page.getByRole('link', { name: /^CM/ }).click();
    const drawer = page.getByRole('dialog', { name: /^Credit memo CM/ });
    await drawer.getByText('$79.75').first().waitFor();
    await drawer.getByText(number).waitFor();
    expect(await isWiderThanWindow(page)).toBe(false);

    // The rest of the credit and a card together.
    await api.fillCart([number]);
    await page.goto(`${portal.url}/invoices/checkout?customer=${CUSTOMER}`);
    // The box is checked when the server has answered.
    await page.getByRole('checkbox', { name: /^Use credit CM/ }).click();
    await page.getByText('-$79.75').waitFor();
    // After a failed payment the credit is chosen again, so that the second try does not charge more.
    await fillCard(page, DECLINED_CARD);
    await payNow(page).click();
    await heading(page, 'Payment Failed!').waitFor();
    await page.getByRole('button', { name: 'Return invoices to cart' }).click();
    await page.getByRole('form', { name: 'Payment' }).waitFor();
    await page.getByText('-$79.75').waitFor();
    await fillCard(page, GOOD_CARD);
    await payNow(page).click();
    await heading(page, 'Payment Completed!').waitFor();
    await page.getByText('From credits').first().waitFor();
    expect(await openOf(number)).toBeUndefined();
    expect(problems).toEqual([]);
    await close();
  });
});
