import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { openBrowser, type PageOptions, type TestBrowser } from './harness/browser.ts';
import { playedVideo, watchVideo } from './harness/entry-video.ts';
import { unexpected } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { signedInPages } from './harness/signed-in.ts';

const VIDEO_FILE = join(import.meta.dirname, '../apps/web/src/pages/landing/entry-video.webm');

let portal: ReturnType<typeof sharedPortal>;
let browser: TestBrowser;

beforeAll(async () => {
  portal = sharedPortal();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const isShown = (page: Page) => page.evaluate(() => sessionStorage.getItem('videoShown'));

/** Shows the landing page again as at the start of a session. */
async function enterAgain(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
}

/** Adds up the layout shifts of a page, and returns how to read the sum. Call it before the page loads. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        Object.assign(window, { layoutShift: (window as unknown as { layoutShift: number }).layoutShift + entry.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
}

/** Opens the landing page in its own tab, and records its console messages and layout shifts. */
async function openLanding(options: PageOptions = {}) {
  const { page, problems, close } = await browser.openPage({ reducedMotion: 'no-preference', ...options });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const shift = await watchShifts(page);
  return { page, problems, logged, shift, close };
}

describe('the entry video', () => {
  it('SHL-23 weighs less than 400 kB', () => {
    expect(statSync(VIDEO_FILE).size).toBeLessThan(400_000);
  });

  it('SHL-23 SHL-24 plays once a session on a phone, muted, without layout shift or covering the sign-in, and ends at once by Skip, a click and Esc', async () => {
    const { page, problems, shift, close } = await openLanding({ size: 'phone' });
    const video = page.locator('video');
    await watchVideo(page, { isHeld: false });
    await page.goto(portal.url);
    await page.getByRole('heading', { level: 1, name: 'Welcome to Yardage' }).waitFor();
    await expect.poll(() => playedVideo(page)).toEqual({ muted: true, playsInline: true, controls: false });
    expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await video.waitFor({ state: 'detached' });
    expect(await isShown(page)).toBe('true');
    expect(await shift()).toBeLessThan(0.01);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await video.count()).toBe(0);

    const ways: (() => Promise<unknown>)[] = [
      () => page.getByRole('button', { name: 'Skip' }).click(),
      () => video.click({ position: { x: 20, y: 20 } }),
      () => page.keyboard.press('Escape'),
    ];
    // From here on it does not end by itself.
    await watchVideo(page, { isHeld: true });
    for (const end of ways) {
      await enterAgain(page);
      await expect.poll(() => playedVideo(page)).toBeDefined();
      await end();
      await video.waitFor({ state: 'detached' });
      expect(await isShown(page)).toBe('true');
    }

    // The same page in the app, for those who come from another of its pages.
    await page.goto(`${portal.url}/account-registration`);
    await page.evaluate(() => sessionStorage.clear());
    await page.getByRole('link', { name: 'Back To Login' }).click();
    await expect.poll(() => playedVideo(page)).toBeDefined();
    await page.keyboard.press('Escape');
    await video.waitFor({ state: 'detached' });
    expect(await isShown(page)).toBe('true');
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-23 that fails or does not load is logged and skipped, and it is not fetched with reduced motion', async () => {
    const { page, problems, logged, close } = await openLanding();
    const video = page.locator('video');
    await page.clock.install();
    await page.route('**/entry-video*', (route) => route.abort());
    await page.goto(portal.url);
    await expect.poll(() => logged.some((line) => line.startsWith('The entry video could not be played.'))).toBe(true);
    await video.waitFor({ state: 'detached' });
    expect(await isShown(page)).toBe('true');
    expect(unexpected(problems)).toEqual([]);

    await page.unrouteAll();
    await page.route('**/entry-video*', () => undefined);
    await enterAgain(page);
    await video.waitFor();
    await page.clock.runFor(3_000);
    await video.waitFor({ state: 'detached' });
    expect(logged.join()).toContain('did not begin within 3000 ms');

    await page.emulateMedia({ reducedMotion: 'reduce' });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await enterAgain(page);
    expect(await video.count()).toBe(0);
    expect(fetched.filter((url) => url.includes('entry-video'))).toEqual([]);
    await close();
  });
});

describe('a signed-in page whose scripts are still on their way', () => {
  /** Where an element begins, and the size of its text. */
  const placeOf = (element: Locator) =>
    element.evaluate((title) => {
      const { x, y } = title.getBoundingClientRect();
      return { x: Math.round(x), y: Math.round(y), size: getComputedStyle(title).fontSize, text: title.textContent };
    });

  it.each([
    ['on a phone', { path: '/orders', size: 'phone' }],
    ['with a button that leads back', { path: '/tickets/sign', size: 'phone', colorScheme: 'dark' }],
    ['beside the sidebar', { path: '/dashboard' }],
    ['beside the rail, in Spanish', { path: '/invoices', isRail: true, locale: 'es-ES' }],
  ] as const)('SHL-17 shows its title where the header will show it, %s', async (_where, given) => {
    const { path, isRail, ...options } = { isRail: false, ...given };
    const held = Promise.withResolvers<void>();
    const prepared = Promise.withResolvers<{ page: Page; shift: () => Promise<number> }>();
    const opening = signedInPages(browser, portal.url)('owner@example.com', path, {
      ...options,
      isAlone: true,
      prepare: async (page) => {
        await page.addInitScript((isOpen) => localStorage.setItem('yardage.sidebar-open', String(isOpen)), !isRail);
        await page.route(/\/assets\/(?!early-start).*\.js$/, (route) => held.promise.then(() => route.continue()));
        // The rows come after the layout, the marks of the invoices before the rows.
        await page.route(/\/invoices\?/, (route) => setTimeout(1500).then(() => route.continue()));
        prepared.resolve({ page, shift: await watchShifts(page) });
      },
    });
    const { page, shift } = await prepared.promise;
    const screen = page.locator('#start-screen');
    const early = await placeOf(screen.locator('.start-title'));
    expect(early.text).not.toBe('');
    expect(await screen.getAttribute('aria-hidden')).toBe('true');
    held.resolve();
    const { problems, close } = await opening;
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    expect(await screen.count()).toBe(0);
    expect(await placeOf(title)).toEqual(early);
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    expect(await shift()).toBeLessThan(0.02);
    expect(problems).toEqual([]);
    await close();
  });

  it('SHL-17 PER-15 shows the first rows of a list on a phone, which the list replaces in their place', async () => {
    const { page, problems, close } = await signedInPages(browser, portal.url)('owner@example.com', '/orders', {
      size: 'phone',
      isAlone: true,
    });
    const cards = page.getByRole('main').getByRole('listitem');
    await cards.nth(1).waitFor();
    const shift = await watchShifts(page);
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!early-start).*\.js$/, (route) => held.promise.then(() => route.continue()));
    // It knows from the first visit what the page reads.
    await page.reload({ waitUntil: 'commit' });
    const texts = page.locator('#start-screen .start-text');
    await texts.first().waitFor();
    const [number = '', mix = ''] = (await texts.first().textContent())?.split('\n') ?? [];
    expect(number).toMatch(/^\d+$/);
    const { y } = await placeOf(texts.first());
    held.resolve();
    const first = cards.filter({ has: page.getByText(number, { exact: true }) });
    await first.waitFor();
    await page.locator('#start-screen').waitFor({ state: 'detached' });
    expect(await first.textContent()).toContain(mix);
    expect(Math.abs((await placeOf(first)).y - y)).toBeLessThan(16);
    expect(await shift()).toBeLessThan(0.02);
    expect(problems).toEqual([]);
    await close();
  });
});
