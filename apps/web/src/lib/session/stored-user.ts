import { local, readStored } from '#web/lib/storage.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** The key under which the sign-in library stores the account, for all tabs. */
export function storedUserKey({ authority, clientId }: SignInSettings): string {
  return `oidc.user:${authority}:${clientId}`;
}

/** Whether this browser holds a token that is valid or can be renewed. Works without the sign-in library. */
export function hasStoredUser(settings: SignInSettings, nowMs: number): boolean {
  // The field names are the sign-in library's.
  const stored = readStored(local, storedUserKey(settings));
  if (typeof stored !== 'object' || stored === null) return false;
  const user = stored as { access_token?: unknown; refresh_token?: unknown; expires_at?: unknown };
  if (typeof user.access_token !== 'string') return false;
  return typeof user.refresh_token === 'string' || (typeof user.expires_at === 'number' && user.expires_at * 1000 > nowMs);
}

/** The provider's name for the account in a stored value; undefined where nobody is signed in. */
export function storedSubject(text: string | null): string | undefined {
  try {
    const { profile } = JSON.parse(text ?? 'null') as { profile?: { sub?: unknown } };
    return typeof profile?.sub === 'string' ? profile.sub : undefined;
  } catch {
    return undefined;
  }
}
