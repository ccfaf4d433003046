import { hash } from 'node:crypto';

/**
 * Returns the key of a session: from the provider's session id (`sid`), the token's id (`jti`), or the signed part of a token without
 * either.
 */
export function sessionKey(kind: 'sid' | 'jti' | 'token', id: string): string {
  return `${kind}:${hash('sha256', id, 'base64url')}`;
}
