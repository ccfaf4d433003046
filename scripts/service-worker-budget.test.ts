import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serviceWorker } from '../apps/web/service-worker-plugin.ts';

const MEGABYTE = 1_000_000;

/** Writes the service worker of a build whose scripts have these sizes, by name. Returns what fails the build and what it prints. */
async function build(
  scripts: Record<string, number>,
): Promise<{ failure: string | undefined; info: string | undefined; isWritten: boolean }> {
  const dir = mkdtempSync(join(tmpdir(), 'yardage-web-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'assets'));
  const others = ['inter-latin-wght-normal-1.woff2', 'early-start-1.js', 'formats-worker-1.js'].map((name) => `assets/${name}`);
  for (const name of [...others, 'color-scheme.js', 'favicon.svg', 'index.html']) writeFileSync(join(dir, name), 'x');
  const bundle: Record<string, object> = {};
  for (const [name, bytes] of Object.entries(scripts)) {
    const fileName = `assets/${name}`;
    writeFileSync(join(dir, fileName), 'x'.repeat(bytes));
    const moduleIds = name.startsWith('messages-') ? [] : ['/web/src/pages/orders/orders-page.tsx'];
    bundle[fileName] = { type: 'chunk', fileName, moduleIds, imports: [], dynamicImports: [] };
  }
  const info = vi.fn();
  const error = (message: string): never => {
    throw new Error(message);
  };
  const { writeBundle } = serviceWorker() as unknown as { writeBundle: { handler: (...given: unknown[]) => Promise<void> } };
  const failure = await writeBundle.handler.call({ error, info }, { dir }, bundle).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  return { failure, info: info.mock.lastCall?.[0], isWritten: existsSync(join(dir, 'sw.js')) };
}

it('OFF-02 the build fails if the service worker would store more than its budget on a phone, however many languages there are', async () => {
  const good = await build({ 'orders-1.js': 1.5 * MEGABYTE, 'messages-en-portal-1.js': MEGABYTE, 'messages-es-portal-1.js': MEGABYTE });
  expect([good.failure, good.isWritten]).toEqual([undefined, true]);
  expect(good.info).toMatch(/^service worker: 9 files, 3\.50 MB, without messages 1\.50 of 1\.8 MB$/);
  const bad = await build({ 'orders-1.js': 1.9 * MEGABYTE });
  expect(bad.failure).toMatch(/over its budget: .*1\.90 of 1\.8 MB/);
  expect(bad.isWritten).toBe(false);
});
