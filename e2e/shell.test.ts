import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS, type ViewportName } from './harness/browser.ts';
import { go } from './harness/kept-tabs.ts';
import { unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { at } from './harness/url.ts';

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
const greeting = (page: Page) => page.getByRole('heading', { name: 'Hello, Marguerite' });
const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.getAttribute('aria-labelledby') ?? ''}`);
const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement);

/** A page outside of the layout passes axe, with nothing cut, at both widths. */
async function expectSound(page: Page): Promise<void> {
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(VIEWPORTS[size].viewport);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
  }
}

/** Every link and button is large enough for a finger, or for a pointer. Page title and customer have one line each and are not cut off. */
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
  const customer = page.getByRole('combobox', { name: 'Customer number' }).getByText('Tarnwick Builders', { exact: true });
  const lines = [page.getByRole('heading', { level: 1 }), customer].map((line) =>
    line.evaluate((text) => text.scrollWidth <= text.clientWidth && text.clientHeight < 32),
  );
  expect(await Promise.all(lines)).toEqual([true, true]);
}

describe('addresses', () => {
  it('SHL-08 SHL-09 SHL-10 SHL-11 entry pages redirect a signed-in user, unknown ones show the 404 page, and Go back returns', async () => {
    const { page, problems, close } = await open(OWNER, '/unauthorized', { isFresh: true });
    await page.getByRole('heading', { name: 'Unauthorized Access' }).waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL(at('/dashboard'));
    for (const path of ['/login', '/account-registration']) {
      await go(page, '/registration-success');
      await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
      await go(page, path);
      await page.waitForURL(at('/dashboard'));
    }
    for (const path of ['/tickets/none/such', '/constructor', '/registration']) {
      await go(page, '/registration-success');
      await page.getByRole('heading', { name: 'Thank you for registering' }).waitFor();
      await go(page, path);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await expect.poll(() => page.title()).toBe('Page not found · Yardage customer portal');
    }
    await expectSound(page);
    await go(page, '/unauthorized');
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.waitForURL(`${portal.url}/registration`);
    // Loaded at such an address, the page does not wait for the layout. Its button leads to the dashboard, and the focus follows.
    await page.goto(`${portal.url}/dashboard/x`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.start)).toBeUndefined();
    await page.getByRole('button', { name: 'Go to Dashboard' }).press('Enter');
    await page.waitForURL(at('/dashboard'));
    await expect.poll(() => focused(page)).toBe('MAIN page-title');
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-12 a page that crashes says so inside the layout, and can be retried', async () => {
    // A company name that is not a string breaks the card that shows it.
    const answer = { companyName: {}, email: null, phoneNumber: null };
    const { page, close } = await open(OWNER, '/dashboard', {
      prepare: (prepared) => prepared.route('**/api/customers/*/details*', (route) => route.fulfill({ json: answer })),
    });
    await page.getByRole('heading', { name: 'something went wrong !' }).waitFor();
    await page.getByText('There was an error in loading this page.').waitFor();
    expect(await menu(page).isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    await close();
  });

  it('SHL-21 a session that cannot be renewed clears the cached account and leads to the root', async () => {
    const { page, problems, close } = await open(OWNER, '/unauthorized');
    // Change the session on a page without the app, which would renew it meanwhile.
    await page.goto(`${portal.url}/config.json`);
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        if (!key.startsWith('oidc.user:')) continue;
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1, refresh_token: 'long forgotten' }));
      }
    });
    // A toast is shown for three seconds, which a busy machine may need to load the page. So start waiting before.
    const told = page.getByText('Session Expired').waitFor();
    await Promise.all([told, page.goto(`${portal.url}/dashboard`)]);
    await page.waitForURL(`${portal.url}/`);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:')))).toEqual([]);
    expect(unexpected(problems)).toEqual([]);
    await close();
  });
});

/** Notes when the indicator of loading permissions appears and disappears. */
function noteIndicator(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(window, { indicatorTimes: times });
    new MutationObserver(() => {
      const isShown = document.querySelector('[role=progressbar]') !== null;
      if (isShown !== (times.length % 2 === 1)) times.push(performance.now());
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The skip link is first, every stop has a visible ring, and skipping leads to the content. */
async function expectReachableByTab(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: 'Skip to content' });
  const stops = new Set<string>();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    if (step === 0) expect([await hasFocus(skip), ((await skip.boundingBox())?.y ?? 0) > 0]).toEqual([true, true]);
    const stop = await page.evaluate(() => {
      const element = document.activeElement as Element;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return { name: element.textContent ?? '', hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
    });
    expect(stop.hasRing, stop.name).toBe(true);
    stops.add(stop.name);
  }
  expect(stops.size).toBeGreaterThan(6);
  await skip.press('Enter');
  await expect.poll(() => focused(page)).toBe('MAIN page-title');
}

describe('the layout', () => {
  it('SHL-13 SHL-14 SHL-15 SHL-17 SHL-18 SHL-19 SHL-25 PER-15 on an office screen: sidebar, header, menus, mail settings, colours and keyboard', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard', { colorScheme: 'dark', isFresh: true, prepare: noteIndicator });
    await greeting(page).waitFor();
    const times = () => page.evaluate(() => (window as unknown as { indicatorTimes: number[] }).indicatorTimes);
    await expect.poll(async () => (await times()).length).toBe(2);
    const [shown = 0, gone = 0] = await times();
    expect(gone - shown, 'the indicator is shown for a second, however quick the answer').toBeGreaterThanOrEqual(950);
    expect(gone - shown).toBeLessThan(10_000);
    // The menu and the cards have most of the stops.
    await menu(page).getByRole('link', { name: 'Orders' }).waitFor();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    await expectReachableByTab(page);

    const entry = menu(page).getByRole('link', { name: 'Dashboard' });
    expect(await entry.getAttribute('aria-current')).toBe('page');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard');
    await expect.poll(() => page.title()).toBe('Dashboard · Yardage customer portal');
    // Only nested paths have a Back button in the header.
    expect(await page.getByRole('button', { name: 'Back', exact: true }).count()).toBe(0);
    await menu(page).getByText('Production Beta 0.707').waitFor();
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    await expectLargeTargets(page, 'desktop');

    // Esc closes the menus and returns the focus to what opened them.
    const selector = page.getByRole('banner').getByRole('combobox', { name: 'Customer number' });
    expect(await selector.innerText()).toMatch(/Tarnwick Builders\s+Concrete East · 10418 · G110418/);
    await selector.press('Enter');
    await page.getByRole('option').first().waitFor();
    const options = await page.getByRole('option').allInnerTexts();
    expect(options).toHaveLength(5);
    for (const option of options) expect(option).toMatch(/.+\n.+ · Customer \w+ · Global \w+/);
    // The first key already opens it at the selected customer, whose numbers stay readable.
    const active = page.locator(`[id="${await selector.getAttribute('aria-activedescendant')}"]`);
    expect(await active.innerText()).toContain('Customer 10418');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(selector)).toBe(true);
    const account = page.getByRole('banner').getByRole('button', { name: 'Account menu' });
    await account.press('Enter');
    await page.getByRole('menu').getByText(OWNER).waitFor();
    await page.getByText('Marguerite Tarnwick').waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Support', 'Email notifications', 'Account Registration', 'Logout']);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(account)).toBe(true);

    // The colour scheme follows the system until one is chosen, which then stays.
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    expect(await scheme()).toBe('dark');
    await account.click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect.poll(() => scheme()).toBe('light');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Email notifications' }).click();
    const receipts = page.getByRole('dialog', { name: 'Email notifications' }).getByRole('switch', { name: 'Receipts' });
    await receipts.waitFor();
    const wasChecked = await receipts.isChecked();
    const saved = page.waitForResponse((response) => response.url().endsWith('/mail-settings') && response.request().method() === 'PUT');
    await receipts.click();
    expect((await saved).status()).toBe(200);
    expect(await receipts.isChecked()).toBe(!wasChecked);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await receipts.waitFor({ state: 'hidden' });
    // The second time, the dialog opens at once, and the menu's entry that opened it is gone when it closes.
    await account.click();
    await page.getByRole('menuitem', { name: 'Email notifications' }).click();
    await receipts.waitFor();
    await page.keyboard.press('Escape');
    await receipts.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(account)).toBe(true);

    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(async () => (await menu(page).boundingBox())?.width).toBeLessThan(80);
    await page.reload();
    expect(await scheme()).toBe('light');
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect.poll(async () => (await menu(page).boundingBox())?.width).toBeGreaterThan(200);
    await greeting(page).waitFor();

    // The sidebar is beside the page from 768 px on, and there is a menu button below.
    for (const [width, isBeside] of [
      [1024, true],
      [768, true],
      [767, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => menu(page).isVisible()).toBe(isBeside);
      await expect.poll(() => page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(!isBeside);
      await expect.poll(() => isWiderThanWindow(page)).toBe(false);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-18 SHL-19 the search in a long list of accounts gives the focus back, after Esc and after a choice', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard', {
      isAlone: true,
      prepare: (prepared) =>
        prepared.route(/\/global-customer-numbers/, async (route) => {
          const response = await route.fetch();
          const list = (await response.json()) as CustomerNumberEntry[];
          const more = list.slice(0, 3).map((entry) => ({
            ...entry,
            customerNumber: `X${entry.customerNumber}`,
            globalCustomerNumber: `X${entry.globalCustomerNumber}`,
          }));
          await route.fulfill({ response, json: [...list, ...more] });
        }),
    });
    await greeting(page).waitFor();
    const selector = page.getByRole('banner').getByRole('combobox', { name: 'Customer number' });
    const search = page.getByPlaceholder('Find by name or number');
    const openList = async (): Promise<void> => {
      await selector.press('Enter');
      await expect.poll(() => hasFocus(search)).toBe(true);
    };
    await openList();
    expect(await page.getByRole('option').count()).toBe(8);
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(selector)).toBe(true);
    // The dashboard is open already, so no other page takes the focus.
    const before = page.url();
    await openList();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).not.toBe(before);
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(selector)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-19 SHL-25 on a dark phone: the menu opens over the page, has Logout and the build label, and returns the focus', async () => {
    const { page, problems, close } = await open(OWNER, '/dashboard', { size: 'phone', colorScheme: 'dark' });
    await page.getByText('Tarnwick Builders, Inc.').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await expectLargeTargets(page, 'phone');
    const opener = page.getByRole('button', { name: 'Open menu' });
    await opener.press('Enter');
    await menu(page).waitFor();
    // The menu leaves enough of the page visible beside it.
    await expect.poll(async () => await page.getByRole('dialog').boundingBox()).toMatchObject({ x: 0, y: 0, width: 288, height: 844 });
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(opener)).toBe(true);
    await opener.click();
    await menu(page).getByRole('link', { name: 'Dashboard' }).click();
    await menu(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await opener.click();
    await menu(page).getByText('Production Beta 0.707').waitFor();
    await menu(page).getByRole('button', { name: 'Logout' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
