import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { focusedText, isWiderThanWindow, zoomedFields } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { failCalls, unexpected } from './harness/network.ts';
import { dayIn } from './harness/recent-days.ts';
import { paramsOf } from './harness/url.ts';
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

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

const details = (page: Page) => page.getByRole('dialog', { name: 'Tickets Details' });
const orderType = (page: Page) => page.getByRole('combobox', { name: 'Order type' });
const downloads = (page: Page, count: number) => page.getByRole('button', { name: `Download Ticket(s) (${count})` });

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

  it('TKT-01 TKT-02 TKT-03 TKT-04 TKT-06 has search, range, type and a sortable table of the next days, newest first, and passes axe', async () => {
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
    await orderType(page).selectOption({ label: 'All' });
    const signOff = page.getByRole('combobox', { name: 'Sign-off' });
    expect(await signOff.locator('option').allInnerTexts()).toEqual(['All', 'Not signed for', 'Signed', 'Rejected']);
    for (const [name, value] of [
      ['Not signed for', 'unsigned'],
      ['Signed', 'signed'],
      ['Rejected', 'rejected'],
    ]) {
      await signOff.selectOption({ label: String(name) });
      await expect.poll(() => asked.at(-1)?.get('signOff')).toBe(value);
    }
    await orderType(page).selectOption({ label: 'Block' });
    // Stone and block are not poured.
    expect(await page.getByRole('columnheader', { name: 'Unloaded' }).count()).toBe(1);
    // This customer buys only concrete.
    await page.getByText(/^We couldn’t find any results based on current filter selection\./).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect.poll(() => rowsOf(page).count()).toBe(all);
    expect(paramsOf(page)).toEqual({});
    // The button is gone. The focus stays near its place, at the new count.
    await expect.poll(() => focusedText(page)).toMatch(/^\d+ tickets?$/);
    await page.getByRole('columnheader', { name: 'Truck' }).getByRole('button', { name: 'Truck', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('truckNo');
    const [first] = await standardTickets(world);
    await page.getByRole('textbox', { name: 'Search tickets' }).fill(first?.ticketNumber ?? '');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(asked.at(-1)?.get('search')).toBe(first?.ticketNumber);

    await go(page, invoicedPath(world, '&size=5'));
    await expect.poll(() => rowsOf(page).count()).toBe(5);
    await seesEveryColumn(page);
    await choose(page, 2);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-01 the selection is kept across pages, can be cleared at once, and is cleared with the filter', async () => {
    const { page, problems, close } = await world.visit('/tickets?size=5');
    await untilListed(page);
    await choose(page, 2);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');
    await downloads(page, 2).waitFor();
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByText('7 selected', { exact: true }).waitFor();
    await downloads(page, 7).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select \d/, checked: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await downloads(page, 0).waitFor();
    await expect.poll(() => focusedText(page)).toMatch(/ tickets$/);
    // Rows hidden by another filter are neither mailed nor downloaded.
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const release = Promise.withResolvers<void>();
    await page.route(/\/tickets\?.*orderType=1/, async (route) => {
      await release.promise;
      await route.fallback();
    });
    await page.getByLabel('Order type').selectOption({ index: 1 });
    await downloads(page, 0).waitFor();
    // Until the new rows come, the old ones are shown and cannot be selected.
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    for (const index of [0, 1]) await boxes.nth(index).click({ force: true });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await page.getByText(/^\d+ selected$/).count()).toBe(0);
    expect(await downloads(page, 0).isVisible()).toBe(true);
    release.resolve();
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    await boxes.nth(1).click();
    await downloads(page, 1).waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect.poll(() => page.getByText(/^\d+ selected$/).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('TKT-05 TKT-25 says that it failed to load, with Retry, and for an empty default range that the filter defaults to today', async () => {
    const { page, problems, close } = await world.visit('/tickets', {
      prepare: (opened) => failCalls(opened, /\/tickets$/, 500, { title: 'Broken' }),
    });
    await expectToast(page, 'Error While fetching tickets');
    await page.getByRole('main').getByRole('alert').getByText('Error While fetching tickets').waitFor();
    await page.unrouteAll();
    await changeTickets(page, () => []);
    await page.getByRole('button', { name: 'Retry' }).click();
    const text = page.getByText(/The filter defaults to today/);
    await text.waitFor();
    expect(await text.innerText()).toMatch(/^No tickets in these days\..*change the date range to see history/);
    await go(page, invoicedPath(world));
    await page.getByText(/^We couldn’t find any results/).waitFor();
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

describe('on a phone', () => {
  it('TKT-01 TKT-20 TKT-26 a ticket is a card with its order and invoice; list, details and mail form pass axe, with nothing cut', async () => {
    const { page, problems, close } = await world.visit(invoicedPath(world, '&size=5'), { size: 'phone', colorScheme: 'dark' });
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
    await expect.poll(() => downloads(page, 0).isVisible()).toBe(true);
    await choose(page, 2);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);

    // The form fills the screen.
    await page.getByRole('button', { name: 'Send Email' }).click();
    const form = page.getByRole('dialog', { name: 'Send Email' });
    await form.getByLabel('Attachments').selectOption('both');
    expect((await form.boundingBox())?.width).toBe(390);
    expect(await zoomedFields(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    await form.getByLabel('Message').fill('Sent from the site.');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expectToast(page, 'Ticket successfully emailed on manager@example.com');
    await form.waitFor({ state: 'hidden' });

    await page
      .getByRole('button', { name: /^Details of ticket/ })
      .first()
      .click();
    await details(page).getByRole('button', { name: 'Show more' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await details(page).waitFor({ state: 'hidden' });
    await card.getByRole('link', { name: /^Open order/ }).click();
    await page.getByRole('dialog', { name: /^Order \d+$/ }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
