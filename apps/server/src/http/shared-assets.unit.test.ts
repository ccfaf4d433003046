import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shareAssets } from './shared-assets.ts';

const DAY_MS = 86_400_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yardage-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a build with these files and returns its folder. */
function build(name: string, files: readonly string[]): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'assets'), { recursive: true });
  for (const file of files) writeFileSync(join(root, 'assets', file), name);
  return root;
}

describe('OFF-01 files of several builds', () => {
  it('are kept for two days after the last process that had them', () => {
    const [earlier, later] = [build('earlier', ['page-1.js', 'font.woff2']), build('later', ['page-2.js', 'font.woff2'])];
    const shared = join(folder, 'shared');
    const names = () => readdirSync(join(shared, 'assets')).sort();
    const start = Date.now();
    shareAssets(earlier, shared, new Date(start));
    // The earlier version ran for a month and kept marking its files. Then the next version starts.
    shareAssets(earlier, shared, new Date(start + 30 * DAY_MS));
    shareAssets(later, shared, new Date(start + 30 * DAY_MS + 60_000));
    expect(names()).toEqual(['font.woff2', 'page-1.js', 'page-2.js']);
    shareAssets(later, shared, new Date(start + 31 * DAY_MS));
    expect(names()).toContain('page-1.js');
    shareAssets(later, shared, new Date(start + 33 * DAY_MS));
    expect(names()).toEqual(['font.woff2', 'page-2.js']);
    expect(existsSync(join(earlier, 'assets/page-1.js'))).toBe(true);
  });
});
