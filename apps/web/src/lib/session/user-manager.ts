import { type OidcMetadata, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { onOrigin, type SignInSettings } from './stored-user.ts';

/** Starts the sign-in library. It is a chunk of its own, because the landing page does not need it until the user signs in. */
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
    // All tabs share the tokens. With one copy per tab, the second use of a rotated refresh token would end the session.
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    // A sign-in in progress belongs to its tab.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    // Tokens are renewed when a request needs one, so that a tab left open overnight sends nothing.
    automaticSilentRenew: false,
    loadUserInfo: false,
  });
}

async function builtInMetadata(authority: string): Promise<Partial<OidcMetadata>> {
  const response = await fetch(`${authority}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`The sign-in provider answered ${response.status}.`);
  return onOrigin((await response.json()) as Record<string, unknown>, new URL(authority).origin);
}

/** The built-in provider uses the standard `resource` parameter. Hosted providers that reject it use `audience`. */
function audienceParameters({ isBuiltIn, audience }: SignInSettings) {
  if (audience === '') return {};
  return isBuiltIn ? { resource: audience, extraTokenParams: { resource: audience } } : { extraQueryParams: { audience } };
}
