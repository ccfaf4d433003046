import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * Returns the signing secret of an endpoint. It is derived from the installation's signing key, so no secret of a receiver is stored, and a
 * rotation is a new version.
 */
export function secretOf(signingKey: string, publicId: string, version: number): string {
  return `${PREFIX}${createHmac('sha256', signingKey).update(`webhook ${publicId} ${version}`).digest('base64')}`;
}

/** Returns the headers that the Standard Webhooks specification asks for, with one signature for each secret. */
export function signedHeaders(id: string, sentAt: Date, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') };
}
