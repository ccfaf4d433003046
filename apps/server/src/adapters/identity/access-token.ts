import type { JWTPayload } from 'jose';
import { TokenRefusedError } from './port.ts';

/** The type of access tokens in RFC 9068; no other token may have it. */
const ACCESS_TOKEN_TYPES = ['at+jwt', 'application/at+jwt'];
/** Claims that only id tokens have (OpenID Connect Core 2, 3.1.3.6, 3.3.2.11). */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash'];

/**
 * Refuses id tokens and other JWTs signed with the same keys. Many providers still mark access tokens as plain `JWT`; those are recognized
 * by their claims. If the API and the portal share one audience, they must also have scopes, which id tokens lack.
 */
export function assertAccessToken(type: string | undefined, claims: JWTPayload, isAudienceShared: boolean): void {
  const name = type?.toLowerCase();
  if (name !== undefined && ACCESS_TOKEN_TYPES.includes(name)) return;
  if (name !== undefined && name !== 'jwt') throw new TokenRefusedError('a token of another type');
  const isOtherUse =
    (typeof claims.typ === 'string' && claims.typ.toLowerCase() !== 'bearer') ||
    (typeof claims.token_use === 'string' && claims.token_use !== 'access');
  if (isOtherUse || ID_TOKEN_CLAIMS.some((claim) => claims[claim] !== undefined)) throw new TokenRefusedError('not an access token');
  if (isAudienceShared && claims.scope === undefined && claims.scp === undefined) throw new TokenRefusedError('a token without scopes');
}

/** The claims by which providers name the client that a token was issued to: OpenID Connect, RFC 9068, Okta, Microsoft. */
const CLIENT_CLAIMS = ['azp', 'client_id', 'cid', 'appid'];

/** Refuses tokens that another client got for our audience: a user who signed in there did not give that client their rights here. */
export function assertOwnClient(claims: JWTPayload, clientId: string): void {
  const isForeign = CLIENT_CLAIMS.some((name) => claims[name] !== undefined && claims[name] !== clientId);
  if (isForeign) throw new TokenRefusedError('a token of another client');
}
