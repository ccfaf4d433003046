import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const folder = mkdtempSync(join(tmpdir(), 'yardage-builds-'));
const environmentOf = (version: string) => {
  const root = join(folder, version);
  mkdirSync(join(root, 'assets'), { recursive: true });
  for (const page of ['index.html', 'landing.html', 'share.html']) writeFileSync(join(root, page), version);
  writeFileSync(join(root, `assets/page-${version}.js`), `// ${version}`);
  return { WEB_ROOT: root, WEB_ASSETS_DIR: join(folder, 'shared') };
};

let before: TestApp;
let after: TestApp;
beforeAll(async () => {
  before = await openTestApp({ world: 'empty', environment: environmentOf('v1') });
  after = await openTestApp({ opened: { database: before.database, close: async () => {} }, environment: environmentOf('v2') });
});
afterAll(async () => {
  await after?.close();
  await before?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('OFF-01 processes of two versions', () => {
  it('serve the files of both, so that a page gets its scripts from whichever it asks, and each its own page', async () => {
    for (const app of [before, after]) {
      for (const version of ['v1', 'v2']) {
        const { statusCode, payload, headers } = await app.http.inject(`/assets/page-${version}.js`);
        expect([statusCode, payload, headers['cache-control']]).toEqual([200, `// ${version}`, expect.stringContaining('immutable')]);
      }
      expect((await app.http.inject('/assets/page-v3.js')).statusCode).toBe(404);
    }
    expect((await before.http.inject('/')).payload).toBe('v1');
    expect((await after.http.inject('/')).payload).toBe('v2');
  });
});
