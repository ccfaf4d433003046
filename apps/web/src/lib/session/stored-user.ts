import type { PublicConfig } from '@yardage/contract/public-config';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { local, readStored } from '#web/lib/store.ts';

/** Returns the key under which the sign-in library stores the account, for all tabs. */
export function storedUserKey({ authority, clientId }: SignInSettings): string {
  return `oidc.user:${authority}:${clientId}`;
}

/** The stored account. The sign-in library defines the field names. */
function storedUser(settings: SignInSettings) {
  const user = readStored(local, storedUserKey(settings)) as Record<'access_token' | 'refresh_token' | 'expires_at', unknown> | undefined;
  return typeof user?.access_token === 'string' ? { ...user, access_token: user.access_token } : undefined;
}

/** Returns whether this browser has a token that is valid or can be renewed. Works without the sign-in library. */
export function hasStoredUser(settings: SignInSettings, nowMs: number): boolean {
  const user = storedUser(settings);
  return (
    user !== undefined &&
    (typeof user.refresh_token === 'string' || (typeof user.expires_at === 'number' && user.expires_at * 1000 > nowMs))
  );
}

/** Returns the stored access token if it is valid for longer than the given time. Works without the sign-in library. */
export function storedToken(settings: SignInSettings, nowMs: number, leftSeconds: number): string | undefined {
  const user = storedUser(settings);
  const isFresh = user && (typeof user.expires_at !== 'number' || user.expires_at - nowMs / 1000 > leftSeconds);
  return isFresh ? user.access_token : undefined;
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

/** Path of the demo's built-in provider, which has no host of its own. */
const BUILT_IN_PATH = '/oidc';

export interface SignInSettings {
  /** The provider's URL for this browser. */
  authority: string;
  isBuiltIn: boolean;
  clientId: string;
  audience: string;
  scope: string;
  redirectUri: string;
  signedOutUri: string;
}

/** Returns the sign-in settings for the app's origin. The built-in provider works on localhost and 127.0.0.1 alike. */
export function signInSettings({ mode, signIn }: Pick<PublicConfig, 'mode' | 'signIn'>, origin: string): SignInSettings {
  const isBuiltIn = mode === 'demo' && new URL(signIn.issuer, origin).pathname.replace(/\/$/, '') === BUILT_IN_PATH;
  return {
    authority: isBuiltIn ? `${origin}${BUILT_IN_PATH}` : signIn.issuer,
    isBuiltIn,
    clientId: signIn.clientId,
    audience: signIn.audience,
    scope: signIn.scope,
    redirectUri: `${origin}/signed-in`,
    signedOutUri: `${origin}/`,
  };
}

/** Returns a provider's metadata with every URL moved to the given origin. */
export function onOrigin(metadata: Record<string, unknown>, origin: string): Record<string, unknown> {
  const moved = Object.entries(metadata).map(([name, value]) => {
    const isAddress = typeof value === 'string' && (name.endsWith('_endpoint') || name === 'jwks_uri');
    if (!isAddress) return [name, value];
    const { pathname, search } = new URL(value, origin);
    return [name, `${origin}${pathname}${search}`];
  });
  return Object.fromEntries(moved);
}

/** Returns the provider's id of the user who is signed in in this browser, or undefined. */
export function accountSubject(): string | undefined {
  try {
    return storedSubject(local().getItem(storedUserKey(signInSettings(publicConfig(), window.location.origin))));
  } catch {
    // Storage is blocked.
    return undefined;
  }
}
