import { type OidcMetadata, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { onOrigin, type SignInSettings } from './sign-in-settings.ts';

/** Starts the sign-in library; its own chunk, because the landing page does without it until someone signs in. */
export async function createUserManager(settings: SignInSettings): Promise<UserManager> {
  const metadata = settings.isBuiltIn ? await builtInMetadata(settings.authority) : undefined;
  return new UserManager({
    authority: settings.authority,
    ...(metadata && { metadata }),
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    post_logout_redirect_uri: settings.signedOutUri,
    response_type: 'code',
    scope: settings.scope,
    ...audienceParameters(settings),
    // All tabs share the tokens: with a copy in each tab, the second use of a rotated refresh token would end the session.
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    // A sign-in that has begun belongs to its tab.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    // Renewal happens when a call needs a token: a tab left open over night asks for nothing.
    automaticSilentRenew: false,
    loadUserInfo: false,
  });
}

async function builtInMetadata(authority: string): Promise<Partial<OidcMetadata>> {
  const response = await fetch(`${authority}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`The sign-in provider answered ${response.status}.`);
  return onOrigin((await response.json()) as Record<string, unknown>, new URL(authority).origin);
}

/** The built-in provider takes the standard's `resource`; hosted ones that refuse it know `audience`. */
function audienceParameters({ isBuiltIn, audience }: SignInSettings) {
  if (audience === '') return {};
  return isBuiltIn ? { resource: audience, extraTokenParams: { resource: audience } } : { extraQueryParams: { audience } };
}
