import {
  type IdTokenClaims,
  type OidcMetadata,
  type SigninRedirectArgs,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { startDeadline } from '#web/lib/http/deadline.ts';
import { onOrigin, type SignInSettings } from './stored-user.ts';

/** A provider that does not answer in this time counts as unreachable. Otherwise signing in and out would wait for the browser's limit. */
const ANSWER_WITHIN_SECONDS = 20;

/** Starts the sign-in library. It is a chunk of its own, because the landing page does not need it until the user signs in. */
export async function createUserManager(settings: SignInSettings): Promise<UserManager> {
  const metadata = settings.isBuiltIn ? await builtInMetadata(settings.authority) : undefined;
  const manager = new CheckedUserManager({
    authority: settings.authority,
    ...(metadata && { metadata }),
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    post_logout_redirect_uri: settings.signedOutUri,
    response_type: 'code',
    scope: settings.scope,
    requestTimeoutInSeconds: ANSWER_WITHIN_SECONDS,
    ...audienceParameters(settings),
    // All tabs share the tokens. With one copy per tab, the second use of a rotated refresh token would end the session.
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    // A sign-in in progress belongs to its tab.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    // Tokens are renewed when a request needs one, so that a tab left open overnight sends nothing.
    automaticSilentRenew: false,
    loadUserInfo: false,
  });
  if (!metadata) acceptOnlyFrom(settings.authority, manager);
  return manager;
}

const NONCE_BYTES = 16;

/** The library sends a nonce only if it is given one, and does not check for whom an id token was issued. */
class CheckedUserManager extends UserManager {
  override signinRedirect(args?: SigninRedirectArgs): Promise<void> {
    const nonce = Array.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return super.signinRedirect({ ...args, nonce });
  }

  override async signinRedirectCallback(url?: string): Promise<User> {
    const user = await super.signinRedirectCallback(url);
    try {
      assertIdToken(user.profile, await this.metadataService.getIssuer(), this.settings.client_id);
    } catch (error) {
      // The library has stored the user already.
      await this.removeUser();
      throw error;
    }
    return user;
  }
}

/** Refuses an id token of another issuer or for another client (OpenID Connect Core 3.1.3.7). */
export function assertIdToken({ iss, aud }: Pick<IdTokenClaims, 'iss' | 'aud'>, issuer: string, clientId: string): void {
  if (iss !== issuer) throw new Error('The id token is from another issuer.');
  if (![aud].flat().includes(clientId)) throw new Error('The id token is for another client.');
}

/** Refuses metadata that name another issuer (OpenID Connect Discovery 4.3). They are read when they are first needed. */
function acceptOnlyFrom(issuer: string, { metadataService }: Pick<UserManager, 'metadataService'>): void {
  const read = metadataService.getMetadata.bind(metadataService);
  metadataService.getMetadata = async () => {
    const metadata = await read();
    if (metadata.issuer !== issuer) throw new Error(`The sign-in provider calls itself ${metadata.issuer}.`);
    return metadata;
  };
}

async function builtInMetadata(authority: string): Promise<Partial<OidcMetadata>> {
  const { signal, clear } = startDeadline(ANSWER_WITHIN_SECONDS * 1000);
  try {
    const response = await fetch(`${authority}/.well-known/openid-configuration`, { signal });
    if (!response.ok) throw new Error(`The sign-in provider answered ${response.status}.`);
    return onOrigin((await response.json()) as Record<string, unknown>, new URL(authority).origin);
  } finally {
    clear();
  }
}

/** The built-in provider uses the standard `resource` parameter. Hosted providers that reject it use `audience`. */
function audienceParameters({ isBuiltIn, audience }: SignInSettings) {
  if (audience === '') return {};
  return isBuiltIn ? { resource: audience, extraTokenParams: { resource: audience } } : { extraQueryParams: { audience } };
}
