import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { meetProvider } from './meet-provider.ts';
import { type OpenIdSettings, openIdIdentity } from './openid.identity.ts';
import { TokenRefusedError } from './port.ts';

/** A fake external provider with what the server needs: discovery, keys, user info. */
let provider: Server;
let issuer: string;
let key: CryptoKey;
let answers: Record<string, unknown>;
let isDown = false;
/** Where the provider redirects those who ask for its metadata. */
let movedTo: string | undefined;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  key = privateKey;
  provider = createServer((request, response) => {
    if (movedTo && request.url !== movedTo) return void response.writeHead(302, { location: movedTo }).end();
    const answer = isDown ? undefined : answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  answers = {
    '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` },
    '/keys': { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] },
    '/me': { sub: 'abc', email: 'Clerk@Example.com', email_verified: true },
  };
});
afterAll(() => void provider.close());

const settings = (changes: Partial<OpenIdSettings> = {}): OpenIdSettings => ({
  issuer,
  audience: 'api',
  clientId: 'portal',
  isEmailTrusted: false,
  ...changes,
});

const sign = (claims: Record<string, unknown>, audience = 'api', life = '1m', typ?: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...(typ === undefined ? {} : { typ }) })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('abc')
    .setExpirationTime(life)
    .sign(key);

describe('an outside OpenID provider', () => {
  it('SHL-01 is trusted for tokens that its published keys signed for us', async () => {
    const identity = openIdIdentity(settings());
    const token = await sign({ email: 'Clerk@Example.com', email_verified: true });
    expect(await identity.verify(token)).toMatchObject({ subject: 'abc', email: { kind: 'verified', address: 'clerk@example.com' } });
    await expect(identity.verify(await sign({}, 'another'))).rejects.toBeInstanceOf(TokenRefusedError);
  });

  it('SHL-01 is asked for a verified address if the token has none', async () => {
    const identity = openIdIdentity(settings());
    for (const claims of [{}, { email: 'clerk@example.com' }]) {
      const token = await sign(claims);
      expect((await identity.verify(token)).email).toEqual({ kind: 'unknown' });
      expect(await identity.findEmail(token, 'abc')).toBe('clerk@example.com');
    }
  });

  it('SHL-01 is not trusted if its user info is about another user or has no verified address', async () => {
    const identity = openIdIdentity(settings());
    const token = await sign({});
    const { '/me': me } = answers;
    const ask = async (answer: object) => {
      answers['/me'] = answer;
      return identity.findEmail(token, 'abc');
    };
    expect(await ask({ sub: 'other', email: 'boss@example.com', email_verified: true })).toBeUndefined();
    expect(await ask({ email: 'boss@example.com', email_verified: true })).toBeUndefined();
    expect(await ask({ sub: 'abc', email: 'boss@example.com' })).toBeUndefined();
    expect(await ask({ sub: 'abc', email: 'boss@example.com', email_verified: false })).toBeUndefined();
    answers['/me'] = me;
  });

  it('SHL-01 accepts only a verified address, and false is final', async () => {
    const emailOf = async (claims: object, isEmailTrusted = false) =>
      (await openIdIdentity(settings({ isEmailTrusted })).verify(await sign({ email: 'boss@example.com', ...claims }))).email;
    const verified = { kind: 'verified', address: 'boss@example.com' };
    for (const isVerified of [true, 'true']) expect(await emailOf({ email_verified: isVerified })).toEqual(verified);
    for (const isVerified of [false, 'false', null, 1]) {
      expect(await emailOf({ email_verified: isVerified })).toEqual({ kind: 'unverified' });
      expect(await emailOf({ email_verified: isVerified }, true)).toEqual({ kind: 'unverified' });
    }
    expect(await emailOf({})).toEqual({ kind: 'unknown' });
    expect(await emailOf({}, true)).toEqual(verified);
    // The Kelvin sign becomes an ordinary k in lower case. Another mailbox must not become a known address.
    expect(await emailOf({ email: 'bac\u212A@example.com', email_verified: true })).toEqual({ kind: 'unverified' });
  });

  it('SHL-01 accepts only access tokens', async () => {
    const verify = async (claims: object, typ?: string, changes?: Partial<OpenIdSettings>) =>
      openIdIdentity(settings(changes))
        .verify(await sign({ ...claims }, 'api', '1m', typ))
        .then(
          () => 'taken',
          (error) => (error instanceof TokenRefusedError ? 'refused' : error),
        );
    for (const typ of [undefined, 'JWT', 'jwt', 'at+jwt', 'application/at+jwt']) expect(await verify({}, typ), typ).toBe('taken');
    for (const typ of ['logout+jwt', 'dpop+jwt', 'id+jwt', '']) expect(await verify({}, typ), typ).toBe('refused');
    const marks = [{ nonce: 'n' }, { at_hash: 'h' }, { c_hash: 'h' }, { typ: 'ID' }, { typ: 'Refresh' }, { token_use: 'id' }];
    for (const claims of marks) expect(await verify(claims, 'JWT'), JSON.stringify(claims)).toBe('refused');
    expect(await verify({ typ: 'Bearer', token_use: 'access' }, 'JWT')).toBe('taken');
    // If the portal and the API share one audience, an id token passes the audience check; only an access token has scopes.
    const shared = { clientId: 'api' };
    expect(await verify({}, 'JWT', shared)).toBe('refused');
    expect(await verify({ scp: 'orders' }, 'JWT', shared)).toBe('taken');
    expect(await verify({ scope: 'openid email' }, undefined, shared)).toBe('taken');
    expect(await verify({}, 'at+jwt', shared)).toBe('taken');
  });

  it('SHL-01 is not contacted at addresses without TLS beyond this machine', async () => {
    const { '/.well-known/openid-configuration': discovery } = answers;
    answers['/.well-known/openid-configuration'] = { ...(discovery as object), jwks_uri: 'http://keys.example.com/keys' };
    await expect(openIdIdentity(settings()).verify(await sign({}))).rejects.toThrow('keys.example.com');
    answers['/.well-known/openid-configuration'] = discovery;
  });

  it('ASVS 10.5.3 is not used if its metadata name another issuer, or if it sends us elsewhere for them', async () => {
    const { '/.well-known/openid-configuration': discovery } = answers;
    for (const other of [`${issuer}/`, 'https://login.example.com', undefined]) {
      answers['/.well-known/openid-configuration'] = { ...(discovery as object), issuer: other };
      await expect(openIdIdentity(settings()).verify(await sign({})), String(other)).rejects.toThrow('calls itself');
    }
    answers['/.well-known/openid-configuration'] = discovery;
    movedTo = '/moved';
    answers['/moved'] = discovery;
    await expect(openIdIdentity(settings()).verify(await sign({}))).rejects.toThrow('fetch failed');
    movedTo = undefined;
  });

  it('ASVS 10.3.2 is trusted for tokens that the portal got, not for those of another client', async () => {
    const verify = async (claims: object) =>
      openIdIdentity(settings())
        .verify(await sign({ ...claims }))
        .then(
          () => 'taken',
          (error) => (error instanceof TokenRefusedError ? 'refused' : error),
        );
    for (const claims of [{}, { azp: 'portal' }, { client_id: 'portal', cid: 'portal' }]) expect(await verify(claims)).toBe('taken');
    const foreign = [
      { azp: 'other' },
      { client_id: 'Portal' },
      { azp: 'portal', client_id: 'other' },
      { appid: null },
      { cid: ['portal'] },
    ];
    for (const claims of foreign) expect(await verify(claims), JSON.stringify(claims)).toBe('refused');
  });

  it('ASVS 7.4.1 issues no tokens that outlive the memory of a sign-out', async () => {
    const identity = openIdIdentity(settings());
    expect((await identity.verify(await sign({}, 'api', '1 day'))).subject).toBe('abc');
    await expect(identity.verify(await sign({}, 'api', '26h'))).rejects.toBeInstanceOf(TokenRefusedError);
  });

  it('causes a temporary error, not a 401, while it is down', async () => {
    const identity = openIdIdentity(settings());
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
    // After a failure jose does not fetch the keys again for a while; a new instance does.
    expect((await openIdIdentity(settings()).verify(token)).subject).toBe('abc');
  });

  it('is not asked again about a token that was valid a moment ago', async () => {
    const identity = openIdIdentity(settings());
    const token = await sign({});
    expect(identity.findVerified(token)).toBeUndefined();
    await identity.verify(token);
    expect(identity.findVerified(token)?.subject).toBe('abc');
  });

  it('checks a cached token again after half a minute, also if the clock is set back meanwhile', async () => {
    const identity = openIdIdentity(settings());
    const token = await sign({});
    const first = await identity.verify(token);
    expect(await identity.verify(token)).toBe(first);
    const [time, now] = [performance.now() + 31_000, Date.now() - 60_000];
    const clocks = [vi.spyOn(performance, 'now').mockReturnValue(time), vi.spyOn(Date, 'now').mockReturnValue(now)];
    try {
      expect(identity.findVerified(token)?.subject).toBe('abc');
      expect(await identity.verify(token)).not.toBe(first);
    } finally {
      for (const clock of clocks) clock.mockRestore();
    }
  });

  it('does not keep a cached token valid after its end', async () => {
    const identity = openIdIdentity(settings());
    const token = await sign({}, 'api', '10s');
    expect((await identity.verify(token)).subject).toBe('abc');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16_000 });
    try {
      await expect(identity.verify(token)).rejects.toBeInstanceOf(TokenRefusedError);
    } finally {
      vi.useRealTimers();
    }
  });

  it('SHL-01 names the servers that browsers get tokens from, and is refused if one is without TLS', async () => {
    const { '/.well-known/openid-configuration': discovery } = answers;
    const named = (changes: object) => {
      answers['/.well-known/openid-configuration'] = { ...(discovery as object), ...changes };
    };
    named({ token_endpoint: 'https://tokens.example.com/token', revocation_endpoint: `${issuer}/revoke` });
    const identity = openIdIdentity(settings());
    expect(identity.browserOrigins?.()).toEqual([]);
    await identity.introduce?.();
    expect(identity.browserOrigins?.()).toEqual(['https://tokens.example.com']);
    named({ token_endpoint: 'http://tokens.example.com/token' });
    await expect(openIdIdentity(settings()).introduce?.()).rejects.toThrow('without TLS');
    answers['/.well-known/openid-configuration'] = discovery;
  });

  it('SHL-01 is asked once the server has started: a wrong issuer is in the log, in one sentence', async () => {
    const { '/.well-known/openid-configuration': discovery } = answers;
    answers['/.well-known/openid-configuration'] = { ...(discovery as object), issuer: `${issuer}/` };
    const warn = vi.fn();
    const met = meetProvider(openIdIdentity(settings()), { warn }, 20);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    answers['/.well-known/openid-configuration'] = discovery;
    await met;
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^OIDC_ISSUER: the identity provider calls itself .*\/, not .* Nobody can sign in/)],
    ]);
  });
});
