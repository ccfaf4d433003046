import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.return-path';
const DEFAULT_PATH = '/dashboard';

/** Remembers, for this tab, the protected address someone wanted before signing in, so that a copied link still opens its view. */
export function keepReturnPath(path: string): void {
  writeStored(perTab, KEY, path);
}

/** Gives the remembered address and forgets it; the dashboard when there is none. */
export function takeReturnPath(): string {
  const path = readStored(perTab, KEY);
  removeStored(perTab, KEY);
  return isOwnPath(path) ? path : DEFAULT_PATH;
}

/** Only paths of this app: `//host` and `/\host` would leave it. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
