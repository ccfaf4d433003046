import type { PublicConfig } from '@yardage/contract/public-config';

/** Where the built-in provider of the demo listens; it has no host of its own. */
const BUILT_IN_PATH = '/oidc';

export interface SignInSettings {
  /** The provider as this browser reaches it. */
  authority: string;
  isBuiltIn: boolean;
  clientId: string;
  audience: string;
  scope: string;
  redirectUri: string;
  signedOutUri: string;
}

/** Settings of the sign-in for the origin the app was opened at: the built-in provider answers on localhost and 127.0.0.1 alike. */
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

/** A provider's own description with every address moved to the given origin. */
export function onOrigin(metadata: Record<string, unknown>, origin: string): Record<string, unknown> {
  const moved = Object.entries(metadata).map(([name, value]) => {
    const isAddress = typeof value === 'string' && (name.endsWith('_endpoint') || name === 'jwks_uri');
    if (!isAddress) return [name, value];
    const { pathname, search } = new URL(value, origin);
    return [name, `${origin}${pathname}${search}`];
  });
  return Object.fromEntries(moved);
}
