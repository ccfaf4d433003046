import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../apps/server/src/testing/zip-reader.ts';
import { holdAnswers } from './chat-world.ts';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

/** The owner of another company, whose cart no other test fills. */
const OWNER = 'other@example.com';
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(() => browser?.close());

const amountIn = (text: string): number => Number(text.replace(/[^\d.]/g, ''));

describe('tools for those who pay', () => {
  it('APY-09 plans by discount: less cash keeps less, and what is planned goes into the cart', async () => {
    const { page, problems, close } = await open(OWNER, '/invoices');
    await page.getByRole('link', { name: 'Discount planner' }).click();
    const figure = (label: string) => page.locator('dt', { hasText: label }).locator('+ dd');
    const all = amountIn((await figure('Cash that keeps every discount').innerText()) ?? '');
    const rows = page.getByRole('table', { name: 'Pay these' }).locator('tbody tr');
    const before = await rows.count();
    expect(before).toBeGreaterThan(1);
    for (const refused of ['a lot', '1,000,000,001']) {
      await page.getByLabel('Cash to spend').fill(refused);
      await page.getByText('Enter an amount, such as 25,000.00.').waitFor();
      await page.getByLabel('Cash to spend').fill('');
      await page.getByText('Enter an amount, such as 25,000.00.').waitFor({ state: 'detached' });
    }
    // Until the new plan arrives, the old one is marked as such, and its invoices cannot be put into the cart.
    const toCart = page.getByRole('button', { name: /^Put these in the cart/ });
    const outdated = page.locator('[data-stale][aria-busy=true]', { has: toCart });
    expect([await toCart.isEnabled(), await outdated.count()]).toEqual([true, 0]);
    const plans = await holdAnswers(page, ({ pathname }) => pathname.endsWith('/discount-plan'));
    await page.getByLabel('Cash to spend').fill((all / 2).toLocaleString('en-US', { maximumFractionDigits: 2 }));
    await plans.asked;
    await outdated.waitFor();
    expect(await toCart.isDisabled()).toBe(true);
    plans.release();
    await page.getByText('Not reached by the cash').waitFor();
    await expect.poll(() => toCart.isEnabled()).toBe(true);
    expect(await outdated.count()).toBe(0);
    await page.unrouteAll();
    await expect.poll(() => rows.count()).toBeLessThan(before);
    expect(amountIn(await figure('To pay').innerText())).toBeLessThanOrEqual(all / 2);
    expect(await page.getByRole('img', { name: /^Discount by day of payment/ }).count()).toBe(1);
    // Amount and day that are changed one right after the other both hold.
    const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
    const [cash, day] = [page.getByLabel('Cash to spend'), page.getByLabel('Day of the payment')];
    const [earlier, today] = [await cash.inputValue(), await day.inputValue()];
    await cash.fill('1');
    await day.fill('2031-05-06');
    await expect.poll(() => [asked().cash, asked().day]).toEqual(['"1"', '2031-05-06']);
    await cash.fill(earlier);
    await day.fill(today);
    await expect.poll(() => [asked().cash, asked().day]).toEqual([earlier, undefined]);
    await page.getByText('Not reached by the cash').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const count = await rows.count();
    await toCart.click();
    await page.getByText(new RegExp(`^${count} invoices? added to the cart$`)).waitFor();
    await expect.poll(() => rows.getByText('In the cart').count()).toBe(count);
    expect(problems).toEqual([]);
    await close();
  });

  it('APY-10 makes a pack in the background, shows its progress, and downloads it', async () => {
    const { page, problems, close } = await open(OWNER, '/close-out-packs');
    await page.getByText('You have made no pack yet').waitFor();
    await page.getByRole('button', { name: 'Make pack' }).click();
    await page.getByText('Choose a job of the list.').waitFor();
    // The last jobs of the list are the smallest ones.
    const job = await page.locator('datalist option').last().getAttribute('value');
    await page.getByRole('combobox', { name: 'Job', exact: true }).fill((job ?? '').toUpperCase());
    await page.getByRole('button', { name: 'Make pack' }).click();
    const pack = page.getByRole('table', { name: 'Your packs' }).locator('tbody tr').first();
    await pack.getByText(/\d+ tickets?/).waitFor();
    const button = pack.getByRole('button', { name: /^Download / });
    await button.waitFor({ timeout: 60_000 });
    expect(await findBarriers(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/^Close-out_.+\.zip$/);
    const files = readZip(readFileSync(await download.path()));
    expect([...files.keys()].slice(0, 2)).toEqual(['Summary.pdf', 'Index.csv']);
    const tickets = Number(/(\d+) tickets?/.exec(await pack.innerText())?.[1]);
    expect([...files.keys()].filter((name) => name.startsWith('Tickets/')).length).toBe(tickets);
    await pack.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('You have made no pack yet').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
