import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_CARD, heading, payNow } from './checkout-world.ts';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { playedVideo, watchVideo } from './harness/entry-video.ts';
import { go } from './harness/kept-tabs.ts';
import { unexpected } from './harness/network.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { signIn } from './harness/sign-in.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { at } from './harness/url.ts';
import { type MoneyApi, moneyApiOf, PAYER } from './money-world.ts';

const VIDEO_FILE = join(import.meta.dirname, '../apps/web/src/pages/landing/entry-video.webm');

/** A supplier whose color is neither dark enough for white text nor light enough for the portal's default text color. */
const BRAND = {
  platformName: 'Harlan & Sons Aggregate and Block Company of the Cumberland Plateau',
  documentTitle: 'Harlan & Sons',
  logoUrl: 'https://cdn.harlan.example/logo.svg',
  accentColor: '#7a7f84',
  supportPhone: '9315550199',
  supportEmail: 'dispatch.office@harlan.example',
  privacyPolicyUrl: 'https://harlan.example/privacy',
  showWelcomeMessage: false,
  entryVideoUrl: 'https://cdn.harlan.example/entry.webm',
};
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="#7a7f84"/></svg>';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let api: MoneyApi;
const folder = mkdtempSync(join(tmpdir(), 'yardage-brand-'));

beforeAll(async () => {
  const file = join(folder, 'brand.json');
  writeFileSync(file, JSON.stringify(BRAND));
  const env = { BRANDING_FILE: file, SANDBOX_LATENCY_MS: '0', SANDBOX_SETTLE_SECONDS: '1', PAYMENT_FIELDS: 'hosted' };
  [portal, browser] = await Promise.all([startPortal({ env }), openBrowser()]);
  open = signedInPages(browser, portal.url);
  api = await moneyApiOf(portal.url, PAYER);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('another brand', () => {
  it('SHL-24 shows its name, logo, title, contacts and colour everywhere, light on a desktop and dark on a phone', async () => {
    const { page, problems, close } = await browser.openPage({ reducedMotion: 'no-preference' });
    const asked: string[] = [];
    await page.route('https://cdn.harlan.example/**', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.request().url().endsWith('.svg')
        ? route.fulfill({ contentType: 'image/svg+xml', body: LOGO })
        : route.fulfill({ contentType: 'video/webm', path: VIDEO_FILE });
    });
    await watchVideo(page, { isHeld: true });
    const isNotCut = async () => expect(await isWiderThanWindow(page)).toBe(false);
    const becomePhone = async () => {
      await page.setViewportSize(VIEWPORTS.phone.viewport);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    };
    await page.goto(portal.url);
    await page.getByRole('heading', { level: 1, name: 'Sign in to your account' }).waitFor();
    await page.getByText(BRAND.platformName, { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe('Harlan & Sons');
    expect(await page.getByRole('link', { name: '(931) 555-0199' }).getAttribute('href')).toBe('tel:+19315550199');
    expect(await page.getByRole('link', { name: BRAND.supportEmail }).getAttribute('href')).toBe(`mailto:${BRAND.supportEmail}`);
    expect(await page.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe(BRAND.privacyPolicyUrl);
    await expect.poll(() => playedVideo(page)).toBeDefined();
    expect(asked).toEqual(expect.arrayContaining(['/logo.svg', '/entry.webm']));
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('button', { name: 'Sign in' }).hover();
    expect(await findBarriers(page)).toEqual([]);
    await isNotCut();
    await becomePhone();
    expect(await findBarriers(page)).toEqual([]);
    await isNotCut();

    await signIn(page, portal.url, 'owner@example.com');
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    await expect.poll(() => page.title()).toBe('Dashboard · Harlan & Sons');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const logo = page.locator('img').first();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(80);
    await page.getByRole('button', { name: 'Close menu' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await isNotCut();
    expect(problems).toEqual([]);
    await close();
  });
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
  it('APY-05 PAY-18 take a card and a bank account in a frame of another origin; our API gets references and never the number', async () => {
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
    const check = await holdProcessor(page);
    await frame.getByLabel('Cardholder name').press('Enter');
    const paying = page.getByRole('button', { name: 'Initiating Payment' });
    await paying.waitFor();
    expect(await paying.isDisabled()).toBe(true);
    check();
    await page.waitForURL(at('/invoices/payment'));
    await heading(page, 'Payment Completed!').waitFor();
    const payment = sent.find((text) => text.includes('initiate')) ?? '';
    expect([payment.includes('"paymentMethod":"Hosted"'), sent.some((text) => text.includes(GOOD_CARD))]).toEqual([true, false]);

    await page.setViewportSize(VIEWPORTS.phone.viewport);
    await go(page, '/payments/methods');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await frame.getByLabel('Cardholder name').fill('Dana W.');
    // The frame of the other method is loaded like the first one: until it is ready, a skeleton has its place.
    const loading = Promise.withResolvers<void>();
    await page.route(/[?&]kind=check/, async (route) => {
      await loading.promise;
      await route.fallback();
    });
    await page.getByRole('tab', { name: 'Bank account' }).click();
    const skeleton = page.locator('fieldset:has(iframe[title="Bank account"]) > [aria-hidden=true]');
    await skeleton.waitFor({ state: 'attached' });
    loading.resolve();
    await skeleton.waitFor({ state: 'detached' });
    const bank = page.frameLocator('iframe[title="Bank account"]');
    await bank.getByLabel('Bank account number').fill('000333333338');
    await bank.getByLabel('Routing number').fill('110000000');
    await bank.getByLabel('Account holder name').fill('Dana Whitfield');
    expect(await isWiderThanWindow(page)).toBe(false);
    // Both keep what was typed while the other one is shown.
    await page.getByRole('tab', { name: 'Card' }).click();
    await frame.getByLabel('Cardholder name').waitFor();
    expect(await frame.getByLabel('Cardholder name').inputValue()).toBe('Dana W.');
    await page.getByRole('tab', { name: 'Bank account' }).click();
    await bank.getByLabel('Bank account number').waitFor();
    expect(await bank.getByLabel('Bank account number').inputValue()).toBe('000333333338');
    const dialog = page.getByRole('dialog');
    const answer = await holdProcessor(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    // While the processor is asked, the form can neither be left nor become another one.
    await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Card' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('tab', { name: 'Bank account' }).getAttribute('aria-selected')).toBe('true');
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
