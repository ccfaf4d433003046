import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** How long files are kept that no process has used as its own: tabs opened before an update load them. */
const KEEP_MS = 2 * 86_400_000;
/** How often a process says that its files are in use. */
export const SHARE_AGAIN_MS = 6 * 3_600_000;

/**
 * Copies the files of this build to the folder that all web processes share, so that each of them can serve the files of all: during an
 * update a page of the new version asks processes of the old one for its scripts, and after it open tabs ask for the old ones. Their names have a
 * hash of the content. Deletes what has not been in use for two days.
 */
export function shareAssets(webRoot: string, sharedRoot: string, now = new Date()): void {
  const own = join(webRoot, 'assets');
  const shared = join(sharedRoot, 'assets');
  mkdirSync(shared, { recursive: true });
  for (const name of readdirSync(own)) {
    const path = join(shared, name);
    if (!existsSync(path)) {
      // Others may read it already, so it appears complete.
      const unfinished = `${path}.${process.pid}.unfinished`;
      copyFileSync(join(own, name), unfinished);
      renameSync(unfinished, path);
    }
    utimesSync(path, now, now);
  }
  for (const name of readdirSync(shared)) {
    const path = join(shared, name);
    // Another process may be deleting it, too.
    const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (now.getTime() - modifiedMs > KEEP_MS) rmSync(path, { force: true });
  }
}
