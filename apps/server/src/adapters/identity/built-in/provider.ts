import { randomBytes } from 'node:crypto';
import { requestedLanguage, runInLanguage } from '@yardage/messages/language';
import { exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK, SignJWT } from 'jose';
import Provider, { type Adapter, type AdapterPayload, type Configuration, errors } from 'oidc-provider';
import type { Database } from '#server/database/database';
import { findOrCreateFact } from '#server/database/installation-facts.queries';
import { endSession } from '#server/http/ended-sessions.queries';
import { isReadable } from '#server/http/readable-input';
import { sessionKey } from '../session-key.ts';
import * as records from './records.queries.ts';
import { signOutPage } from './sign-in-page.ts';

export const BUILT_IN_CLIENT_ID = 'yardage-portal';
/** The audience of access tokens. The provider requires an absolute URI. */
export const BUILT_IN_AUDIENCE = 'urn:yardage:api';
export const PROVIDER_PATH = '/oidc';

const HOUR_SECONDS = 3600;
/** Short, because a copied token works until it expires, unless its session is ended. */
const ACCESS_TOKEN_SECONDS = 600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export interface BuiltInProvider {
  provider: Provider;
  issuer: string;
  publicKeys: JSONWebKeySet;
  /** Returns an access token like the one that signing in would give. Only the demo's own traffic uses it. */
  tokenFor(email: string): Promise<string>;
}

/** The demo's own OpenID provider: authorization code with PKCE, JWT access tokens, all state in the database. */
export async function createBuiltInProvider(database: Database, publicUrl: string, platformName: string): Promise<BuiltInProvider> {
  const { privateKey, cookieKey } = await findOrCreateFact(database, 'sign-in.keys', makeKeys);
  const issuer = `${publicUrl}${PROVIDER_PATH}`;
  const configuration: Configuration = {
    adapter: (kind: string) => recordAdapter(database, kind),
    jwks: { keys: [privateKey] },
    cookies: { keys: [cookieKey] },
    clients: [
      {
        client_id: BUILT_IN_CLIENT_ID,
        client_name: platformName,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/signed-in`],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = runInLanguage(requestedLanguage(ctx.get('accept-language')), () => signOutPage(platformName, form));
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => BUILT_IN_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: BUILT_IN_AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    clientBasedCORS: (_ctx, origin) => isOwnOrigin(origin, publicUrl),
    interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // The portal belongs to the supplier, so users need not consent.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId: ctx.oidc.client?.clientId, accountId: ctx.oidc.session?.accountId });
      grant.addOIDCScope('openid profile email offline_access');
      grant.addResourceScope(BUILT_IN_AUDIENCE, '');
      await grant.save();
      return grant;
    },
    findAccount: async (_ctx, email) => {
      const account = await records.findSignInAccount(database, email);
      return (
        account && {
          accountId: account.email,
          claims: async () => ({
            sub: account.email,
            email: account.email,
            email_verified: true,
            name: `${account.firstName} ${account.lastName}`,
            given_name: account.firstName,
            family_name: account.lastName,
          }),
        }
      );
    },
    extraTokenClaims: async (_ctx, token) =>
      'accountId' in token ? { email: token.accountId, email_verified: true, sid: token.sessionUid } : {},
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      IdToken: HOUR_SECONDS,
      RefreshToken: DAY_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: DAY_SECONDS,
      Grant: DAY_SECONDS,
    },
  };
  const provider = new Provider(issuer, configuration);
  allowOwnAddresses(provider, publicUrl);
  endTokensWithSession(provider, database);
  const tokenFor = async (email: string) =>
    new SignJWT({ email, email_verified: true, client_id: BUILT_IN_CLIENT_ID, jti: randomBytes(16).toString('hex') })
      .setProtectedHeader({ alg: 'RS256', kid: privateKey.kid ?? '', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setSubject(email)
      .setAudience(BUILT_IN_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_TOKEN_SECONDS} s`)
      .sign(await importJWK(privateKey, 'RS256'));
  return { provider, issuer, publicKeys: { keys: [toPublic(privateKey)] }, tokenFor };
}

/** A demo is reached as localhost, 127.0.0.1 or through the development server. All of them are this machine. */
function isOwnOrigin(origin: string | undefined, publicUrl: string): boolean {
  const url = URL.parse(origin ?? '');
  return origin === publicUrl || (url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname));
}

function allowOwnAddresses(provider: Provider, publicUrl: string): void {
  const isOwn = (address: string, path: string) => {
    const url = URL.parse(address);
    return url?.pathname === path && isOwnOrigin(url.origin, publicUrl);
  };
  provider.Client.prototype.redirectUriAllowed = (address: string) => isOwn(address, '/signed-in');
  provider.Client.prototype.postLogoutRedirectUriAllowed = (address: string) => isOwn(address, '/');
}

/** Signing out ends all tokens of the session before the response is sent: access tokens at our API, refresh tokens here. */
function endTokensWithSession(provider: Provider, database: Database): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'end_session_confirm' || ctx.status >= 400) return;
    const { uid } = ctx.oidc.session ?? {};
    if (uid === undefined) return;
    await records.removeSessionTokens(database, uid);
    await endSession(database, { key: sessionKey('sid', uid), issuedAt: new Date() });
  });
}

interface Keys {
  privateKey: JWK;
  cookieKey: string;
}

async function makeKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' };
  return { privateKey: jwk, cookieKey: randomBytes(32).toString('base64url') };
}

function toPublic({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK;
}

function recordAdapter(database: Database, kind: string): Adapter {
  const find = async (by: { id: string } | { uid: string }) => (await records.findRecord(database, kind, by)) as AdapterPayload | undefined;
  return {
    upsert: (id, payload, expiresIn) => {
      // The provider parses request bodies itself, so the server's general input check has not seen them.
      if (!isReadable([id, payload])) throw new errors.InvalidRequest('a parameter is not valid text');
      const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
      return records.upsertRecord(database, kind, id, payload as records.RecordPayload, expiresAt);
    },
    find: async (id) => (isReadable(id) ? find({ id }) : undefined),
    findByUid: (uid) => find({ uid }),
    findByUserCode: async () => undefined,
    consume: (id) => records.consumeRecord(database, kind, id),
    destroy: (id) => records.removeRecord(database, kind, id),
    revokeByGrantId: (grantId) => records.removeGrant(database, grantId),
  };
}
