import type { PublicConfig } from '@yardage/contract/public-config';

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
