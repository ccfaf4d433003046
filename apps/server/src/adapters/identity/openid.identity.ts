import { isEmailAddress } from '@yardage/domain/mail-rules';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { isSafeAddress } from '../safe-address.ts';
import { assertAccessToken, assertOwnClient } from './access-token.ts';
import {
  type AccountsPort,
  type EmailClaim,
  type Identity,
  type IdentityPort,
  MAX_TOKEN_LIFE_MS,
  type SignInSession,
  TokenRefusedError,
} from './port.ts';
import { sessionKey } from './session-key.ts';

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 5;
const PROVIDER_TIMEOUT_MS = 5000;
/** How long a verified token is cached: verifying a signature costs more than the rest of a small request. */
const REMEMBERED_MS = 30_000;
const MAX_REMEMBERED = 5000;

interface Discovery {
  issuer: string;
  jwks_uri: string;
  userinfo_endpoint?: string;
  token_endpoint?: string;
  revocation_endpoint?: string;
}

export interface OpenIdSettings {
  issuer: string;
  audience: string;
  clientId: string;
  /** The provider verifies every address, so an address without `email_verified` counts as verified. */
  isEmailTrusted: boolean;
}

/** Verifies tokens of any OpenID Connect provider with the keys it publishes. */
export function openIdIdentity(settings: OpenIdSettings): IdentityPort {
  const { issuer, isEmailTrusted } = settings;
  let discovered: Promise<Discovery> | undefined;
  const discover = () => {
    discovered ??= discoverProvider(issuer).catch((error) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  let keys: JWTVerifyGetKey | undefined;
  let browserOrigins: readonly string[] = [];
  return {
    async introduce() {
      browserOrigins = browserOriginsOf(await discover());
    },
    browserOrigins: () => browserOrigins,
    ...remembering(async (token) => {
      keys ??= createRemoteJWKSet(new URL((await discover()).jwks_uri));
      return verifyWith(keys, token, settings);
    }),
    async findEmail(token, subject) {
      const { userinfo_endpoint: endpoint } = await discover();
      if (!endpoint) return undefined;
      const claims = await fetchJson<Record<string, unknown>>(endpoint, { authorization: `Bearer ${token}` });
      // OpenID Connect Core 5.3.2: a response about another subject must not be used.
      if (claims.sub !== subject) return undefined;
      const email = emailOf(claims, isEmailTrusted);
      return email.kind === 'verified' ? email.address : undefined;
    },
  };
}

async function discoverProvider(issuer: string): Promise<Discovery> {
  const discovery = await fetchJson<Discovery>(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  // OpenID Connect Discovery 4.3: metadata that names another issuer must not be used.
  if (discovery.issuer !== issuer) {
    throw new Error(`the identity provider calls itself ${discovery.issuer}, not ${issuer}; use exactly the name that it has for itself`);
  }
  for (const address of [discovery.jwks_uri, discovery.userinfo_endpoint, discovery.token_endpoint, discovery.revocation_endpoint]) {
    if (address === undefined || isSafeAddress(address) || URL.parse(address)?.origin === new URL(issuer).origin) continue;
    throw new Error(`the identity provider names an address without TLS: ${address}`);
  }
  return discovery;
}

/** Returns the origins that the sign-in library of the web app calls. Some providers have another host for tokens than their own name. */
function browserOriginsOf({ issuer, token_endpoint: tokens, revocation_endpoint: revocation }: Discovery): string[] {
  const origins = [tokens, revocation].flatMap((address) => URL.parse(address ?? '')?.origin ?? []);
  return [...new Set(origins)].filter((origin) => origin !== new URL(issuer).origin && origin !== 'null');
}

/** Accounts at an external provider, which handles invitations and passwords itself. The portal only tells users where to sign in. */
export const outsideAccounts: AccountsPort = { invite: async () => ({ kind: 'outside' }) };

/** Verifies tokens of the built-in provider, whose keys this process knows. */
export function localIdentity(issuer: string, audience: string, clientId: string, publicKeys: JSONWebKeySet): IdentityPort {
  const keys = createLocalJWKSet(publicKeys);
  const settings = { issuer, audience, clientId, isEmailTrusted: false };
  return {
    ...remembering((token) => verifyWith(keys, token, settings)),
    findEmail: async () => undefined,
  };
}

/** Caches successful verifications for a while, but never beyond the token's expiry. */
function remembering(verify: (token: string) => Promise<Identity>): Pick<IdentityPort, 'findVerified' | 'verify'> {
  /** When a token was verified is by `performance.now`, which a step of the clock does not change. */
  const remembered = new Map<string, { identity: Identity; verifiedAt: number }>();
  const findVerified = (token: string): Identity | undefined => {
    const identity = remembered.get(token)?.identity;
    return identity && identity.expiresAt.getTime() > Date.now() ? identity : undefined;
  };
  return {
    findVerified,
    async verify(token) {
      const known = findVerified(token);
      const verifiedAt = remembered.get(token)?.verifiedAt ?? Number.NEGATIVE_INFINITY;
      if (known && performance.now() - verifiedAt < REMEMBERED_MS) return known;
      const identity = await verify(token);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(token, { identity, verifiedAt: performance.now() });
      return identity;
    },
  };
}

/** Codes of jose errors for keys that could not be fetched or are invalid. They say nothing about the token. */
const ABOUT_THE_PROVIDER: readonly string[] = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code];

async function verifyWith(keys: JWTVerifyGetKey, token: string, settings: OpenIdSettings): Promise<Identity> {
  const { issuer, audience, clientId, isEmailTrusted } = settings;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'exp'],
    });
    assertAccessToken(protectedHeader.typ, payload, audience === clientId);
    assertOwnClient(payload, clientId);
    if ((payload.exp as number) * 1000 > Date.now() + MAX_TOKEN_LIFE_MS) throw new TokenRefusedError('a token that lives too long');
    const expiresAtMs = ((payload.exp as number) + CLOCK_TOLERANCE_SECONDS) * 1000;
    return {
      subject: payload.sub as string,
      email: emailOf(payload, isEmailTrusted),
      session: sessionOf(token, payload),
      expiresAt: new Date(expiresAtMs),
    };
  } catch (error) {
    if (error instanceof errors.JOSEError && !ABOUT_THE_PROVIDER.includes(error.code)) {
      throw new TokenRefusedError(error.code, { cause: error });
    }
    throw error;
  }
}

/** Without `sid` and `jti`, the key is made of the signed part of the token, because one signature can be encoded in several ways. */
function sessionOf(token: string, { sid, jti, iat = 0 }: JWTPayload): SignInSession {
  const issuedAt = new Date(iat * 1000);
  if (typeof sid === 'string') return { key: sessionKey('sid', sid), issuedAt };
  if (typeof jti === 'string') return { key: sessionKey('jti', jti), issuedAt };
  return { key: sessionKey('token', token.slice(0, token.lastIndexOf('.'))), issuedAt };
}

/**
 * Some providers send `email_verified` as a string. Only plain ASCII addresses are accepted, so lowercasing cannot turn one into another.
 */
function emailOf({ email, email_verified: isVerified }: Record<string, unknown>, isEmailTrusted: boolean): EmailClaim {
  if (typeof email !== 'string' || (isVerified === undefined && !isEmailTrusted)) return { kind: 'unknown' };
  if (isVerified !== undefined && String(isVerified) !== 'true') return { kind: 'unverified' };
  const address = email.trim();
  return isEmailAddress(address) ? { kind: 'verified', address: address.toLowerCase() } : { kind: 'unverified' };
}

async function fetchJson<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the identity provider answered ${answer.status}`);
  return (await answer.json()) as T;
}
