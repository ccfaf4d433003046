import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECLINED_CARD, fillCard, GOOD_CARD, heading, payNow } from './checkout-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, openBrowser, type TestBrowser } from './harness/browser.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { dollars, type MoneyApi, moneyApiOf } from './money-world.ts';

const OWNER = 'owner@example.com';
/** The demo's customer with an open credit of 180 dollars. */
const CUSTOMER = 'G220733';
/** The sandbox refunds half of what this card pays, after a while. */
const HALF_REFUNDED = '4000000000007726';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let api: MoneyApi;
let unpaid: string[];

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal({ env: { SANDBOX_SETTLE_SECONDS: '1', SANDBOX_LATENCY_MS: '0' } }), openBrowser()]);
  open = signedInPages(browser, portal.url);
  const { page } = await open(OWNER, `/invoices?customer=${CUSTOMER}`);
  api = await moneyApiOf(page);
  unpaid = (await api.openInvoices()).filter(({ currentAmount }) => currentAmount > 1_000).map(({ documentNumber }) => documentNumber);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

const openCheckout = (options = {}) => open(OWNER, `/invoices/checkout?customer=${CUSTOMER}`, options);
const openOf = async (invoiceNumber: string) =>
  (await api.openInvoices()).find(({ documentNumber }) => documentNumber === invoiceNumber)?.currentAmount;

describe('a part of an invoice', () => {
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
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
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
    await page.goto(`${portal.url}/paymentHistory?customer=${CUSTOMER}&search=${number}`);
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
    expect(await isCut(page)).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply credits' }).click();
    await heading(page, 'Payment Completed!').waitFor();
    await page.goto(`${portal.url}/credits?customer=${CUSTOMER}&state=open`);
    await page.getByRole('link', { name: /^CM/ }).click();
    const drawer = page.getByRole('dialog', { name: /^Credit memo CM/ });
    await drawer.getByText('$79.75').first().waitFor();
    await drawer.getByText(number).waitFor();
    expect(await isCut(page)).toBe(false);
    expect(problems).toEqual([]);
    await close();
    // The rest of the credit and a card together.
    await api.fillCart([number]);
    const desk = await openCheckout();
    await desk.page.getByRole('checkbox', { name: /^Use credit CM/ }).check();
    await desk.page.getByText('-$79.75').waitFor();
    // After a failed payment the credit is chosen again, so that the second try does not charge more.
    await fillCard(desk.page, DECLINED_CARD);
    await payNow(desk.page).click();
    await heading(desk.page, 'Payment Failed!').waitFor();
    await desk.page.getByRole('button', { name: 'Return invoices to cart' }).click();
    await desk.page.getByRole('form', { name: 'Payment' }).waitFor();
    await desk.page.getByText('-$79.75').waitFor();
    await fillCard(desk.page, GOOD_CARD);
    await payNow(desk.page).click();
    await heading(desk.page, 'Payment Completed!').waitFor();
    await desk.page.getByText('From credits').first().waitFor();
    expect(await openOf(number)).toBeUndefined();
    await desk.close();
  });
});
