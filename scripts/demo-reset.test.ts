import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDirectory } from '../apps/server/src/database/directory-lock.ts';
import { resetDemo } from './demo-reset.ts';

describe('npm run demo:reset', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'yardage-reset-'));
    mkdirSync(join(dataDir, 'pglite'));
    writeFileSync(join(dataDir, 'pglite/PG_VERSION'), '17');
    writeFileSync(join(dataDir, 'notes.txt'), "somebody's own");
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('removes the database and nothing else', () => {
    expect(resetDemo(dataDir)).toContain('is removed');
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
    expect(existsSync(join(dataDir, 'notes.txt'))).toBe(true);
  });

  it('refuses while a server has the database', () => {
    const unlock = lockDirectory(dataDir);
    expect(() => resetDemo(dataDir)).toThrow('is in use by another Yardage server');
    expect(existsSync(join(dataDir, 'pglite/PG_VERSION'))).toBe(true);
    unlock();
  });

  it('says when there is nothing to remove', () => {
    expect(resetDemo(join(dataDir, 'elsewhere'))).toContain('There is no demo database');
  });
});
