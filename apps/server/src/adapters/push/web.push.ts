import { createCipheriv, createECDH, createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes, sign } from 'node:crypto';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { type WebhookPort, WebhookSendError } from '#server/adapters/webhooks/port';
import type { PushPort, PushSubscription } from './port.ts';

/** Our keys: the private one as PKCS #8 in base64, the public one as browsers take it. */
interface VapidKeys {
  privateKey: string;
  publicKey: string;
}

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
const TOKEN_SECONDS = 12 * 3600;
/** A push service keeps a message this long for a browser that is away. Alerts about trucks are of no use later. */
const TTL_SECONDS = 3600;

/** Makes the keys by which push services recognise this installation (RFC 8292). */
export function makeVapidKeys(): VapidKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: point.toString('base64url'),
  };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Encrypts a message so that only the browser can read it (RFC 8291). Salt and key are given by tests only. */
export function encryptPush(
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  text: string,
  given?: { salt: Buffer; privateKey: Buffer },
): Buffer {
  const ours = createECDH(CURVE);
  if (given) ours.setPrivateKey(given.privateKey);
  else ours.generateKeys();
  const [theirKey, ourKey] = [Buffer.from(p256dh, 'base64url'), ours.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirKey, ourKey]);
  const secret = derive(ours.computeSecret(theirKey), Buffer.from(auth, 'base64url'), info, 32);
  const salt = given?.salt ?? randomBytes(16);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 marks the last record.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.from([ourKey.length]), ourKey, sealed]);
}

/** Returns the header that proves who sends (RFC 8292). */
export function vapidHeader({ privateKey, publicKey }: VapidKeys, endpoint: string, contact: string, now = Date.now()): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + TOKEN_SECONDS, sub: contact };
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${unsigned}.${signature}, k=${publicKey}`;
}

interface WebPushSettings {
  keys(): Promise<VapidKeys>;
  /** Whom a push service can ask about our messages. */
  contact(): string;
}

/** Whether a browser's key is a point of the curve. */
function isPoint(p256dh: string): boolean {
  const ours = createECDH(CURVE);
  ours.generateKeys();
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Statuses of a push service that does not know the browser any more. Other statuses, such as 403, may be caused by us: a wrong clock, or
 * our contact.
 */
const GONE_STATUSES = [404, 410];
const REFUSED_STATUSES = [400, 401, 403];

/** Sends Web Push messages. The addresses come from browsers, so they are checked like those of customers' webhooks. */
export function webPush(port: WebhookPort, { keys, contact }: WebPushSettings): PushPort {
  return {
    publicKey: async () => (await keys()).publicKey,
    faultOf: (endpoint) => port.faultOf(endpoint, 'customer'),
    keyFaultOf: (p256dh) => (isPoint(p256dh) ? undefined : CONTRACT_MESSAGES.pushKey),
    async send(subscription, { text, topic }) {
      const { endpoint: url } = subscription;
      // No message can be encrypted for a browser with an invalid key.
      if (!isPoint(subscription.p256dh)) return 'gone';
      const headers = {
        ttl: String(TTL_SECONDS),
        urgency: 'high',
        topic,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        authorization: vapidHeader(await keys(), url, contact()),
      };
      try {
        const status = await port.send({ url, chosenBy: 'customer', headers, body: encryptPush(subscription, text) });
        if (status >= 200 && status < 300) return 'sent';
        if (REFUSED_STATUSES.includes(status)) return 'refused';
        return GONE_STATUSES.includes(status) ? 'gone' : 'later';
      } catch (error) {
        if (error instanceof WebhookSendError) return 'later';
        throw error;
      }
    },
  };
}
