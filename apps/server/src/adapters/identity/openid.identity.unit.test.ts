import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openIdIdentity } from './openid.identity.ts';
import { TokenRefusedError } from './port.ts';

/** An outside provider, as far as the server needs one: discovery, keys, user info. */
let provider: Server;
let issuer: string;
let key: CryptoKey;
let answers: Record<string, unknown>;
let isDown = false;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  key = privateKey;
  provider = createServer((request, response) => {
    const answer = isDown ? undefined : answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  answers = {
    '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` },
    '/keys': { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] },
    '/me': { sub: 'abc', email: 'Clerk@Example.com' },
  };
});
afterAll(() => void provider.close());

const sign = (claims: Record<string, unknown>, audience = 'api', life = '1m') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('abc')
    .setExpirationTime(life)
    .sign(key);

describe('an outside OpenID provider', () => {
  it('SHL-01 is believed about tokens that its published keys signed for us', async () => {
    const identity = openIdIdentity(issuer, 'api');
    expect(await identity.verify(await sign({ email: 'Clerk@Example.com' }))).toMatchObject({ subject: 'abc', email: 'clerk@example.com' });
    await expect(identity.verify(await sign({}, 'another'))).rejects.toBeInstanceOf(TokenRefusedError);
  });

  it('is asked for the address where the token has none', async () => {
    const identity = openIdIdentity(issuer, 'api');
    const token = await sign({});
    expect(await identity.verify(token)).toMatchObject({ subject: 'abc', email: undefined });
    expect(await identity.findEmail(token)).toBe('clerk@example.com');
  });

  it('an address that was never confirmed counts for nothing', async () => {
    const identity = openIdIdentity(issuer, 'api');
    const emailOf = async (isVerified: unknown) =>
      (await identity.verify(await sign({ email: 'boss@example.com', email_verified: isVerified }))).email;
    expect([await emailOf(false), await emailOf('false'), await emailOf(null)]).toEqual([undefined, undefined, undefined]);
    expect([await emailOf(true), await emailOf('true')]).toEqual(['boss@example.com', 'boss@example.com']);
  });

  it('being down is not the caller’s fault, and passes', async () => {
    const identity = openIdIdentity(issuer, 'api');
    const token = await sign({});
    isDown = true;
    await expect(identity.verify(token)).rejects.not.toBeInstanceOf(TokenRefusedError);
    isDown = false;
    const { '/keys': keys } = answers;
    for (const broken of [undefined, { keys: 'none' }]) {
      answers['/keys'] = broken;
      await expect(identity.verify(token)).rejects.not.toBeInstanceOf(TokenRefusedError);
    }
    answers['/keys'] = keys;
    // After a failure jose does not ask again for a while; a server that was just started does.
    expect((await openIdIdentity(issuer, 'api').verify(token)).subject).toBe('abc');
  });

  it('is not asked again about a token that was good a moment ago', async () => {
    const identity = openIdIdentity(issuer, 'api');
    const token = await sign({});
    expect(identity.recall(token)).toBeUndefined();
    await identity.verify(token);
    expect(identity.recall(token)?.subject).toBe('abc');
  });

  it('a token that was good is refused once it has ended', async () => {
    const identity = openIdIdentity(issuer, 'api');
    const token = await sign({}, 'api', '10s');
    expect((await identity.verify(token)).subject).toBe('abc');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16_000 });
    try {
      await expect(identity.verify(token)).rejects.toBeInstanceOf(TokenRefusedError);
    } finally {
      vi.useRealTimers();
    }
  });
});
