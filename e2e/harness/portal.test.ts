import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './axe.ts';
import { endTraceChunk, openBrowser, type TestBrowser } from './browser.ts';
import { nextAnswer } from './network.ts';
import { sharedPortal } from './shared-portal.ts';

describe('the portal in a browser', () => {
  const portal = sharedPortal();
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

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

  it('waits for the repeated call if the page cancelled the first in the middle of its answer', async () => {
    const { page, close } = await browser.openPage();
    let calls = 0;
    const server = createServer((request, response) => {
      if (!request.url?.startsWith('/repeated')) return response.end();
      calls += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      return calls === 1 ? response.write('{"call":') : response.end(JSON.stringify({ call: calls }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const answer = nextAnswer<{ call: number }>(page, /\/repeated$/);
    await page.evaluate(async () => {
      const cancel = new AbortController();
      await fetch('/repeated', { signal: cancel.signal });
      cancel.abort();
      await fetch('/repeated?again=yes');
    });
    expect(await answer).toEqual({ body: { call: 2 }, query: new URLSearchParams({ again: 'yes' }) });
    server.closeAllConnections();
    server.close();
    await close();
  });

  it('keeps a screenshot and a trace of a failed test', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'yardage-evidence-'));
    const { page, close } = await browser.openPage();
    await page.goto(portal.url);
    await endTraceChunk(join(folder, 'failed'));
    // Pages that another test left open are kept too.
    expect(new Set(readdirSync(folder).map((name) => name.replace(/^.*\./, '')))).toEqual(new Set(['png', 'zip']));
    await close();
    rmSync(folder, { recursive: true });
  });
});
