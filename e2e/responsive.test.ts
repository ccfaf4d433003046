import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWiderThanWindow, openBrowser, type TestBrowser } from './harness/browser.ts';
import { shownHeadings } from './harness/headings.ts';
import { go } from './harness/kept-tabs.ts';
import { keepDataRecent } from './harness/recent-days.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { withoutWebgl } from './truck-tracking-world.ts';

const OWNER = 'owner@example.com';
/** Our layouts shift less than this. Users notice shifts from 0.1 on. */
const MAX_SHIFT = 0.02;

let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(async () => {
  await browser?.close();
});

const sizeOf = (width: number) => ({ width, height: 800 });
const isOverflowing = (table: Locator): Promise<boolean> =>
  table.locator('xpath=..').evaluate((scroller) => scroller.scrollWidth > scroller.clientWidth);
const background = (element: Locator): Promise<string> => element.evaluate((one) => getComputedStyle(one).backgroundColor);

/** Returns the sum of all layout shifts so far. */
const shiftOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { shift: number }).shift);
const countShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counted = window as unknown as { shift: number };
    counted.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const isSeenAtItsMiddle = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

const INVOICE_COLUMNS = [
  [1280, ['Invoice', 'Date', 'Job address', 'Amount (USD)', 'Discount (USD)', 'Due date', 'To pay (USD)', 'Payment']],
  [768, ['Invoice', 'Amount (USD)', 'To pay (USD)', 'Payment']],
  [1024, ['Invoice', 'Amount (USD)', 'Due date', 'To pay (USD)', 'Payment']],
] as const;
const ORDER_COLUMNS = [
  [1366, ['Order', 'Status', 'Job', 'Product', 'Start', 'Progress']],
  [1024, ['Order', 'Status', 'Job', 'Start', 'Progress']],
  [768, ['Order', 'Status', 'Progress']],
] as const;

/** The important columns are kept at every width, and all shown ones fit. */
async function expectColumns(page: Page, widths: typeof INVOICE_COLUMNS | typeof ORDER_COLUMNS): Promise<void> {
  const table = page.getByRole('main').getByRole('grid');
  await table.getByRole('row').nth(3).waitFor();
  for (const [width, expected] of widths) {
    await page.setViewportSize(sizeOf(width));
    // Other columns may be added. These keep their order.
    const kept = async () => (await shownHeadings(page)).filter((heading) => (expected as readonly string[]).includes(heading));
    await expect.poll(kept).toEqual(expected);
    await expect.poll(() => isOverflowing(table)).toBe(false);
  }
}

/** The text is scaled with the browser's text size, with nothing cut. */
async function expectLargeText(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '24px'));
  const small = await page.locator('body *:visible').evaluateAll((all) =>
    all
      .filter((part) => part.childNodes.length === 1 && part.firstChild?.nodeType === Node.TEXT_NODE)
      // Captions are the smallest text: three quarters of the browser's font size.
      .filter((part) => Number.parseFloat(getComputedStyle(part).fontSize) < 16.4)
      .map((part) => part.outerHTML),
  );
  expect(small).toEqual([]);
  const cutNumbers = () =>
    page
      .getByRole('main')
      .locator('tbody th a')
      .evaluateAll(
        (links) => links.filter((link) => (link.parentElement?.scrollWidth ?? 0) > (link.parentElement?.clientWidth ?? 0)).length,
      );
  // The columns follow after the text.
  await expect.poll(cutNumbers).toBe(0);
  await expect.poll(() => isWiderThanWindow(page)).toBe(false);
  // At twice the text size, nothing of the hidden link to the content looks out at the top, and the list still shows some rows.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  const skip = await page.getByRole('button', { name: 'Skip to content' }).boundingBox();
  expect((skip?.y ?? 0) + (skip?.height ?? 0)).toBeLessThanOrEqual(0);
  const shownRows = () =>
    page
      .getByRole('main')
      .getByRole('grid')
      .evaluate((grid) => (grid.parentElement?.clientHeight ?? 0) / (grid.querySelector('tbody tr')?.clientHeight ?? 1));
  await expect.poll(shownRows).toBeGreaterThan(3);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

describe('lists in any window', () => {
  it('TBL-01 INV-11 SHL-15 SHL-17 keep the important columns and Pay in view, with large text and at 400 % zoom', async () => {
    const { page, close } = await open(OWNER, '/invoices');
    const table = page.getByRole('main').getByRole('grid');
    await table.getByRole('row').nth(3).waitFor();
    await expectLargeText(page);
    await expectColumns(page, INVOICE_COLUMNS);
    // The list scrolls sideways for columns that the user adds.
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const column of ['Status', 'Job address', 'City']) {
      await page.getByRole('menuitemcheckbox', { name: column, exact: true }).click();
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => isOverflowing(table)).toBe(true);
    await expect.poll(() => isSeenAtItsMiddle(table.getByRole('button', { name: /^(Pay invoice|Invoice) / }).first())).toBe(true);

    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole('main').getByRole('listitem').nth(3).waitFor();
    await page.evaluate(() => scrollTo(0, 600));
    const covered = await page.evaluate(() => {
      const isStuck = (element: Element): boolean => ['fixed', 'sticky'].includes(getComputedStyle(element).position);
      const lines = [...Array(innerHeight).keys()].filter((y) => {
        for (let element = document.elementFromPoint(160, y); element; element = element.parentElement) if (isStuck(element)) return true;
        return false;
      });
      return lines.length / innerHeight;
    });
    expect(covered).toBeLessThan(0.25);
    expect(await isWiderThanWindow(page)).toBe(false);

    await page.setViewportSize(sizeOf(1366));
    await go(page, '/orders?view=flat');
    await expectColumns(page, ORDER_COLUMNS);
    await close();
  });
});

/** Every row has as many tiles as the others, no figure is broken, and no text lies over another. */
async function expectNothingOverlaps(page: Page): Promise<void> {
  const tiles = page.getByRole('region', { name: 'Today at a glance' });
  const rows = await tiles.locator('> *').evaluateAll((all) => all.map((tile) => Math.round(tile.getBoundingClientRect().top)));
  const rowSizes = [...new Set(rows)].map((top) => rows.filter((one) => one === top).length);
  expect(new Set(rowSizes).size, `tiles a row: ${rowSizes}`).toBe(1);
  const brokenFigures = await tiles
    .locator('> * > :nth-child(2) > *')
    .evaluateAll((figures) => figures.filter((figure) => figure.getClientRects().length > 1).map((figure) => figure.textContent));
  expect(brokenFigures).toEqual([]);
  const overlaps = await page
    .getByRole('main')
    .locator('li:has-text("poured")')
    .evaluateAll((deliveries) =>
      deliveries
        .filter((delivery) => {
          const texts = [...delivery.querySelectorAll('a, span')].filter((part) => part.children.length === 0 && part.textContent?.trim());
          const boxes = texts.map((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return range.getBoundingClientRect();
          });
          return boxes.some((one, index) =>
            boxes
              .slice(index + 1)
              .some(
                (other) =>
                  one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 4 && other.top < one.bottom - 4,
              ),
          );
        })
        .map((delivery) => delivery.textContent),
    );
  expect(overlaps).toEqual([]);
  expect(await isWiderThanWindow(page)).toBe(false);
}

describe('the dashboard', () => {
  it.each([OWNER, 'field@example.com'])('DSH-05 ORD-21 SHL-18 does not shift on a phone while the answers for %s arrive', async (email) => {
    const held: (() => void)[] = [];
    const { page, close } = await open(email, '/dashboard', {
      size: 'phone',
      prepare: async (opened) => {
        await countShifts(opened);
        for (const path of ['**/permissions*', '**/today/deliveries*', '**/summary*', '**/today?*', '**/possible-discounts*']) {
          await opened.route(path, async (route) => {
            await new Promise<void>((release) => held.push(release));
            await route.continue();
          });
        }
      },
    });
    // Releases one response at a time, each rendered before the next.
    await expect
      .poll(
        async () => {
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          held.shift()?.();
          return page.getByText('poured').count();
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    for (const release of held) release();
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
    if (email === OWNER) {
      // Nothing overlaps in a wider window, and no tile is alone in its row.
      for (const width of [768, 1024, 1180, 1280]) {
        await page.setViewportSize(sizeOf(width));
        await expectNothingOverlaps(page);
      }
      const selector = page.getByRole('combobox', { name: 'Customer number' });
      expect(await selector.getAttribute('aria-expanded')).toBe('false');
      await selector.click();
      await expect.poll(() => selector.getAttribute('aria-expanded')).toBe('true');
      expect(await page.locator('meta[name=description]').getAttribute('content')).toContain('invoices');
    }
    await close();
  });
});

describe('the menu', () => {
  it('SHL-13 shows the entry of the current page, also if the menu is longer than the window', async () => {
    const { page, close } = await open(OWNER, '/integrations', { viewport: { width: 1280, height: 720 } });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const isWhollySeen = (name: string) =>
      menu.getByRole('link', { name }).evaluate((link) => {
        const { left, top, bottom } = link.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => link.contains(document.elementFromPoint(left + 8, y)));
      });
    await menu.getByRole('link', { name: 'Integrations' }).waitFor();
    await expect.poll(() => isWhollySeen('Integrations')).toBe(true);
    await go(page, '/dashboard');
    await expect.poll(() => isWhollySeen('Dashboard')).toBe(true);
    await close();
  });
});

describe('accessibility settings', () => {
  it('SHL-13 ORD-01 ORD-21 show the current page, the selected view and the bars in forced colours', async () => {
    const { page, close } = await open(OWNER, '/orders', {
      forcedColors: 'active',
      prepare: (prepared) => keepDataRecent(prepared, 'America/New_York'),
    });
    const row = page.getByRole('main').getByRole('row').filter({ hasText: 'on the road' }).first();
    await row.waitFor();
    const tabs = page.getByRole('tab');
    const chosen = page.getByRole('tab', { selected: true });
    expect(await background(chosen)).not.toBe(await background(tabs.and(page.getByRole('tab', { selected: false })).first()));
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    expect(await background(menu.getByRole('link', { name: 'Orders' }))).not.toBe(
      await background(menu.getByRole('link', { name: 'Tickets' })),
    );
    const bar = row.locator('span:has(> span[style*="width"])').first();
    const parts = await Promise.all([bar, bar.locator('> span').nth(0), bar.locator('> span').nth(1)].map(background));
    expect(new Set(parts).size, parts.join(', ')).toBe(3);
    await close();
  });

  it('ORD-02 TRK-05 show the chosen days and the selected truck in forced colours', async () => {
    const prepare = (prepared: Page) => keepDataRecent(prepared, 'America/New_York');
    const { page, close } = await open(OWNER, '/orders', { forcedColors: 'active', prepare });
    await page.getByRole('button', { name: /^Date range/ }).click();
    const days = page.getByRole('dialog').locator('table button:not([data-outside])');
    const [chosen, inRange, other] = ['[data-selected]', '[data-in-range]:not([data-selected])', ':not([data-in-range])'].map((which) =>
      days.and(page.locator(which)).first(),
    ) as [Locator, Locator, Locator];
    const look = (day: Locator) =>
      day.evaluate((one) => {
        const { backgroundColor, borderTopStyle } = getComputedStyle(one);
        return `${backgroundColor.endsWith(', 0)') ? 'none' : backgroundColor} ${borderTopStyle}`;
      });
    const looks = await Promise.all([chosen, inRange, other].map(look));
    expect(new Set(looks).size, looks.join(', ')).toBe(3);
    const presets = page.getByRole('dialog').locator('button[aria-pressed]');
    const preset = (isPressed: boolean) => presets.and(page.locator(`[aria-pressed=${isPressed}]`)).first();
    expect(await background(preset(true))).not.toBe(await background(preset(false)));

    await close();
    const map = await open(OWNER, '/truck-tracking', { forcedColors: 'active', isFresh: true, prepare: withoutWebgl });
    await map.page
      .getByRole('button', { name: /^Truck \d/ })
      .first()
      .click();
    const truck = map.page.getByRole('listitem').filter({ has: map.page.getByRole('button', { name: /^Truck \d/, expanded: true }) });
    await expect.poll(() => truck.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid');
    await map.close();
  });
});
