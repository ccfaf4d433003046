import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.return-path';
const DEFAULT_PATH = '/dashboard';

/** Stores for this tab the protected URL that the user opened before signing in, so that a copied link still works. */
export function keepReturnPath(path: string): void {
  writeStored(perTab, KEY, path);
}

/** Returns the stored URL and removes it; the dashboard if there is none. */
export function takeReturnPath(): string {
  const path = readStored(perTab, KEY);
  removeStored(perTab, KEY);
  return isOwnPath(path) ? path : DEFAULT_PATH;
}

/** Accepts only paths of this app, because `//host` and `/\host` would leave it. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
