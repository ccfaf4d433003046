import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MODULE = new URL('./browser.mjs', import.meta.url).href;
const FIND = `import { ensureBrowser } from '${MODULE}'; try { console.log(await ensureBrowser()); } catch (error) { console.log('fault: ' + error.message); }`;

describe.skipIf(process.platform !== 'linux')('the browser for the tests', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'yardage-browser-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the browser found on a machine whose only programs are those in the folder. */
  const find = (env: Record<string, string> = {}) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', FIND], { env: { PATH: folder, ...env }, encoding: 'utf8' }).stdout.trim();
  const addProgram = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };

  it('is the one that CHROME_PATH names', () => {
    addProgram('my-chrome', '');
    expect(find({ CHROME_PATH: join(folder, 'my-chrome') })).toBe(join(folder, 'my-chrome'));
    expect(find({ CHROME_PATH: join(folder, 'missing') })).toMatch(/^fault: CHROME_PATH names .*missing, which does not exist\.$/);
  });

  it('is found under any of its names', () => {
    addProgram('google-chrome', '');
    expect(find()).toBe(join(folder, 'google-chrome'));
  });

  it('is installed if this user may, otherwise requested in one line', () => {
    addProgram('apt-get', `case "$1" in install) echo > ${folder}/chromium ;; esac`);
    const isRoot = process.getuid?.() === 0;
    expect(find()).toBe(isRoot ? join(folder, 'chromium') : expect.stringContaining('fault: The browser tests need Chromium'));
  });

  it('is requested in one line if there is nothing to install it with', () => {
    expect(find()).toMatch(/^fault: The browser tests need Chromium: install the package chromium .*CHROME_PATH.*$/);
  });
});
