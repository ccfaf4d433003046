import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from './harness/address.ts';
import { findBarriers } from './harness/axe.ts';
import { isCut, LOOKS, openBrowser, type TestBrowser, type ViewportName } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';

const OWNER = 'owner@example.com';

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

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

describe('the keyboard', () => {
  it('reaches the content by the first Tab, and the new page after a navigation', async () => {
    const { page, close } = await open(OWNER, '/dashboard', { isFresh: true });
    const focused = () =>
      page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.getAttribute('aria-labelledby') ?? ''}`);
    await page.getByRole('heading', { name: 'Hello, Marguerite' }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('button', { name: 'Skip to content' });
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.y).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('MAIN page-title');
    await go(page, '/no-such-page');
    await page.getByRole('button', { name: 'Go to Dashboard' }).press('Enter');
    await page.waitForURL(at('/dashboard'));
    await expect.poll(focused).toBe('MAIN page-title');
    await close();
  });

  it('Esc closes the menus and returns the focus to what opened them', async () => {
    const { page, close } = await open(OWNER, '/dashboard');
    for (const [name, item] of [
      [/Customer number/, 'option'],
      ['Account menu', 'menuitem'],
    ] as const) {
      const target = page.getByRole('banner').getByRole('button', { name });
      await target.focus();
      await page.keyboard.press('Enter');
      await page.getByRole(item).first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole(item).first().waitFor({ state: 'hidden' });
      await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await close();
  });

  it('Esc closes the menu of a phone, and selecting a page there focuses it', async () => {
    const { page, close } = await open(OWNER, '/dashboard', { size: 'phone' });
    const opener = page.getByRole('button', { name: 'Open menu' });
    await opener.press('Enter');
    await menu(page).waitFor();
    // The menu leaves enough of the page visible beside it.
    await expect.poll(async () => await page.getByRole('dialog').boundingBox()).toMatchObject({ x: 0, y: 0, width: 288, height: 844 });
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await menu(page).getByRole('link', { name: 'Dashboard' }).click();
    await menu(page).waitFor({ state: 'hidden' });
    await close();
  });

  it('has a visible focus ring on every control', async () => {
    const { page, close } = await open(OWNER, '/dashboard');
    await page.getByRole('heading', { name: 'Hello, Marguerite' }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    const stops = new Set<string>();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return { name: element.textContent ?? '', hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
      });
      if (!stop) break;
      expect(stop.hasRing, stop.name).toBe(true);
      stops.add(stop.name);
    }
    expect(stops.size).toBeGreaterThan(6);
    await close();
  });
});

/** Every link and button is large enough for a finger, or for a pointer. */
async function expectLargeTargets(page: Page, size: ViewportName): Promise<void> {
  const least = size === 'phone' ? 44 : 32;
  const small = await page.locator('a:visible, button:visible').evaluateAll((elements, min) => {
    // The target of a link that covers its whole row is the row.
    const targetOf = (element: Element) => {
      const cover = getComputedStyle(element, '::after');
      const isLaidOver = cover.content !== 'none' && cover.position === 'absolute' && cover.inset === '0px';
      return (isLaidOver ? ((element as HTMLElement).offsetParent ?? element) : element).getBoundingClientRect();
    };
    return elements
      .filter((element) => targetOf(element).height < min || targetOf(element).width < min)
      .map((element) => element.outerHTML);
  }, least);
  expect(small).toEqual([]);
}

describe('every page of the layout', () => {
  it.each(LOOKS)(
    'passes axe, with large targets, nothing cut and no console error, on a $size, $colorScheme',
    async ({ size, colorScheme }) => {
      const { page, problems, close } = await open(OWNER, '/dashboard', { size, colorScheme });
      await page.getByText('Tarnwick Builders, Inc.').waitFor();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      expect(await findBarriers(page)).toEqual([]);
      expect(await isCut(page)).toBe(false);
      await expectLargeTargets(page, size);
      // Page title and customer have one line each, and neither is cut off.
      const customer = page.getByRole('button', { name: /Customer number/ }).getByText('Tarnwick Builders', { exact: true });
      const lines = [page.getByRole('heading', { level: 1 }), customer].map((line) =>
        line.evaluate((text) => text.scrollWidth <= text.clientWidth && text.clientHeight < 32),
      );
      expect(await Promise.all(lines)).toEqual([true, true]);
      if (size === 'phone') {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await menu(page).waitFor();
        expect(await findBarriers(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await menu(page).waitFor({ state: 'hidden' });
      }
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      for (const path of ['/unauthorized', '/no-such-page']) {
        await go(page, path);
        await page.getByRole('navigation').waitFor({ state: 'detached' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await findBarriers(page)).toEqual([]);
        expect(await isCut(page)).toBe(false);
      }
      expect(problems).toEqual([]);
      await close();
    },
  );
});
