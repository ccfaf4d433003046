import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config';
import { lockDirectory } from '#server/database/directory-lock';
import { runAdmin } from '#server/run-admin';
import { openServerWorld } from '#server/testing/server-process';

describe('npm run admin on the embedded database', () => {
  const terminal = { say: () => {}, confirm: async () => false };
  const settings = (dataDir: string) => ({ databaseUrl: undefined, dataDir, hasOutsideSignIn: false, retention: readConfig({}).retention });

  it('FED-01 works while the server is stopped, and says so while it runs or there is none', async () => {
    const nothing = mkdtempSync(join(tmpdir(), 'yardage-admin-'));
    await expect(runAdmin(['key', 'list'], settings(nothing), terminal)).rejects.toThrow('There is no database in');
    rmSync(nothing, { recursive: true });
    const { dataDir = '', remove } = await openServerWorld('empty');
    try {
      const lines: string[] = [];
      await runAdmin(['key', 'add', 'Loader', '--scopes', '*'], settings(dataDir), { ...terminal, say: (line) => void lines.push(line) });
      expect(lines.at(-1)).toMatch(/^yk_/);
      const unlock = lockDirectory(dataDir);
      await expect(runAdmin(['key', 'list'], settings(dataDir), terminal)).rejects.toThrow('is in use by another Yardage server');
      unlock();
    } finally {
      await remove();
    }
  });
});
