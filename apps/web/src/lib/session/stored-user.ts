import { local, readStored } from '#web/lib/storage.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** Returns the key under which the sign-in library stores the account, for all tabs. */
export function storedUserKey({ authority, clientId }: SignInSettings): string {
  return `oidc.user:${authority}:${clientId}`;
}

/** Returns whether this browser has a token that is valid or can be renewed. Works without the sign-in library. */
export function hasStoredUser(settings: SignInSettings, nowMs: number): boolean {
  // The sign-in library defines the field names.
  const stored = readStored(local, storedUserKey(settings));
  if (typeof stored !== 'object' || stored === null) return false;
  const user = stored as { access_token?: unknown; refresh_token?: unknown; expires_at?: unknown };
  if (typeof user.access_token !== 'string') return false;
  return typeof user.refresh_token === 'string' || (typeof user.expires_at === 'number' && user.expires_at * 1000 > nowMs);
}

/** Returns the provider's id of the account in a stored value, or undefined if there is none. */
export function storedSubject(text: string | null): string | undefined {
  try {
    const { profile } = JSON.parse(text ?? 'null') as { profile?: { sub?: unknown } };
    return typeof profile?.sub === 'string' ? profile.sub : undefined;
  } catch {
    return undefined;
  }
}
