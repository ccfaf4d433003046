import { addDays, dayAt, formatDay, formatTime, momentAt } from '@yardage/domain/dates';
import { DAY_MS } from '@yardage/domain/durations';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import type { Portal } from './harness/portal.ts';
import { workerPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

/** The time zone of the accounts below. */
const TIME_ZONE = 'America/New_York';

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  [portal, browser] = await Promise.all([workerPortal(), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

/** Lets the page be shown again after days in the background, at the same time of day, also if clocks change in between. */
async function wakeAfter(page: Page, days: number): Promise<void> {
  const now = new Date();
  await page.clock.setFixedTime(momentAt(addDays(dayAt(now, TIME_ZONE), days), formatTime(now, TIME_ZONE), TIME_ZONE));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS;

async function openPour(): Promise<TestPage & { day: Locator; chosen: Locator; quantity: Locator; today: string }> {
  const opened = await open('field@example.com', '/requests', { isAlone: true });
  await opened.page.getByRole('button', { name: 'Request a pour' }).click();
  const form = opened.page.getByRole('form', { name: 'Request a pour' });
  const day = form.getByLabel('Other day');
  const today = (await day.getAttribute('min')) ?? '';
  const chosen = form.getByRole('group', { name: 'Day', exact: true }).locator('[aria-pressed]');
  return { ...opened, day, chosen, quantity: form.getByLabel('Quantity (CY)'), today };
}

describe('a page that stays open for days', () => {
  it('REQ-01 suggests a new day for a pour, also after something else was typed', async () => {
    const { page, day, quantity, today, close } = await openPour();
    await quantity.fill('21');
    const suggested = await day.inputValue();
    // A week later the same days are work days.
    await wakeAfter(page, 7);
    await expect.poll(() => day.inputValue()).toBe(addDays(suggested, 7));
    expect(await day.getAttribute('min')).toBe(addDays(today, 7));
    await close();
  });

  it('REQ-01 keeps the date of a chosen day, which is called today when it has come', async () => {
    const { page, day, chosen, today, close } = await openPour();
    await chosen.last().click();
    const date = await day.inputValue();
    await wakeAfter(page, daysBetween(today, date));
    await expect.poll(() => day.getAttribute('min')).toBe(date);
    expect(await day.inputValue()).toBe(date);
    // Late in the day it is not offered any more.
    const pressed = await chosen.and(page.locator('[aria-pressed=true]')).allInnerTexts();
    expect(pressed.filter((name) => name !== 'Today')).toEqual([]);
    await close();
  });

  it('APY-09 has the new date on the dashboard, and plans discounts from the new day on', async () => {
    const { page, close } = await open('owner@example.com', '/discount-planner', { isAlone: true });
    const day = page.getByLabel('Day of the payment');
    const today = await day.inputValue();
    await wakeAfter(page, 7);
    await expect.poll(() => day.inputValue()).toBe(addDays(today, 7));
    expect(await day.getAttribute('aria-invalid')).not.toBe('true');
    await page.clock.setFixedTime(Date.now());
    await go(page, '/dashboard');
    const dated = (date: string) => page.getByRole('main').getByText(formatDay(date), { exact: false }).first();
    await dated(today).waitFor();
    await wakeAfter(page, 7);
    await dated(addDays(today, 7)).waitFor();
    await close();
  });
});
