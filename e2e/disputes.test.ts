import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS, type ViewportName } from './harness/browser.ts';
import { menuCount } from './harness/menu.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import { PAYER } from './money-world.ts';

const CREDIT = 'credit@example.com';
let portal: ReturnType<typeof sharedPortal>;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  portal = sharedPortal();
  browser = await openBrowser();
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

const panel = (page: Page, name: RegExp) => page.getByRole('dialog', { name });

/** Fails if the page has barriers, on an office screen or on a phone, or scrolls sideways on a phone. */
async function expectSound(page: Page, size: ViewportName): Promise<void> {
  if (size === 'desktop') expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize(VIEWPORTS.phone.viewport);
  await expect.poll(() => isWiderThanWindow(page)).toBe(false);
  if (size === 'phone') expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize(VIEWPORTS.desktop.viewport);
}

describe('a disputed invoice', () => {
  it('APY-03 APY-08 STF-09 goes from the mark in the list to the credit desk and back, live on both sides', async () => {
    const desk = await open(CREDIT, '/desk/disputes');
    await desk.page.getByText('No dispute waits for an answer.').waitFor();
    const { page, problems, close } = await open(PAYER, '/invoices?review=attention');
    await page.getByRole('main').getByText('3 invoices', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Check' }).getByRole('option', { name: 'Needs attention (3)' }).waitFor({ state: 'attached' });

    // The invoices are looked at one after the other, until the one whose quantity differs.
    const links = page.getByRole('main').getByRole('link', { name: /^\d{7}$/ });
    const found = panel(page, /^Invoice \d+$/)
      .getByRole('listitem')
      .filter({ hasText: 'Quantity differs' });
    for (const number of await links.allInnerTexts()) {
      await page.getByRole('link', { name: number, exact: true }).click();
      await panel(page, new RegExp(`^Invoice ${number}$`))
        .getByText('Check before paying')
        .waitFor();
      if (await found.isVisible()) break;
      await page.keyboard.press('Escape');
      await panel(page, /^Invoice/).waitFor({ state: 'hidden' });
    }
    expect(await found.innerText()).toMatch(/Billed [\d.]+ \w+, ticket [\d.]+ \w+\./);
    await expectSound(page, 'phone');
    await found.getByRole('button', { name: 'Dispute this' }).click();

    const form = page.getByRole('form', { name: /^Dispute invoice/ });
    expect(await form.getByLabel('Reason').inputValue()).toBe('quantity');
    expect(await form.getByLabel(/^Disputed quantity/).inputValue()).toBe('1');
    const amount = await form.getByLabel('Disputed amount (USD)').inputValue();
    expect(Number(amount)).toBeGreaterThan(50);
    await form.getByLabel('What is wrong?').fill('');
    await form.getByRole('button', { name: 'Send dispute' }).click();
    await form.getByText('Say what is wrong.').waitFor();
    await form.getByLabel('What is wrong?').fill('The foreman signed for one yard less.');
    const bytes = Buffer.from('%PDF-1.4\n%%EOF\n');
    await form.locator('input[type=file]').setInputFiles({ name: 'signed ticket.pdf', mimeType: 'application/pdf', buffer: bytes });
    await expectSound(page, 'desktop');
    await form.getByRole('button', { name: 'Send dispute' }).click();
    await toastRegion(page).getByText('The credit desk has your dispute.').waitFor();
    await panel(page, /^Invoice/)
      .getByText('Undisputed rest')
      .waitFor();

    // The desk's list and menu were open all the time.
    const counted = menuCount(desk.page, 'Disputes');
    await counted.filter({ hasText: /^1$/ }).waitFor();
    await desk.page
      .getByRole('main')
      .getByRole('link', { name: /^\d{7}$/ })
      .click();
    const answering = panel(desk.page, /^Dispute of invoice/);
    await answering.getByText('The foreman signed for one yard less.').waitFor();
    await answering.getByRole('button', { name: 'Save signed ticket.pdf' }).waitFor();
    await expectSound(desk.page, 'desktop');
    await panel(page, /^Invoice/)
      .getByRole('button', { name: /open the dispute of Ticket/ })
      .last()
      .click();
    await panel(page, /^Dispute of invoice/)
      .getByText('The foreman signed for one yard less.')
      .waitFor();
    await answering.getByLabel('Message to the customer').fill('You are right. The credit follows this week.');
    await answering.getByRole('button', { name: 'Send answer' }).click();
    await toastRegion(desk.page).getByText('The answer was sent.').waitFor();
    await counted.waitFor({ state: 'detached' });

    // The customer's panel was open all the time.
    await panel(page, /^Dispute of invoice/)
      .getByText('You are right. The credit follows this week.')
      .waitFor();
    await panel(page, /^Dispute of invoice/)
      .getByText('Credit promised', { exact: true })
      .waitFor();
    await expectSound(page, 'phone');
    await page.getByRole('button', { name: 'Withdraw dispute' }).click();
    await page.getByRole('dialog', { name: 'Withdraw the dispute?' }).getByRole('button', { name: 'Withdraw dispute' }).click();
    await toastRegion(page).getByText('The dispute was withdrawn.').waitFor();
    await answering.getByText('Withdrawn', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    expect(desk.problems).toEqual([]);
    await Promise.all([close(), desk.close()]);
  });
});
