import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** How long files of a build that no process runs any more are kept: tabs that were opened before an update still load them. */
const KEEP_MS = 2 * 86_400_000;
/** How often a process marks its files as in use. */
export const SHARE_AGAIN_MS = 6 * 3_600_000;

/**
 * Copies the files of this build to the folder that all web processes share, so that each process can serve the files of every build. During an
 * update a page of the new version may ask a process of the old one for its scripts; after it, open tabs still ask for the old scripts. The
 * names contain a hash of the content, so they never clash. Deletes files that were not in use for two days.
 */
export function shareAssets(webRoot: string, sharedRoot: string, now = new Date()): void {
  const own = join(webRoot, 'assets');
  const shared = join(sharedRoot, 'assets');
  mkdirSync(shared, { recursive: true });
  for (const name of readdirSync(own)) {
    const path = join(shared, name);
    if (!existsSync(path)) {
      // Renamed when it is complete, because other processes may serve it at once.
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
