import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutOf, fillCard, GOOD_CARD, heading, payNow } from './checkout-world.ts';
import { at } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, openBrowser, type TestBrowser } from './harness/browser.ts';
import { unexpected } from './harness/network.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { dollars, type MoneyApi, moneyApiOf, PAYER } from './money-world.ts';

const OWNER = 'owner@example.com';
let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let api: MoneyApi;
let unpaid: string[];

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal({ env: { SANDBOX_LATENCY_MS: '0' } }), openBrowser()]);
  open = signedInPages(browser, portal.url);
  api = await moneyApiOf((await open(PAYER, '/invoices')).page);
  unpaid = (await api.openInvoices()).map(({ documentNumber }) => documentNumber);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

describe('payments that are made later', () => {
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
    await page.getByLabel('Day', { exact: true }).fill('2027-01-15');
    await page.getByRole('button', { name: 'Schedule payment' }).click();
    await toastRegion(page).getByText('Payment scheduled for 01/15/2027').waitFor();
    expect((await api.cart()).invoices).toEqual([]);

    await page.getByRole('link', { name: 'Scheduled Payments' }).click();
    const row = page.getByRole('row').filter({ hasText: '01/15/2027' });
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
    await owner.page.getByRole('button', { name: 'Change' }).click();
    await owner.page.getByLabel('Amount').fill('1');
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText('$1.00, set by').waitFor();

    await api.fillCart(unpaid.splice(0, 1));
    const { page, problems, close } = await open(PAYER, '/payments/methods', { size: 'phone' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await fillCard(page, GOOD_CARD);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('ending in 4242').first().waitFor();
    await page.goto(`${portal.url}/invoices/checkout`);
    await page.getByText('Payments above $1.00 need the approval of a second person').first().waitFor();
    expect(await payNow(page).isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Saved' }).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await toastRegion(page).getByText('The payment waits for approval').waitFor();
    expect(await isCut(page)).toBe(false);
    await close();

    await owner.page.reload();
    await owner.page.getByRole('button', { name: 'Approve', exact: true }).click();
    const approved = Promise.withResolvers<void>();
    await owner.page.route(/\/planned\/\d+\/approve/, async (route) => {
      await approved.promise;
      await route.continue();
    });
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    // While the payment is made, the dialog cannot be closed.
    await owner.page.keyboard.press('Escape');
    expect(await owner.page.getByRole('dialog').getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    approved.resolve();
    await toastRegion(owner.page).getByText('Paid').waitFor();
    await owner.page.getByText('Nothing waits for approval.').waitFor();
    expect(unexpected(problems)).toEqual([]);
    await owner.close();
  });
});
