import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenSignedIn, VisitOptions } from './harness/signed-in.ts';
import { PAYER } from './money-world.ts';

export const INITIATE = /\/payments\/initiate$/;
export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';

export const payNow = (page: Page): Locator => page.getByRole('button', { name: /^(Pay Now|Initiating Payment)$/ });
export const heading = (page: Page, text: string): Locator => page.getByRole('heading', { name: text, exact: true });

/** Opens the checkout and waits until it can be filled in. */
export async function checkoutOf(open: OpenSignedIn, options?: VisitOptions, payer = PAYER) {
  const opened = await open(payer, '/invoices/checkout', options);
  await payNow(opened.page).waitFor();
  await expect.poll(() => opened.page.getByLabel('Email').inputValue()).toContain('@');
  return opened;
}

export async function fillCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByLabel('Expiry').fill('1249');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Dana Whitfield');
  await fillAddress(page);
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street').fill('5080 Thrasher Pike');
  await page.getByLabel('City').fill('Hixson');
  await page.getByLabel('State', { exact: true }).selectOption('TN');
  await page.getByLabel('ZIP code').fill('37343');
}
