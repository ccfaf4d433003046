import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.return-path';
const DEFAULT_PATH = '/dashboard';

/**
 * Stores for this tab the protected URL that the user opened before signing in, so that a copied link still works. With `subject`, only
 * that user returns to it.
 */
export function keepReturnPath(path: string, subject?: string): void {
  writeStored(perTab, KEY, { path, subject });
}

/** Returns the stored URL for this user and removes it; the dashboard if there is none. */
export function takeReturnPath(user?: string): string {
  const { path, subject = user } = (readStored(perTab, KEY) ?? {}) as { path?: unknown; subject?: string };
  removeStored(perTab, KEY);
  return subject === user && isOwnPath(path) ? path : DEFAULT_PATH;
}

/** Accepts only paths of this app, because `//host` and `/\host` would leave it. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
