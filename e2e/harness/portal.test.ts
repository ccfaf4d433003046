import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './axe.ts';
import { openBrowser, type TestBrowser, takeEvidence, type ViewportName } from './browser.ts';
import { type Portal, startPortal } from './portal.ts';

describe('the portal in a browser', () => {
  let portal: Portal;
  let browser: TestBrowser;

  beforeAll(async () => {
    [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    expect(await portal?.stop(), 'a stopped server ends with 0').toBe(0);
  });

  it.each<ViewportName>(['desktop', 'phone'])('opens on a %s without console errors or axe violations', async (size) => {
    const { page, problems, close } = await browser.openPage({ size });
    await page.goto(portal.url);
    await page.locator('h1').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('answers page requests with its page at the root, and missing files with 404', async () => {
    const root = await fetch(portal.url, { headers: { accept: '*/*' } });
    expect([root.status, root.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(root.headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${portal.url}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${portal.url}/no-such-file`, { headers: { accept: '*/*' } })).status).toBe(404);
  });

  it('notices a console error and an axe violation', async () => {
    const { page, problems, close } = await browser.openPage();
    await page.route('**/planted', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script>console.error("planted")</script><img src="data:,">' }),
    );
    await page.goto(`${portal.url}/planted`);
    expect(problems.join()).toContain('planted');
    expect((await findBarriers(page)).join()).toContain('image-alt');
    await close();
  });

  it('keeps a screenshot and a trace of a failed test', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'yardage-evidence-'));
    const { page, close } = await browser.openPage();
    await page.goto(portal.url);
    await takeEvidence(join(folder, 'failed'));
    // Pages that another test left open are kept too.
    expect(new Set(readdirSync(folder).map((name) => name.replace(/^.*\./, '')))).toEqual(new Set(['png', 'zip']));
    await close();
    rmSync(folder, { recursive: true });
  });
});
