import type { CustomerSummary, PossibleDiscounts, Today, TodaysDeliveries } from '@yardage/contract/dashboard';
import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { formatNumber } from '@yardage/domain/quantities';
import { rewardsBarPosition, tierOfSpend } from '@yardage/domain/rewards';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type PageOptions, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { linkOf } from './harness/url.ts';

const OWNER = 'owner@example.com';
const PHONE_BROWSER =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
let portal: ReturnType<typeof sharedPortal>;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  portal = sharedPortal();
  browser = await openBrowser();
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
});

const money = (dollars: number | null): string => formatMoney(Math.round((dollars ?? 0) * 100));
const cents = (dollars: number | null): number => Math.round((dollars ?? 0) * 100);
const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const tile = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Today at a glance' }).locator('a, div').filter({ hasText: label });
/** Returns the amount below its label, once both are visible. */
const sumWithinReach = async (page: Page): Promise<string> => {
  const figure = card(page, 'Discounts within reach').getByText('You can still keep', { exact: true }).locator('+ *');
  await figure.waitFor();
  return figure.innerText();
};

const selector = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Customer number' });

/** Opens the dashboard and collects the server's responses for its cards. */
async function openDashboard(email: string, options?: PageOptions) {
  const answers = new Map<string, unknown>();
  const gather = async (page: Page): Promise<void> => {
    page.on('response', async (response) => {
      const { pathname, searchParams } = new URL(response.url());
      const name = pathname.split('/').at(-1) ?? '';
      if (!pathname.startsWith('/api/customers/')) return;
      // The browser has no body of a call that the app cancelled; the repeated call has one.
      const body = await response.json().catch(() => undefined);
      if (body !== undefined) answers.set(searchParams.get('part') ?? name, body);
    });
  };
  const opened = await open(email, '/dashboard', { ...options, prepare: gather });
  const answer = async <T>(name: string): Promise<T> => {
    await expect.poll(() => answers.get(name)).toBeDefined();
    return answers.get(name) as T;
  };
  return { ...opened, answers, answer };
}

type Answer = <T>(name: string) => Promise<T>;

/** Banner, tiles and cards have the server's figures, each with its link. */
async function expectFigures(page: Page, answer: Answer): Promise<void> {
  const banner = page.getByRole('img', { name: 'Concrete being poured on a site' });
  await banner.waitFor();
  expect((await banner.boundingBox())?.width).toBeGreaterThan(600);
  await page.getByText('Welcome to Yardage', { exact: false }).waitFor();

  const day = await answer<Today>('today');
  const orders = tile(page, 'Today’s orders');
  await expect.poll(() => orders.innerText()).toContain(String(day.orders?.count));
  expect(await linkOf(orders)).toBe(`/orders?from=${day.date}&to=${day.date}`);
  await expect.poll(() => tile(page, 'Trucks on the road').innerText()).toContain(String(day.trucksOnTheRoad));
  expect(await linkOf(tile(page, 'Trucks on the road'))).toBe('/truck-tracking');

  const deliveries = await answer<TodaysDeliveries>('deliveries');
  expect(deliveries.items.length).toBeGreaterThan(0);
  for (const [index, { id, orderNumber, job, qtyOrdered, nextTruckAt }] of deliveries.items.entries()) {
    const line = card(page, 'Today’s deliveries').getByRole('listitem').nth(index);
    expect(await linkOf(line.getByRole('link', { name: orderNumber, exact: true }))).toBe(`/orders?order=${id}`);
    const text = await line.innerText();
    for (const part of [job, ` of ${formatNumber(qtyOrdered)} `]) expect(text).toContain(part);
    expect(text.match(/Next truck\s+(about \d\d:\d\d|due now)/) !== null).toBe(nextTruckAt !== null);
  }
  expect(await linkOf(card(page, 'Today’s deliveries').getByRole('link', { name: 'All of today’s orders' }))).toBe(
    `/orders?from=${day.date}&to=${day.date}`,
  );

  const aging = await answer<CustomerSummary>('aging');
  await expect.poll(() => tile(page, 'Open balance').innerText()).toContain(money(aging.balanceAmount));
  const agingText = await card(page, 'Account aging').innerText();
  for (const amount of [aging.currentAmount, aging.last30DaysAmount, aging.last90DaysAmount, aging.over90DaysAmount, aging.balanceAmount]) {
    expect(agingText).toContain(money(amount).replace('$', ''));
  }
  for (const figure of [aging.lastInvoiceAmount, aging.lastPaymentAmount, aging.lastStatementAmount])
    expect(agingText).toContain(money(figure));
  expect(agingText).toContain(String(aging.yearToDateAverageDays ?? '–'));
  expect(await page.getByRole('columnheader', { name: 'Share' }).count()).toBe(1);
  const shares = await card(page, 'Account aging').locator('tbody td[data-extra]').allInnerTexts();
  expect(shares.filter((share) => !/^\d+\.\d %$/.test(share))).toEqual([]);
  const statement = card(page, 'Account aging').getByRole('link', { name: money(aging.lastStatementAmount) });
  expect(await linkOf(statement)).toBe(`/statements?statement=${aging.lastStatementDate}`);

  const { totalPossibleDiscountAmount, expiryDateWiseDiscounts } = await answer<PossibleDiscounts>('possible-discounts');
  const discounts = card(page, 'Discounts within reach');
  expect(await sumWithinReach(page)).toBe(money(totalPossibleDiscountAmount));
  // With a single day, its amount equals the total, which is shown only once.
  if (expiryDateWiseDiscounts.length === 1) {
    expect((await discounts.innerText()).split(money(totalPossibleDiscountAmount)).length).toBe(2);
  }
  for (const { discountExpiryDate, possibleDiscountAmount } of expiryDateWiseDiscounts) {
    const line = await discounts.getByRole('link', { name: `Pay by ${formatDay(discountExpiryDate)}` }).innerText();
    expect(line).toContain(money(possibleDiscountAmount));
  }
  expect(await discounts.getByText('No unpaid invoice carries a discount now.').count()).toBe(expiryDateWiseDiscounts.length === 0 ? 1 : 0);

  await card(page, 'Announcements').getByText('Posted 12/02/2024', { exact: true }).waitFor();
  const contacts = await answer<CustomerSummary>('contacts');
  for (const [title, contact] of [
    ['Account representative', contacts.accountRep],
    ['Sales representative', contacts.salesRep],
    ['Regional manager', contacts.regionalManager],
  ] as const) {
    await card(page, 'Your contacts').getByText(title, { exact: true }).waitFor();
    await card(page, 'Your contacts')
      .getByText(contact?.name ?? 'nobody', { exact: true })
      .first()
      .waitFor();
    expect(await card(page, 'Your contacts').locator(`a[href="mailto:${contact?.email}"]`).count()).toBeGreaterThan(0);
    expect(await card(page, 'Your contacts').locator(`a[href="tel:+1${contact?.phone}"]`).count()).toBeGreaterThan(0);
  }
}

/** This year's level and last year's tier, with bar and benefits. */
async function expectRewards(page: Page, answer: Answer): Promise<void> {
  const { currentYearSpend, previousYearSpend } = await answer<CustomerSummary>('rewards');
  const rewards = card(page, 'Rewards tracker');
  const [level, tier] = [tierOfSpend(cents(currentYearSpend)), tierOfSpend(cents(previousYearSpend))];
  await rewards.getByText(money(currentYearSpend), { exact: true }).waitFor();
  await rewards.getByText(`Level ${level.level} ${level.name}`, { exact: true }).waitFor();
  await rewards.getByText(`${tier.name} tier`, { exact: true }).waitFor();
  await rewards.getByText(new RegExp(`^by \\d{4} spend of ${money(previousYearSpend).replaceAll(/[$.]/g, '\\$&')}$`)).waitFor();
  const colours = { Silver: 'grey', Gold: 'amber', Platinum: 'cyan', Diamond: 'violet' };
  expect(await rewards.locator('[data-colour]').getAttribute('data-colour')).toBe(colours[tier.name]);
  const bar = rewards.getByRole('img', { name: /of spend this year: Level/ });
  const reach = await bar.locator('[data-tier] > span').evaluateAll((parts) => parts.map((part) => Number.parseFloat(part.style.width)));
  expect(reach.reduce((sum, width) => sum + width / 4, 0)).toBeCloseTo(rewardsBarPosition(cents(currentYearSpend)), 3);
  expect(await bar.innerText()).toMatch(/\$1M[\s\S]*\$5M[\s\S]*\$15M/);
  const own = await rewards.getByRole('table', { name: 'Benefits of your tier' }).getByRole('row').allInnerTexts();
  expect(own.map((row) => row.split(/\s/)[0])).toEqual([tier.name]);
  await rewards.getByRole('button', { name: 'All tiers' }).click();
  const benefits = await rewards.getByRole('table', { name: 'Benefits of each tier' }).getByRole('row').allInnerTexts();
  expect(benefits.map((row) => row.split(/\s/)[0])).toEqual(['Silver', 'Gold', 'Platinum', 'Diamond']);
  expect(benefits[0]).toContain('$2.00 per yard concrete discount if paid by the 10th');
  expect(benefits[1]).toContain('plus $2.00 per yard concrete and $0.50 per ton aggregate');
  expect(benefits[2]).toContain('$3.00 per yard concrete, $0.75 per ton aggregate, environmental charge removed');
  expect(benefits[3]).toContain('$4.00 per yard concrete, $1.00 per ton aggregate, environmental charge removed');
}

/** The open balance opens the list that adds up to it; both show what is overdue and pending. */
async function expectBalance(page: Page, answer: Answer): Promise<void> {
  const { balanceAmount, currentAmount, pendingAmount } = await answer<CustomerSummary>('aging');
  const balance = tile(page, 'Open balance');
  await expect.poll(() => balance.innerText()).toContain(money(balanceAmount));
  if (pendingAmount) {
    expect(await balance.innerText()).toContain(`${money(pendingAmount)} pending`);
    await card(page, 'Account aging')
      .getByRole('row', { name: `Of this, payment pending ${money(pendingAmount).replace('$', '')}` })
      .waitFor();
  }
  await balance.click();
  const sumsText = async () => (await page.getByRole('group', { name: 'Sums of all invoices found' }).innerText()).replaceAll(/\s+/g, ' ');
  await expect.poll(sumsText).toContain(`Open ${money(balanceAmount)}`);
  if (pendingAmount) expect(await sumsText()).toContain(`Of this, pending ${money(pendingAmount)}`);
  await page.getByRole('combobox', { name: 'Due', exact: true }).selectOption('Overdue');
  await page.waitForURL(/due=overdue/);
  const overdue = money((cents(balanceAmount) - cents(currentAmount)) / 100);
  await expect.poll(sumsText).toContain(`Open ${overdue}`);
  await page.getByRole('columnheader', { name: 'Days overdue' }).waitFor();
  // Opens an invoice, then the ticket of one of its products.
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\d{7}$/ })
    .first()
    .click();
  const ticket = page
    .getByRole('dialog', { name: /^Invoice / })
    .getByRole('link', { name: /^Open ticket / })
    .first();
  const number = (await ticket.innerText()).trim();
  await ticket.click();
  await page.waitForURL(/\/tickets\?/);
  await page.getByRole('dialog').getByText(number).first().waitFor();
}

/** All accounts with their sum; each opens with its own customer number. */
async function expectAccounts(page: Page): Promise<void> {
  await selector(page).click();
  await page.getByRole('link', { name: 'All accounts' }).click();
  const table = page.getByRole('table', { name: 'Accounts' });
  await table.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const rows = await table.getByRole('row').allInnerTexts();
  expect(rows.at(-1)).toContain('All accounts');
  await table.getByRole('link', { name: 'Tarnwick Builders Nashville', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/dashboard' && url.searchParams.get('customer') === 'G220733');
}

describe('the dashboard of an owner', () => {
  it("DSH-01 DSH-02 DSH-03 DSH-04 DSH-05 DSH-06 DSH-08 DSH-09 DSH-10 DSH-11 DSH-12 DSH-13 DSH-14 DSH-15 DSH-17 shows banner, cards and rewards with the server's figures, each with its link", async () => {
    const { page, problems, answer, close } = await openDashboard(OWNER);
    await expectFigures(page, answer);
    await expectRewards(page, answer);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await expectBalance(page, answer);
    expect(problems).toEqual([]);
    await close();
  });

  it('APY-11 DSH-04 shows all accounts with their sum, opens each with its own customer number, and works for one without records', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard');
    await expectAccounts(page);
    await selector(page).click();
    await page.getByRole('option', { name: /10977/ }).click();
    await page.getByText('Nothing is open on this account.').waitFor();
    await page.getByText('Nobody is assigned to this account yet.').waitFor();
    await page.getByText('No unpaid invoice carries a discount now.', { exact: false }).waitFor();
    expect(await sumWithinReach(page)).toBe('$0.00');
    await page.getByText('Nothing is planned for today').waitFor();
    await page.getByText('No deliveries today.', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('DSH-07 DSH-16 hides extra columns on a dark phone and in its browser at any width, where the aging still adds up', async () => {
    const { page, problems, close } = await openDashboard(OWNER, { size: 'phone', colorScheme: 'dark', userAgent: PHONE_BROWSER });
    const aging = page.getByRole('table', { name: 'What is open, by how long it is past due' });
    await aging.waitFor();
    // If there is a pending amount, it follows as a part of the balance.
    expect((await aging.getByRole('rowheader').allInnerTexts()).slice(0, 5)).toEqual([
      'Current',
      '0-30 days',
      '31-90 days',
      '91 days and over',
      'Balance',
    ]);
    expect(await page.getByRole('columnheader', { name: 'Share' }).count()).toBe(0);
    const amounts = await aging.locator('tr td:last-child').allInnerTexts();
    const values = amounts.map((text) => Math.round(Number(text.replaceAll(',', '')) * 100));
    expect(values.slice(0, 4).reduce((sum, value) => sum + value, 0)).toBe(values[4]);
    await card(page, 'Your contacts').getByRole('link').first().waitFor();
    const heights = await page
      .getByRole('region', { name: 'Today at a glance' })
      .evaluate((row) =>
        [...row.children].map(({ children: [label, figure] }) =>
          [label, figure].map((part) => Math.round(part?.getBoundingClientRect().top ?? 0)),
        ),
      );
    expect([heights[0], heights[2]]).toEqual([heights[1], heights[3]]);
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(titles.slice(1, 4)).toEqual(['Today’s deliveries', 'Account aging', 'Rewards tracker']);
    expect(titles.at(-1)).toBe('Account');
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await page.setViewportSize(VIEWPORTS.desktop.viewport);
    await card(page, 'Account aging').getByRole('columnheader', { name: 'Amount (USD)' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Share' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-17 DSH-01 is where the user left it on a phone when they come back', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard', { size: 'phone', isFresh: true });
    const contact = card(page, 'Your contacts').getByRole('link').first();
    const place = () => page.evaluate(() => Math.round(window.scrollY));
    await sumWithinReach(page);
    await contact.scrollIntoViewIfNeeded();
    const left = await place();
    // A mouse click would scroll to the link first.
    await card(page, 'Go to')
      .getByRole('link', { name: /^Statements/ })
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL((url) => url.pathname === '/statements');
    await expect.poll(place).toBe(0);
    await page.goBack();
    await contact.waitFor();
    await expect.poll(place).toBe(left);
    expect(left).toBeGreaterThan(600);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a card of the dashboard', () => {
  it('DSH-18 DSH-19 that failed to load says so, in a toast and in its place, while the others stay; Retry loads it', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard', {
      prepare: async (prepared) => {
        await failCalls(prepared, /\/(summary|possible-discounts|deliveries)$/, 500);
        await prepared.addInitScript(() => {
          const seen: string[] = [];
          Object.assign(window, { seen });
          new MutationObserver(() => {
            for (const { textContent } of document.querySelectorAll('[aria-label="Notifications"] [role=alert]'))
              seen.push(textContent ?? '');
          }).observe(document, { childList: true, subtree: true, characterData: true });
        });
      },
    });
    await card(page, 'Account aging').getByText('Error loading data', { exact: true }).waitFor();
    await card(page, 'Discounts within reach').getByText('An error occurred while fetching discount data.', { exact: true }).waitFor();
    await card(page, 'Today’s deliveries').getByText('Error loading data', { exact: true }).waitFor();
    await card(page, 'Announcements').getByText('Posted 12/02/2024').waitFor();
    await expect.poll(() => tile(page, 'Today’s orders').innerText()).toMatch(/\d/);
    await expect.poll(() => tile(page, 'Open balance').innerText()).toContain('Could not be loaded');
    // Toasts are shown one at a time for three seconds, so dismiss each as soon as it appears.
    const told = async (): Promise<string> => {
      await page
        .getByRole('button', { name: 'Dismiss' })
        .dispatchEvent('click', undefined, { timeout: 500 })
        .catch(() => undefined);
      return (await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).join('|');
    };
    for (const text of ['Error While fetching discount list', 'Error fetching Customer Summary ', 'Error fetching Account Aging ']) {
      await expect.poll(told).toContain(text);
    }
    await page.unrouteAll();
    await card(page, 'Account aging').getByRole('button', { name: 'Retry' }).click();
    await card(page, 'Account aging').getByRole('table').waitFor();
    // A change of a delivery may have loaded this card again meanwhile, without the button.
    const retry = card(page, 'Today’s deliveries').getByRole('button', { name: 'Retry' });
    const delivery = card(page, 'Today’s deliveries').getByRole('listitem').first();
    await expect
      .poll(async () => {
        await retry.evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click());
        return delivery.isVisible();
      })
      .toBe(true);
    await card(page, 'Rewards tracker').getByText('Error loading data', { exact: true }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  // Which code each card needs is a unit test (dashboard-page.test.tsx).
  it('PER-08 SHL-06 is shown to field@example.com without money, like the menu, and the pages about money do not open', async () => {
    const { page, problems, answers, close } = await openDashboard('field@example.com');
    await card(page, 'Today’s deliveries').getByRole('listitem').first().waitFor();
    for (const title of ['Rewards tracker', 'Account aging', 'Announcements', 'Your contacts', 'Discounts within reach'])
      expect(await card(page, title).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Today at a glance' }).locator('> *').count()).toBe(2);
    await card(page, 'Account').getByText('Eastern Time', { exact: true }).waitFor();
    await expect.poll(() => [...answers.keys()].toSorted()).toEqual(['deliveries', 'details', 'today']);
    const named = async (links: Locator) => (await links.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
    const menuLinks = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    await menuLinks.first().waitFor();
    const entries = await named(menuLinks);
    expect([entries[0], entries.filter((entry) => ['Orders', 'Tickets', 'Quotes', 'Invoices'].includes(entry))]).toEqual([
      'Dashboard',
      ['Orders', 'Tickets'],
    ]);
    // The dashboard links to the same pages as the menu.
    await expect.poll(() => named(card(page, 'Go to').getByRole('listitem').getByRole('link'))).toEqual(entries.slice(1));
    for (const path of ['/invoices', '/paymentHistory', '/statements']) {
      await go(page, '/registration-success');
      await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
      await go(page, path);
      await page.waitForURL(`${portal.url}/unauthorized`);
    }
    expect(problems).toEqual([]);
    await close();
  });
});
