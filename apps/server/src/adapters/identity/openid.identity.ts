import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type AccountsPort, type Identity, type IdentityPort, TokenRefusedError } from './port.ts';

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 5;
const PROVIDER_TIMEOUT_MS = 5000;
/** How long a token that was checked is taken for good: checking a signature costs more than all else about a small call. */
const REMEMBERED_MS = 30_000;
const MAX_REMEMBERED = 5000;

interface Discovery {
  jwks_uri: string;
  userinfo_endpoint?: string;
}

/** Tokens of any OpenID Connect provider, checked against the keys it publishes. */
export function openIdIdentity(issuer: string, audience: string): IdentityPort {
  let discovered: Promise<Discovery> | undefined;
  const discover = () => {
    discovered ??= fetchJson<Discovery>(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`).catch((error) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  let keys: JWTVerifyGetKey | undefined;
  return {
    ...remembering(async (token) => {
      keys ??= createRemoteJWKSet(new URL((await discover()).jwks_uri));
      return verifyWith(keys, token, issuer, audience);
    }),
    async findEmail(token) {
      const { userinfo_endpoint: endpoint } = await discover();
      if (!endpoint) return undefined;
      const claims = await fetchJson<Record<string, unknown>>(endpoint, { authorization: `Bearer ${token}` });
      return emailOf(claims);
    },
  };
}

/** The sign-ins of an outside provider: it invites and keeps passwords by its own rules, the portal only tells where to sign in. */
export const outsideAccounts: AccountsPort = { invite: async () => ({ kind: 'outside' }) };

/** Tokens signed by keys this process knows: the built-in provider's. */
export function localIdentity(issuer: string, audience: string, publicKeys: JSONWebKeySet): IdentityPort {
  const keys = createLocalJWKSet(publicKeys);
  return {
    ...remembering((token) => verifyWith(keys, token, issuer, audience)),
    findEmail: async () => undefined,
  };
}

/** The same check, its good answers remembered for a while and never beyond the token's own end. */
function remembering(verify: (token: string) => Promise<Identity>): Pick<IdentityPort, 'recall' | 'verify'> {
  const remembered = new Map<string, { identity: Identity; untilMs: number }>();
  return {
    recall(token) {
      const identity = remembered.get(token)?.identity;
      return identity && identity.expiresAt.getTime() > Date.now() ? identity : undefined;
    },
    async verify(token) {
      const known = remembered.get(token);
      if (known && known.untilMs > Date.now()) return known.identity;
      const identity = await verify(token);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(token, { identity, untilMs: Math.min(identity.expiresAt.getTime(), Date.now() + REMEMBERED_MS) });
      return identity;
    },
  };
}

/** What jose raises where the provider's keys did not come or are none, which says nothing about the token. */
const ABOUT_THE_PROVIDER: readonly string[] = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code];

async function verifyWith(keys: JWTVerifyGetKey, token: string, issuer: string, audience: string): Promise<Identity> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'exp'],
    });
    const expiresAtMs = ((payload.exp as number) + CLOCK_TOLERANCE_SECONDS) * 1000;
    return { subject: payload.sub as string, email: emailOf(payload), expiresAt: new Date(expiresAtMs) };
  } catch (error) {
    if (error instanceof errors.JOSEError && !ABOUT_THE_PROVIDER.includes(error.code)) {
      throw new TokenRefusedError(error.code, { cause: error });
    }
    throw error;
  }
}

/** An address counts only where the provider does not say that it was never confirmed; some say it in a text. */
function emailOf({ email, email_verified: isVerified = true }: Record<string, unknown>): string | undefined {
  if (typeof email !== 'string' || String(isVerified) !== 'true') return undefined;
  return email.trim().toLowerCase();
}

async function fetchJson<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the identity provider answered ${answer.status}`);
  return (await answer.json()) as T;
}
