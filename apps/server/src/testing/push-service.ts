import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookPort } from '#server/adapters/webhooks/port';

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
const decode = (text: string) => Buffer.from(text, 'base64url');

/** A browser with keys of its own. It reads what the portal encrypted for it (RFC 8291). */
export function openTestBrowser() {
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys('base64url');
  const secret = randomBytes(16);
  return {
    keys: { p256dh, auth: secret.toString('base64url') },
    read(body: Buffer): unknown {
      const keyLength = body.readUInt8(20);
      const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + keyLength)];
      const sealed = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), decode(p256dh), senderKey]);
      const shared = derive(own.computeSecret(senderKey), secret, info, 32);
      const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      // What follows the last byte that is not zero is padding; that byte marks the last record.
      const end = plain.findLastIndex((byte) => byte !== 0);
      if (plain[end] !== 2) throw new Error('the record is not marked as the last one');
      return JSON.parse(plain.subarray(0, end).toString());
    },
  };
}

type TestBrowser = ReturnType<typeof openTestBrowser>;

/** Throws unless a header proves that the holder of the key sends to this service (RFC 8292). */
function checkVapid(header: string | undefined, origin: string, publicKey: string): void {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header ?? '') ?? [];
  if (key !== publicKey) throw new Error('another key than the browser subscribed with');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud, exp, sub } = JSON.parse(decode(claims).toString());
  const isFresh = exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 24 * 3600;
  if (aud !== origin || !isFresh || !/^(mailto|https):/.test(sub)) throw new Error('claims that a push service refuses');
  const point = decode(key);
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), verifier, decode(signature))) throw new Error('the signature is wrong');
}

/**
 * A push service that checks the sender and the required headers like a real one. It passes messages to its browsers, and returns 410 for a
 * browser that is gone.
 */
export async function openPushService(publicKey: string) {
  const browsers = new Map<string, TestBrowser>();
  const shown: { path: string; message: unknown }[] = [];
  const origin = 'https://push.example.com';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      const { authorization, ttl, 'content-encoding': encoding } = request.headers;
      checkVapid(authorization, origin, publicKey);
      if (encoding !== 'aes128gcm' || !(Number(ttl) >= 0)) throw new Error('headers that a push service refuses');
      const browser = browsers.get(request.url ?? '');
      if (!browser) return void response.writeHead(410).end();
      shown.push({ path: request.url ?? '', message: browser.read(Buffer.concat(chunks)) });
      response.writeHead(201).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  /** Reaches the service as if its name were known; the real port would refuse this machine. */
  const webhooks: WebhookPort = {
    faultOf: () => undefined,
    async send({ url, headers, body }) {
      const target = url.replace(origin, `http://127.0.0.1:${port}`);
      return (await fetch(target, { method: 'POST', headers: headers as Record<string, string>, body: new Uint8Array(Buffer.from(body)) }))
        .status;
    },
  };
  return {
    shown,
    webhooks,
    /** Subscribes a browser and returns the subscription that it sends to the portal. */
    subscribe(path: string, browser: TestBrowser) {
      browsers.set(path, browser);
      return { endpoint: `${origin}${path}`, ...browser.keys };
    },
    forget: (path: string) => browsers.delete(path),
    close: () => new Promise((done) => server.close(done)),
  };
}
