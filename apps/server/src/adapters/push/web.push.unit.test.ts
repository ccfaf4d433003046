import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptPush, makeVapidKeys, vapidHeader } from './web.push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('a push message', () => {
  it('ALR-02 is encrypted as in the example of RFC 8291', () => {
    const body = encryptPush(
      {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      'When I grow up, I want to be a watermelon',
      { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') },
    );
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('ALR-02 is signed with our key for the push service that it goes to', () => {
    const keys = makeVapidKeys();
    const header = vapidHeader(keys, 'https://push.example/send/1', 'mailto:help@example.com', Date.parse('2026-01-05T00:00:00Z'));
    const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
    expect(key).toBe(keys.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(bytes(claims).toString())).toMatchObject({ aud: 'https://push.example', sub: 'mailto:help@example.com' });
    const point = bytes(keys.publicKey);
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), verifier, bytes(signature))).toBe(true);
  });
});
