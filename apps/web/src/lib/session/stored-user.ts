import { perTab, readStored } from '#web/lib/storage.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** Whether this tab holds a token that is valid or can be renewed; answered without loading the sign-in library. */
export function hasStoredUser(settings: SignInSettings, nowMs: number): boolean {
  // The key and the field names are those of the sign-in library's user store.
  const stored = readStored(perTab, `oidc.user:${settings.authority}:${settings.clientId}`);
  if (typeof stored !== 'object' || stored === null) return false;
  const user = stored as { access_token?: unknown; refresh_token?: unknown; expires_at?: unknown };
  if (typeof user.access_token !== 'string') return false;
  return typeof user.refresh_token === 'string' || (typeof user.expires_at === 'number' && user.expires_at * 1000 > nowMs);
}
