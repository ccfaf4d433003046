import { hash } from 'node:crypto';

/** The key of a sign-in: by the provider's session (`sid`), a token's own id (`jti`), or the signed part of a token that has neither. */
export function sessionKey(kind: 'sid' | 'jti' | 'token', id: string): string {
  return `${kind}:${hash('sha256', id, 'base64url')}`;
}
