import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAP_TILES_PATH } from '../apps/server/src/http/map-tiles.ts';
import { tilesFile, tilesServer, vectorTile } from '../apps/server/src/testing/tiles-file.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { answerBoard, colorAt, look, onScreen } from './truck-tracking-world.ts';

/** Parks of the light and of the dark style. */
const PARK = { light: '#e3ecdf', dark: '#1b2a27' };
const folder = mkdtempSync(join(tmpdir(), 'street-map-'));
let server: ReturnType<typeof tilesServer>;
let browser: TestBrowser;
let open: OpenSignedIn;

beforeAll(async () => {
  const path = join(folder, 'world.pmtiles');
  writeFileSync(path, tilesFile(vectorTile({ earth: 'earth', landuse: 'park' })));
  server = tilesServer(path);
  browser = await openBrowser();
  open = signedInPages(browser, sharedPortal().url);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** Lets the shared portal serve a street map, by the code that serves a deployment's own. Returns the ranges that were asked for. */
async function withStreetMap(page: Page): Promise<(string | undefined)[]> {
  const ranges: (string | undefined)[] = [];
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), map: { styleUrl: null, tilesUrl: `${MAP_TILES_PATH}?v=1` } };
    await route.fulfill({ response, json });
  });
  await page.route(`**${MAP_TILES_PATH}*`, async (route) => {
    const { range } = route.request().headers();
    ranges.push(range);
    const { statusCode, headers, rawPayload } = await server.inject({ url: MAP_TILES_PATH, headers: range ? { range } : {} });
    await route.fulfill({ status: statusCode, headers: headers as Record<string, string>, body: rawPayload });
  });
  return ranges;
}

describe('the street map of a deployment', () => {
  it('GND-01 is drawn from its file in light and dark, in ranges, with its attribution and nothing from elsewhere', async () => {
    let ranges: (string | undefined)[] = [];
    const elsewhere: string[] = [];
    const { page, close } = await open('owner@example.com', '/truck-tracking', {
      viewport: { width: 1024, height: 640 },
      prepare: async (opened) => {
        await answerBoard(opened, { list: () => [] });
        ranges = await withStreetMap(opened);
        const own = new URL(sharedPortal().url).origin;
        opened.on('request', (request) => {
          if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== own) elsewhere.push(request.url());
        });
      },
    });
    const { x, y } = await onScreen(page, { latitude: 38.5, longitude: -99.5 });
    await expect.poll(async () => colorAt(await look(page), x, y)).toBe(PARK.light);
    expect(await page.getByText('OpenStreetMap').count()).toBe(1);
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.every((range) => /^bytes=\d+-\d+$/.test(range ?? ''))).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => colorAt(await look(page), x, y)).toBe(PARK.dark);
    expect(elsewhere).toEqual([]);
    await close();
  });
});
