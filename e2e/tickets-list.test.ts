import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, LOOKS } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { dayIn } from './harness/lively-days.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import {
  changeTickets,
  choose,
  expectToast,
  invoicedPath,
  rowsOf,
  seesEveryColumn,
  standardTickets,
  untilListed,
  watchLists,
} from './tickets-world.ts';

/** Axe checks four states, one after the other. */
const A11Y_TIMEOUT_MS = 120_000;
const TICKET_DETAIL = /\/tickets\/\d+$/;

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

const details = (page: Page) => page.getByRole('dialog', { name: 'Tickets Details' });
const orderType = (page: Page) => page.getByRole('combobox', { name: 'Order type' });

describe('the tickets list', () => {
  it('TBL-14 counts a long list to 10,000, and to its end on demand', async () => {
    const { page, problems, close } = await world.visit('/tickets?from=2000-01-01&to=2049-12-31');
    await untilListed(page);
    const footer = page.getByRole('navigation', { name: 'Pages' });
    await page.getByText('10,000+ tickets', { exact: true }).waitFor();
    await footer.getByText('Page 1 of 100+').waitFor();
    const last = footer.getByRole('button', { name: 'Last page' });
    expect(await last.getAttribute('aria-disabled')).toBe('true');

    const asked = watchLists(page);
    await footer.getByRole('button', { name: 'Count exactly' }).click();
    await footer.getByText(/^1–100 of 1\d,\d{3}$/).waitFor();
    expect(asked.map((query) => query.get('count'))).toEqual(['exact']);
    await last.click();
    await footer.getByText(/^Page (\d+) of \1$/).waitFor();
    expect(paramsOf(page).exact).toBe('true');
    // The rows of another filter are counted to 10,000 again.
    await page.getByRole('textbox', { name: 'Search tickets' }).fill('e');
    await expect.poll(() => paramsOf(page).exact).toBeUndefined();
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-01 TKT-03 TKT-04 has search, range and a sortable paged table; today to six days ahead, newest first', async () => {
    const asked: URLSearchParams[] = [];
    const { page, problems, close } = await world.visit('/tickets', { prepare: async (opened) => watchLists(opened, asked) });
    await untilListed(page);
    const { timeZone } = world.manager.customer;
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      startDate: dayIn(timeZone),
      endDate: dayIn(timeZone, 6),
      sortBy: 'ticketDateTime',
      sortDesc: 'true',
      pageIndex: '1',
      pageSize: '100',
    });
    expect(await page.getByRole('columnheader', { name: 'Ticketed' }).getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: /^Date range: Next 7 Days/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).waitFor();

    await page.getByRole('columnheader', { name: 'Truck' }).getByRole('button', { name: 'Truck', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('truckNo');
    const [first] = await standardTickets(world);
    await page.getByRole('textbox', { name: 'Search tickets' }).fill(first?.ticketNumber ?? '');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(asked.at(-1)?.get('search')).toBe(first?.ticketNumber);
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-02 the order type is All, Concrete, Aggregate or Block, 1 to 3 in the call', async () => {
    const { page, close } = await world.visit('/tickets');
    const asked = watchLists(page);
    await untilListed(page);
    const all = await rowsOf(page).count();
    expect(await orderType(page).locator('option').allInnerTexts()).toEqual(['All', 'Concrete', 'Aggregate', 'Block']);
    for (const [name, value] of [
      ['Concrete', '1'],
      ['Aggregate', '2'],
      ['Block', '3'],
    ]) {
      await orderType(page).selectOption({ label: String(name) });
      await expect.poll(() => asked.at(-1)?.get('orderType')).toBe(value);
      await expect.poll(() => rowsOf(page).count()).toBe(value === '1' ? all : 0);
    }
    // Stone and block are not poured.
    expect(await page.getByRole('columnheader', { name: 'Unloaded' }).count()).toBe(1);
    // This customer buys only concrete.
    await page.getByText(/^We couldn’t find any results based on current filter selection\./).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect.poll(() => rowsOf(page).count()).toBe(all);
    expect(paramsOf(page)).toEqual({});
    await close();
  });

  it('TKT-01 the selection is kept across pages, can be cleared at once, and is cleared with the filter', async () => {
    const { page, problems, close } = await world.visit('/tickets?size=5');
    await untilListed(page);
    await choose(page, 2);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');
    await page.getByRole('button', { name: 'Download Ticket(s) (2)' }).waitFor();
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByText('7 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Download Ticket(s) (7)' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select \d/, checked: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: 'Download Ticket(s) (0)' }).waitFor();
    // Rows hidden by another filter are neither mailed nor downloaded.
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const release = Promise.withResolvers<void>();
    await page.route(/\/tickets\?.*orderType=1/, async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.getByLabel('Order type').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Download Ticket(s) (0)' }).waitFor();
    // Until the new rows come, the old ones are shown and cannot be selected.
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    for (const index of [0, 1]) await boxes.nth(index).click({ force: true });
    await page.getByRole('button', { name: 'Download Ticket(s) (0)' }).waitFor();
    release.resolve();
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    await boxes.nth(1).click();
    await page.getByRole('button', { name: 'Download Ticket(s) (1)' }).waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect(await page.getByText(/^\d+ selected$/).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-05 an empty default range says that the filter defaults to today, and to change it for history', async () => {
    const { page, close } = await world.visit('/tickets', { prepare: (opened) => changeTickets(opened, () => []) });
    const text = page.getByText(/The filter defaults to today/);
    await text.waitFor();
    expect(await text.innerText()).toMatch(/^No tickets in these days\..*change the date range to see history/);
    await go(page, invoicedPath(world));
    await page.getByText(/^We couldn’t find any results/).waitFor();
    await close();
  });

  it('TKT-06 has every field, the three times under their usual names', async () => {
    const { page, close } = await world.visit(invoicedPath(world));
    await untilListed(page);
    const headings = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
    expect(headings.slice(0, 11)).toEqual([
      ...['Ticket', 'Status', 'Job address', 'Ticketed', 'Order', 'Truck', 'Quantity'],
      ...['Leave Plant', 'Arrived Job', 'Finished Pour', 'Invoice'],
    ]);
    const [row] = (await rowsOf(page).first().locator('th, td').allInnerTexts()).map((text) => text.trim()).slice(1) ?? [];
    expect(row).toMatch(/^\d{8}$/);
    const cells = (await rowsOf(page).first().locator('td').allInnerTexts()).map((text) => text.trim());
    expect(cells.find((text) => /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/.test(text))).toBeTruthy();
    expect(cells.filter((text) => /^\d\d:\d\d$/.test(text))).toHaveLength(3);
    expect(cells.find((text) => / CY$/.test(text))).toBeTruthy();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox').first().waitFor();
    expect(await page.getByRole('menuitemcheckbox').allInnerTexts()).toEqual(
      expect.arrayContaining([
        ...['Delivered', 'Unit', 'Type', 'Job', 'Load', 'Plant', 'Due on job', 'Loading'],
        ...['Live position', 'Data set', 'Reference', 'Ticket ID', 'Order ID'],
      ]),
    );
    await close();
  });

  it('TKT-07 a truck that is loaded or to the job is shown as live, and links to it on the map', async () => {
    const statuses = [1, 2, 3, 4, 5, 6];
    const { page, problems, close } = await world.visit(invoicedPath(world), {
      prepare: (opened) =>
        changeTickets(opened, (tickets) => tickets.slice(0, 6).map((ticket, index) => ({ ...ticket, statusId: statuses[index] ?? 1 }))),
    });
    await untilListed(page);
    const live = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => row.querySelector('[title="At the plant"], [title="On the road"]')?.getAttribute('title') ?? ''),
    );
    expect(live).toEqual(['', 'At the plant', 'On the road', '', '', '']);
    const number = await rowsOf(page).nth(2).locator('th a').innerText();
    await page.getByRole('link', { name: `On the road: follow the truck of ticket ${number}` }).click();
    await page.waitForURL(/\/truck-tracking\?ticket=\d+/);
    await page.getByRole('heading', { name: 'Truck Tracking' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-25 a list or a ticket that failed to load says so, with Retry', async () => {
    const { page, problems, close } = await world.visit('/tickets', {
      prepare: (opened) => failCalls(opened, /\/tickets$/, 500, { title: 'Broken' }),
    });
    await expectToast(page, 'Error While fetching tickets');
    await page.getByRole('main').getByRole('alert').getByText('Error While fetching tickets').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await untilListed(page);

    await failCalls(page, TICKET_DETAIL, 500, { title: 'Broken' });
    await page
      .getByRole('button', { name: /^Details of ticket/ })
      .first()
      .click();
    await expectToast(page, 'Error fetching tickets Details');
    await details(page).getByText('Error loading details').waitFor();
    await page.unrouteAll();
    await details(page).getByRole('button', { name: 'Retry' }).click();
    await details(page).getByRole('heading', { name: 'Products' }).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();

    const viewer = await world.visit('/tickets', {
      email: 'viewer@example.com',
      prepare: (opened) => failCalls(opened, TICKET_DETAIL, 500, { title: 'Broken' }),
    });
    await untilListed(viewer.page);
    await rowsOf(viewer.page).first().locator('th a').click();
    await expectToast(viewer.page, 'Error While fetching ticket Details');
    await viewer.close();
  });
});

describe('accessibility', () => {
  it.each(LOOKS)(
    'list, details and mail form pass axe, with nothing cut, on a $size, $colorScheme',
    async ({ size, colorScheme }) => {
      const { page, problems, close } = await world.visit(invoicedPath(world, '&size=5'), { size, colorScheme });
      await untilListed(page);
      if (size === 'desktop') await seesEveryColumn(page);
      await choose(page, 2);
      expect(await findBarriers(page)).toEqual([]);
      expect(await isCut(page)).toBe(false);
      await page.getByRole('button', { name: 'Send Email' }).click();
      await page.getByLabel('Attachments').selectOption('both');
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByLabel('Attachments').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'More ways to download' }).click();
      await page.getByRole('menuitem', { name: 'One PDF', exact: true }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
      await page
        .getByRole('button', { name: /^Details of ticket/ })
        .first()
        .click();
      await details(page).getByRole('button', { name: 'Show more' }).click();
      expect(await findBarriers(page)).toEqual([]);
      expect(problems).toEqual([]);
      await close();
    },
    A11Y_TIMEOUT_MS,
  );

  it('TKT-01 on a phone a ticket is a card with its order and invoice, and the actions stay visible', async () => {
    const { page, close } = await world.visit(invoicedPath(world), { size: 'phone' });
    await untilListed(page);
    const card = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').first();
    for (const fact of [/\d CY/, /Finished Pour \d\d:\d\d/, /Truck \d+/]) expect(await card.innerText()).toMatch(fact);
    // All texts are aligned at the left, beside the check box.
    const left = (part: Locator) => part.evaluate((element) => Math.round(element.getBoundingClientRect().left));
    const edges = [card.getByRole('definition').nth(0), card.getByRole('definition').nth(2), card.getByText(/^Truck/)].map(left);
    expect(new Set(await Promise.all(edges))).toEqual(new Set([await left(card.locator('a').first())]));
    await card.getByRole('link', { name: /^Open invoice/ }).waitFor();
    const small = await page
      .locator('main button:visible, main a:visible, main select:visible')
      .evaluateAll((targets) => targets.filter((target) => target.getBoundingClientRect().height < 43.5).map(({ outerHTML }) => outerHTML));
    expect(small.filter((html) => !html.includes('opener'))).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByLabel('Rows per page').click({ trial: true });
    expect(await page.getByRole('button', { name: /^Download Ticket/ }).isVisible()).toBe(true);
    await card.getByRole('link', { name: /^Open order/ }).click();
    await page.getByRole('dialog', { name: /^Order \d+$/ }).waitFor();
    await close();
  });
});
