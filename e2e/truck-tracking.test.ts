import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './harness/axe.ts';
import { isWiderThanWindow, openBrowser, type TestBrowser, VIEWPORTS } from './harness/browser.ts';
import { stopClock } from './harness/clock.ts';
import { go } from './harness/kept-tabs.ts';
import { nextAnswer, unexpected, withoutHub } from './harness/network.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages, type VisitOptions } from './harness/signed-in.ts';
import { toastRegion } from './harness/toasts.ts';
import {
  answerBoard,
  at,
  BADGE,
  BESIDE_PIXELS,
  type BoardAnswers,
  boardWithFixes,
  type Calls,
  COLORS,
  cameraOf,
  colorAt,
  configureStyle,
  factsOf,
  JOB,
  look,
  makeBoard,
  onScreen,
  PAPER,
  placeOf,
  popup,
  row,
  seenGround,
  settledCamera,
  TIP_PIXELS,
  WATER,
  watchRequests,
  withoutServerTime,
  withoutWebgl,
} from './truck-tracking-world.ts';

const OWNER = 'owner@example.com';
const PATH = '/truck-tracking';
/** Rendering without a GPU is slow. This is the smallest screen with the map beside the list. */
const SMALL = { width: 1024, height: 640 };
let portal: ReturnType<typeof sharedPortal>;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  portal = sharedPortal();
  browser = await openBrowser();
  open = signedInPages(browser, portal.url);
});
afterAll(() => browser?.close());

const SPEEDS: Record<number, number> = { 3: 42, 4: 0, 6: 0 };

const zoomIs = (page: Page, zoom: number) => expect.poll(async () => (await cameraOf(page)).zoom).toBeCloseTo(zoom, 1);

/** Opens the page with the test's own trucks. Motion is reduced, so pins are where the test expects them. */
async function openBoard(answers: BoardAnswers = {}, { path = PATH, ...options }: VisitOptions & { path?: string } = {}) {
  let calls: Calls | undefined;
  const opened = await open(OWNER, path, {
    ...(options.size ? { deviceScaleFactor: 1 } : { viewport: SMALL }),
    ...options,
    prepare: async (page) => {
      calls = await answerBoard(page, answers);
      await options.prepare?.(page);
    },
  });
  return { ...opened, calls: calls as Calls };
}

describe('truck tracking', () => {
  it("TRK-01 TRK-05 TRK-06 TRK-07 TKT-07 lists the server's trucks by job, all open, and shows the details of the selected one", async () => {
    const answers = new Map<string, number>();
    let list: Promise<{ body: ActiveTruck[] }> | undefined;
    const { page, problems, close } = await open(OWNER, PATH, {
      viewport: SMALL,
      prepare: async (prepared) => {
        // The map has tests of its own, and takes long to draw.
        await withoutWebgl(prepared);
        list = nextAnswer(prepared, /\/active-trucks/);
        prepared.on('response', (response) => {
          const { pathname } = new URL(response.url());
          if (/truck-tracking|maps/.test(pathname)) answers.set(pathname.replace(/.*\//, ''), response.status());
        });
      },
    });
    const trucks = (await (list as unknown as Promise<{ body: ActiveTruck[] }>)).body;
    expect(trucks.length).toBeGreaterThan(0);
    await page
      .getByText(trucks.length === 1 ? '1 truck' : `${trucks.length} trucks`, { exact: true })
      .first()
      .waitFor();
    const panel = page.getByRole('region', { name: 'Truck List' });
    const jobs = panel.getByRole('heading', { level: 3 }).getByRole('button');
    expect(await jobs.count()).toBe(new Set(trucks.map(({ job, jobNumber, jobAddress }) => jobNumber ?? `${job} ${jobAddress}`)).size);
    for (const job of await jobs.all()) expect(await job.getAttribute('aria-expanded')).toBe('true');
    for (const { truckNumber } of trucks) expect(await row(page, truckNumber).count()).toBeGreaterThan(0);

    const coming = trucks.find(({ ticketStatusId, position }) => ticketStatusId < 4 && position);
    const chosen = coming ?? (trucks[0] as ActiveTruck);
    await row(page, chosen.truckNumber).first().click();
    for (const name of [String(chosen.truckId), ...(coming ? ['eta', 'route'] : [])]) {
      await expect.poll(() => answers.get(name), { message: name }).toBe(200);
    }
    const facts = factsOf(page, chosen.truckNumber);
    for (const fact of [chosen.driverName ?? '', chosen.productNumber, chosen.plant, `Load ${chosen.ticketLoadNumber}`]) {
      await facts.getByText(fact).first().waitFor();
    }

    await facts.getByRole('button', { name: `Details of ticket ${chosen.ticketNumber}` }).click();
    await page.getByRole('dialog').getByText(chosen.ticketNumber).first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${PATH}?ticket=${chosen.ticketId}&customer=*`);

    // A truck on the road in the order's drawer links back here.
    await page.route(/\/orders\/\d+\?/, async (route) => {
      const response = await route.fetch();
      const order = (await response.json()) as { tickets: { id: number }[] };
      const tickets = order.tickets.map((ticket) => (ticket.id === chosen.ticketId ? { ...ticket, statusId: 3 } : ticket));
      await route.fulfill({ response, json: { ...order, tickets } });
    });
    await go(page, `/orders?order=${chosen.jobId}`);
    await page.getByRole('link', { name: `On the road: follow the truck of ticket ${chosen.ticketNumber}` }).click();
    await page.waitForURL(`**${PATH}?ticket=${chosen.ticketId}&customer=*`);
    expect(problems).toEqual([]);
    await close();
  });

  it('TRK-02 TRK-03 TRK-08 TRK-09 TRK-10 TRK-11 TRK-15 TRK-16 TRK-17 TRK-18 GND-02 draws pins by status that point in their direction, zooms to a truck and back, says what it does and when it arrives, and shows its route only while it is coming, also on a phone', async () => {
    // The trucks drive, except one on the job and the last.
    const list = () => boardWithFixes(({ ticketStatusId }) => ({ speed: { value: SPEEDS[ticketStatusId] ?? 30, unit: 'mph' } }));
    const { page, calls, problems, close } = await openBoard({ list }, { timezoneId: 'Asia/Tokyo' });
    const board = makeBoard();
    await row(page, '207').waitFor();
    await expect.poll(async () => (await cameraOf(page)).zoom).toBeGreaterThan(9);
    const overall = await cameraOf(page);

    const places = await Promise.all(COLORS.map((_, index) => onScreen(page, placeOf(board[index]))));
    const isDrawn = async () => {
      const { x = 0, y = 0 } = places[5] ?? {};
      return colorAt(await look(page), x - BESIDE_PIXELS, y);
    };
    await expect.poll(isDrawn).toBe(COLORS[5]);
    const picture = await look(page);
    // Heading 90 is east: the tip is right of the disc, and nothing is left of it. A stationary truck has no tip.
    const seen = (offset: number) => places.map(({ x, y }) => colorAt(picture, x + offset, y));
    expect(seen(-BESIDE_PIXELS)).toEqual(COLORS);
    for (const [index, color] of seen(TIP_PIXELS).entries()) {
      if (SPEEDS[index + 1] === 0) expect(color).not.toBe(COLORS[index]);
      else expect(color).toBe(COLORS[index]);
    }
    expect(places.filter(({ x, y }, index) => colorAt(picture, x - TIP_PIXELS, y) === COLORS[index])).toEqual([]);
    // The built-in map has the Tennessee River, Chickamauga Lake and a railroad, which are fetched after the pins.
    await expect.poll(() => seenGround(page)).toEqual({ river: WATER, lake: WATER, hasRailroad: true });
    // All pins are at least 50 pixels away from the map's edges.
    const box = (await page.getByTestId('truck-map').boundingBox()) as { x: number; y: number; width: number; height: number };
    for (const { x, y } of places) {
      expect(Math.min(x - box.x, box.x + box.width - x, y - box.y, box.y + box.height - y)).toBeGreaterThanOrEqual(49);
    }

    const pin = await onScreen(page, placeOf(board[2]));
    await page.mouse.click(pin.x, pin.y);
    await page.waitForURL(`**${PATH}?ticket=903&customer=*`);
    await zoomIs(page, 15);
    expect(await row(page, '203').getAttribute('aria-expanded')).toBe('true');
    const facts = factsOf(page, '203');
    await facts.getByText('In Motion · 42 mph').waitFor();
    // The popup is a summary of the details in the list.
    expect(await popup(page, '203').innerText()).toMatch(/^\d?\s*Truck 203\s+To Job\s+Expected about \d\d:\d\d, \d\d:\d\d–\d\d:\d\d$/);
    const text = await facts.innerText();
    for (const part of [
      'To Job',
      'Driver 203',
      'Load 5, 10 CY',
      '4000AE · 4000 PSI AIR',
      '4 in',
      'T-903',
      'Use the north gate',
      ' s ago',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/Expected\s+about \d\d:\d\d, \d\d:\d\d–\d\d:\d\d/);
    expect(text).toMatch(/Power\s+On/);
    expect(await findBarriers(page)).toEqual([]);
    await expect.poll(() => calls.route.length).toBe(1);
    const way = await onScreen(page, { latitude: 35.095, longitude: -85.2425 });
    await expect.poll(async () => colorAt(await look(page), way.x, way.y)).toBe('#1f5f99');
    expect(calls.eta[0]?.searchParams.get('jobId')).toBe('71');
    expect(await page.getByRole('button', { name: /^Cedar Glade/ }).innerText()).toContain('Job J-2401 · 2 orders');
    // Times are in the data source's time zone, whatever the browser's.
    const job = page.getByRole('region', { name: /^Cedar Glade/ });
    expect(await job.innerText()).toMatch(
      /Order 5001 · Start 0[67]:05.*20 of 80 CY poured, 10 CY on the job, 20 CY on the road, 20 CY at the plant/s,
    );
    expect(await job.getByRole('list', { name: 'Order 5003' }).innerText()).toContain('Truck 205');
    // A user who moves the map with the keyboard stays there when the next positions arrive.
    const canvas = page.getByTestId('truck-map').locator('canvas');
    expect(await canvas.getAttribute('aria-label')).toMatch(/^Map of 7 trucks/);
    await canvas.focus();
    const followed = await cameraOf(page);
    for (let step = 0; step < 6; step++) await canvas.press('ArrowRight', { delay: 50 });
    await expect.poll(() => cameraOf(page)).not.toEqual(followed);
    const polls = calls.positions.length;
    const elsewhere = await settledCamera(page);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect.poll(() => calls.positions.length).toBeGreaterThan(polls);
    await page.waitForTimeout(1500);
    expect(await cameraOf(page)).toEqual(elsewhere);
    await page.getByRole('button', { name: 'Reset view' }).click();
    await zoomIs(page, overall.zoom);
    expect(await cameraOf(page)).toEqual(overall);
    expect(await row(page, '203').getAttribute('aria-expanded')).toBe('false');

    // From far away they are one badge, which a click expands.
    for (let step = 1; step <= 4; step++) {
      await page.getByRole('button', { name: 'Zoom out' }).click();
      await zoomIs(page, overall.zoom - step);
    }
    const badge = await onScreen(page, { latitude: (35.08 + 35.115) / 2, longitude: (-85.25 - 85.23) / 2 });
    await expect.poll(async () => colorAt(await look(page), badge.x, badge.y - 9)).toBe(BADGE);
    await page.mouse.click(badge.x, badge.y);
    await expect.poll(async () => (await cameraOf(page)).zoom).toBeGreaterThan(overall.zoom - 1.5);
    const apart = await onScreen(page, placeOf(board[5]));
    await expect.poll(async () => colorAt(await look(page), apart.x - BESIDE_PIXELS, apart.y)).toBe(COLORS[5]);

    // A truck that cannot be drawn is listed, and the map moves to its job.
    expect(await row(page, '207').innerText()).toContain('Position not known');
    await row(page, '207').focus();
    await page.keyboard.press('Enter');
    await zoomIs(page, 10);
    const flag = await onScreen(page, JOB);
    expect(Math.abs(flag.x - box.x - box.width / 2)).toBeLessThan(2);
    await expect.poll(() => calls.eta.length).toBe(2);

    // One that has arrived is asked about neither.
    await row(page, '204').click();
    await factsOf(page, '204').getByText('Stopped', { exact: true }).waitFor();
    await expect.poll(() => factsOf(page, '204').innerText()).toMatch(/Expected\s+On the job/);
    await expect.poll(() => popup(page, '204').innerText()).toContain('On the job');
    await expect.poll(() => calls.truck.some(({ pathname }) => pathname.endsWith('/204'))).toBe(true);
    expect([calls.eta.length, calls.route.length]).toEqual([2, 1]);
    await row(page, '206').click();
    await expect.poll(() => factsOf(page, '206').innerText()).toMatch(/Power\s+Off/);
    // After closing the popup with the keyboard, the focus is in the list.
    await popup(page, '206').getByRole('button', { name: 'Close' }).press('Enter');
    await popup(page, '206').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Truck 206');
    await page.keyboard.press('Enter');
    await popup(page, '206').waitFor();
    await page.keyboard.press('Escape');
    await popup(page, '206').waitFor({ state: 'detached' });
    // In order of arrival.
    const names = await page
      .getByRole('list', { name: 'Order 5001' })
      .getByRole('button', { name: /^Truck/ })
      .allInnerTexts();
    expect(names.map((name) => name.match(/Truck (\d+)/)?.[1])).toEqual(['204', '203', '207', '202', '201']);

    // On a tablet and on a phone, here in dark, the list is in a panel, which closes to show the map.
    const handle = page.getByRole('button', { name: /^Truck List/ });
    expect(await handle.count()).toBe(0);
    for (const viewport of [{ ...SMALL, width: SMALL.width - 1 }, VIEWPORTS.phone.viewport]) {
      await page.setViewportSize(viewport);
      await handle.waitFor();
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await handle.getAttribute('aria-expanded')).toBe('true');
    expect((await handle.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await row(page, '203').click();
    await page.getByText('Use the north gate').waitFor();
    await popup(page, '203').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    const height = async () => (await page.getByTestId('truck-map').boundingBox())?.height ?? 0;
    const half = await height();
    await handle.click();
    await page.waitForURL(/panel=closed/);
    await row(page, '203').waitFor({ state: 'hidden' });
    await expect.poll(height).toBeGreaterThan(half * 1.5);
    await popup(page, '203').getByRole('button', { name: 'Close' }).click();
    await popup(page, '203').waitFor({ state: 'detached' });
    expect(unexpected(problems)).toEqual([]);
    await close();
  });

  it('TRK-01 TRK-04 TRK-15 TRK-20 says that the list failed, retries, says that there are no trucks, over the whole country; a configured style whose tiles fail is replaced with a note', async () => {
    let isBroken = true;
    const tiles = Promise.withResolvers<void>();
    const { page, close } = await openBoard(
      { list: () => (isBroken ? null : []) },
      { size: 'desktop', prepare: (prepared) => configureStyle(prepared, portal.url, tiles.promise) },
    );
    await toastRegion(page).getByText('Error fetching records').waitFor();
    const panel = page.getByRole('region', { name: 'Truck List' });
    await panel.getByRole('alert').getByText('Error fetching records').waitFor();
    isBroken = false;
    await panel.getByRole('button', { name: 'Retry' }).click();
    await panel
      .getByText('No Trucks Available. Please check back later or contact support for further assistance.', { exact: true })
      .waitFor();
    await expect.poll(() => cameraOf(page)).toEqual({ zoom: 4, longitude: -98.58, latitude: 39.83 });
    const kansas = await onScreen(page, { latitude: 38.5, longitude: -99.5 });
    const gulf = await onScreen(page, { latitude: 27.2, longitude: -92 });
    const colors = async () => {
      const picture = await look(page);
      return [kansas, gulf].map(({ x, y }) => colorAt(picture, x, y));
    };
    await expect.poll(colors).toEqual([PAPER, PAPER]);
    tiles.resolve();
    await page.getByText('The usual map did not load. A simple built-in map is shown instead.').waitFor();
    await expect.poll(colors).toEqual(['#f4f6f8', WATER]);
    await close();
  });

  it('TRK-01 TRK-12 TRK-13 TRK-14 TRK-19 polls every 20 seconds, 5 and 15 minutes, not while hidden, keeps the data when a call fails, and works without WebGL', async () => {
    let isBroken = false;
    let settle = async () => {};
    // One truck has not reported for a while.
    const list = () => boardWithFixes(({ truckNumber }) => (truckNumber === '205' ? { recordedAt: at(-6.2) } : {}));
    const { page, calls, close } = await openBoard(
      {
        list,
        positions: () => (isBroken ? null : makeBoard()),
        truck: () => (isBroken ? null : (makeBoard()[2]?.position ?? null)),
        eta: () => null,
      },
      {
        path: `${PATH}?ticket=903`,
        isAlone: true,
        // This test is about the timing of requests. Without the map, time passes faster.
        prepare: (prepared) => {
          settle = watchRequests(prepared);
          return Promise.all([prepared.clock.install(), withoutServerTime(prepared), withoutWebgl(prepared), withoutHub(prepared)]);
        },
      },
    );
    const counts = () => [calls.list, calls.positions, calls.truck, calls.eta].map(({ length }) => length);
    const pass = async (seconds: number) => {
      await page.clock.fastForward(seconds * 1000);
      // Responses arrive in real time, not by the page's fake clock.
      await settle();
    };
    const hide = (isHidden: boolean) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        },
        isHidden ? 'hidden' : 'visible',
      );
    await page.getByText('The map cannot be drawn on this device').waitFor();
    await factsOf(page, '203').getByText('In Motion · 42 mph').waitFor();
    expect(await row(page, '205').innerText()).toContain('Position 6 min old');
    expect(await page.getByText(/^Position \d+ min old$/).count()).toBe(1);
    expect(await page.getByText('Live', { exact: true }).count()).toBe(1);
    await expect.poll(counts).toEqual([1, 0, 1, 1]);
    await stopClock(page);
    await pass(10);
    expect(counts()).toEqual([1, 0, 1, 1]);
    await pass(11);
    await expect.poll(counts).toEqual([1, 1, 2, 1]);
    isBroken = true;
    await pass(21);
    await expect.poll(counts).toEqual([1, 2, 3, 1]);
    // The failed requests removed nothing and showed no error.
    expect(await row(page, '203').innerText()).toMatch(/about \d\d:\d\d/);
    expect(await toastRegion(page).getByText('Error').count()).toBe(0);
    // But they are not live.
    await page.clock.runFor(100);
    await page.getByText(/^Data as of/).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    isBroken = false;
    await hide(true);
    await pass(120);
    expect(counts()).toEqual([1, 2, 3, 1]);
    await hide(false);
    await expect.poll(counts).toEqual([1, 3, 4, 1]);
    // No truck has a position newer than two minutes. The page says so once.
    await page.getByText(/^Positions [23] min old: may be out of date$/).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    expect(await page.getByText(/^Position \d+ min old$/).count()).toBe(0);
    // Not quite three minutes have passed so far, and the next ETA request is due after five.
    await pass(110);
    expect(calls.eta.length).toBe(1);
    await pass(40);
    await expect.poll(() => calls.eta.length).toBe(2);
    for (let minute = 0; minute < 9; minute++) await pass(60);
    expect(calls.list.length).toBe(1);
    await pass(60);
    await expect.poll(() => calls.list.length).toBe(2);
    expect(calls.eta.length).toBeLessThanOrEqual(4);
    await close();
  });
});
