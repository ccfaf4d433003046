import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_CARD, heading, payNow } from './checkout-world.ts';
import { at } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, openBrowser, type TestBrowser } from './harness/browser.ts';
import { unexpected } from './harness/network.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { type MoneyApi, moneyApiOf, PAYER } from './money-world.ts';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let api: MoneyApi;

beforeAll(async () => {
  const env = { SANDBOX_LATENCY_MS: '0', SANDBOX_SETTLE_SECONDS: '1', PAYMENT_FIELDS: 'hosted' };
  [portal, browser] = await Promise.all([startPortal({ env }), openBrowser()]);
  open = signedInPages(browser, portal.url);
  api = await moneyApiOf((await open(PAYER, '/invoices')).page);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

/** Lets the processor wait with its answer until the returned function is called. */
async function holdProcessor(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    () => true,
    async (route) => {
      if (route.request().method() === 'POST' && route.request().frame() !== page.mainFrame()) await promise;
      await route.fallback();
    },
  );
  return resolve;
}

/** Records what the page sends to our API. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  return sent;
}

describe("the processor's own fields", () => {
  it('APY-05 take a card in a frame of another origin; our API gets a reference and never the number', async () => {
    const [invoice] = await api.openInvoices();
    await api.fillCart([invoice?.documentNumber ?? '']);
    const { page, problems, close } = await open(PAYER, '/invoices/checkout');
    const sent = sentBy(page);
    const frame = page.frameLocator('iframe[title="Card"]');
    await frame.getByLabel('Card number').fill('4242 4242 4242 4241');
    await frame.getByLabel('Expiry').fill('12/49');
    await frame.getByLabel('CVC').fill('123');
    await frame.getByLabel('Cardholder name').fill('Dana Whitfield');
    await payNow(page).click();
    await frame.getByText('Card number is not valid').waitFor();
    expect(sent.filter((text) => text.includes('initiate'))).toEqual([]);
    // Neither page can read the other.
    const isApart = await page.evaluate(() => document.querySelector('iframe')?.contentDocument === null);
    expect([isApart, await findBarriers(page)]).toEqual([true, []]);
    await frame.getByLabel('Card number').fill(GOOD_CARD);
    await frame.getByLabel('Cardholder name').press('Enter');
    await page.waitForURL(at('/invoices/payment'));
    await heading(page, 'Payment Completed!').waitFor();
    const payment = sent.find((text) => text.includes('initiate')) ?? '';
    expect([payment.includes('"paymentMethod":"Hosted"'), sent.some((text) => text.includes(GOOD_CARD))]).toEqual([true, false]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('APY-05 save a bank account by phone, which is verified by two amounts', async () => {
    const { page, problems, close } = await open(PAYER, '/payments/methods', { size: 'phone' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('tab', { name: 'Bank account' }).click();
    const frame = page.frameLocator('iframe[title="Bank account"]');
    await frame.getByLabel('Bank account number').fill('000333333338');
    await frame.getByLabel('Routing number').fill('110000000');
    await frame.getByLabel('Account holder name').fill('Dana Whitfield');
    expect(await isCut(page)).toBe(false);
    const dialog = page.getByRole('dialog');
    const answer = await holdProcessor(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    // While the processor is asked, the form can neither be left nor become another one.
    await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Card' }).click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('tab', { name: 'Bank account' }).getAttribute('aria-selected')).toBe('true');
    answer();
    await page.getByText('To be verified').first().waitFor();
    const tell = async (first: string, second: string) => {
      await dialog.getByLabel('First amount in cents').fill(first);
      await dialog.getByLabel('Second amount in cents').fill(second);
      await dialog.getByRole('button', { name: 'Verify' }).click();
    };
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Verify' }).click();
    await tell('0.10', '11');
    await dialog.getByText('You have 4 more tries.').waitFor();
    await tell('$0.32', '45');
    await toastRegion(page).getByText('Bank account verified').waitFor();
    await page.getByText('Active').first().waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});
