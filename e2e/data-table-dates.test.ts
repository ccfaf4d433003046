import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf } from './harness/address.ts';
import { go } from './harness/kept-tabs.ts';
import { type OrderWorld, startOrderWorld } from './order-detail-world.ts';
import { untilListed, watchLists } from './orders-list-world.ts';

let world: OrderWorld;

beforeAll(async () => {
  world = await startOrderWorld();
});
afterAll(() => world?.end());

describe('the date range', () => {
  it("TBL-09 has five presets, beside the page's own range", async () => {
    const { page, close } = await world.visit('/orders');
    await untilListed(page);
    await page.getByRole('button', { name: /^Date range/ }).click();
    const list = page.getByRole('list', { name: 'Presets' });
    await list.waitFor();
    const presets = await list.getByRole('button').allInnerTexts();
    expect(presets).toEqual(['Next 7 Days', 'Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days', 'Last 2 Months']);
    const asked = watchLists(page);
    await page.getByRole('button', { name: 'Last 7 Days' }).click();
    await page.waitForURL(/from=/);
    const { from = '', to = '' } = paramsOf(page);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: world.manager.customer.timeZone }).format(new Date());
    expect([to, (Date.parse(to) - Date.parse(from)) / 86_400_000]).toEqual([today, 6]);
    await expect.poll(() => asked.at(-1)?.get('fromDate')).toBe(from);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Last 7 Days');
    await close();
  });

  it('TBL-10 accepts typed days between 1950 and 2050, and reports what is wrong with others', async () => {
    const { page, close } = await world.visit('/orders');
    await untilListed(page);
    await page.getByRole('button', { name: /^Date range/ }).click();
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    const tryOut = async (first: string, last: string): Promise<void> => {
      await from.fill(first);
      await to.fill(last);
      await to.press('Enter');
    };
    await tryOut('02/30/2026', '03/01/2026');
    await page.getByText('Enter a date as MM/DD/YYYY.').waitFor();
    await tryOut('12/31/1949', '01/01/2051');
    expect(await page.getByText('Choose a date between 01/01/1950 and 12/31/2050.').count()).toBe(2);
    await tryOut('03/02/2026', '03/01/2026');
    await page.getByText('The end date is before the start date.').waitFor();
    await tryOut('1/1/1950', '12/31/2050');
    await page.waitForURL(/from=1950-01-01&to=2050-12-31/);
    await close();
  });

  it('TBL-10 ends the calendar at January 1950 and December 2050; two clicks select a range', async () => {
    const { page, close } = await world.visit('/orders?from=1950-01-10&to=1950-01-12');
    await page.getByRole('button', { name: /^Date range/ }).click();
    await page.getByText('January 1950').waitFor();
    expect(await page.getByRole('button', { name: 'Previous month' }).first().isDisabled()).toBe(true);
    await page.getByRole('button', { name: '3 January 1950', exact: true }).click();
    await page.getByRole('button', { name: '5 February 1950', exact: true }).click();
    await page.waitForURL(/from=1950-01-03&to=1950-02-05/);
    await go(page, '/orders?from=2050-12-01&to=2050-12-31');
    await page.getByRole('button', { name: /^Date range/ }).click();
    await page.getByText('December 2050').waitFor();
    expect(await page.getByRole('button', { name: 'Next month' }).last().isDisabled()).toBe(true);
    await close();
  });
});
