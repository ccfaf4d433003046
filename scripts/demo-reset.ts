import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DirectoryInUseError, lockDirectory } from '../apps/server/src/database/directory-lock.ts';

// `npm run demo:reset`: removes the demo's database, so that the next start generates a new world.

/** Removes the embedded database in a folder; refuses while a server uses it. Returns a message that says what was done. */
export function resetDemo(dataDir: string): string {
  if (!existsSync(dataDir)) return `There is no demo database in ${dataDir}.`;
  const unlock = lockDirectory(dataDir);
  try {
    rmSync(join(dataDir, 'pglite'), { recursive: true, force: true });
  } finally {
    unlock();
  }
  return `The demo database in ${dataDir} is removed; the next start fills a new one.`;
}

if (import.meta.main) {
  try {
    console.log(resetDemo(process.env.DATA_DIR || resolve(import.meta.dirname, '../.data')));
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
