import { endSession, getProfile } from '@yardage/contract/users';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectHub } from '#server/testing/hub-client';
import { SignInClient } from '#server/testing/sign-in-client';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let url: string;

beforeAll(async () => {
  app = await openTestApp({ hasBuiltInSignIn: true });
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app?.close());

const ask = async (token: string) => (await app.call(getProfile, { token })).status;

describe('signing out of the built-in provider', () => {
  it('SHL-20 ends all tokens of the sign-in at once, and no other sign-in of the same person', async () => {
    const [laptop, phone] = [new SignInClient(app.http), new SignInClient(app.http)];
    const [first, other] = [await laptop.signIn(OWNER), await phone.signIn(OWNER)];
    // A second tab of the same browser.
    const second = await laptop.signIn(OWNER);
    expect(await Promise.all([first, second, other].map(({ access_token }) => ask(access_token)))).toEqual([200, 200, 200]);
    expect(await laptop.signOut()).toBe(303);
    expect(await Promise.all([first, second, other].map(({ access_token }) => ask(access_token)))).toEqual([401, 401, 200]);
    expect(await laptop.renew(first.refresh_token)).toBe(400);
    expect(await laptop.renew(second.refresh_token)).toBe(400);
    expect(await phone.renew(other.refresh_token)).toBe(200);
    expect(await ask((await laptop.signIn(OWNER)).access_token)).toBe(200);
  });

  it('SHL-20 API-23 closes the open connections of the sign-in, and no others', async () => {
    const [laptop, phone] = [new SignInClient(app.http), new SignInClient(app.http)];
    const [first, other] = [await laptop.signIn(OWNER), await phone.signIn(OWNER)];
    const [ended, open] = await Promise.all([connectHub(url, first.access_token), connectHub(url, other.access_token)]);
    await laptop.signOut();
    await vi.waitFor(() => expect(ended.socket.connected).toBe(false), { timeout: 20_000, interval: 100 });
    expect(open.socket.connected).toBe(true);
    open.close();
    await expect(connectHub(url, first.access_token)).rejects.toThrow('not-signed-in');
  });
});

describe('a sign-in at the built-in provider', () => {
  it('SHL-01 gives access tokens that live ten minutes', async () => {
    const { access_token, expires_in } = await new SignInClient(app.http).signIn(OWNER);
    const { exp = 0, iat = 0 } = decodeJwt(access_token);
    expect([expires_in, exp - iat]).toEqual([600, 600]);
  });
});

describe('bad input to the built-in provider', () => {
  it('ERR-06 is refused, whether the provider or the server reads it', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = async (path: string, payload: string) =>
      (await app.http.inject({ method: 'POST', url: path, headers: form, payload })).statusCode;
    const client = 'client_id=yardage-portal&redirect_uri=http%3A%2F%2Flocalhost%2Fsigned-in';
    const auth = `${client}&response_type=code&scope=openid&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`;
    expect(await post('/oidc/token', `${client}&grant_type=authorization_code&code=a%00b&code_verifier=${'a'.repeat(43)}`)).toBe(400);
    expect(await post('/oidc/token', `${client}&grant_type=refresh_token&refresh_token=%00`)).toBe(400);
    expect(await post('/oidc/auth', `${auth}&state=%00`)).toBeLessThan(500);
    expect((await app.http.inject(`/oidc/auth?${auth}&state=%00`)).statusCode).toBe(400);
    expect(await post('/sign-in/abc', 'email=%00&password=x')).toBe(400);
    expect((await app.http.inject('/sign-in/%00')).statusCode).toBe(400);
    expect((await app.http.inject('/sign-in/abc?language=en&language=es')).statusCode).toBe(400);
  });
});

describe('signing out at the API, with whatever provider', () => {
  it('SHL-20 ends the sign-in that the token names, and tokens that are issued later work', async () => {
    const { access_token } = await new SignInClient(app.http).signIn(OWNER);
    expect((await app.call(endSession, { token: access_token })).status).toBe(200);
    expect(await ask(access_token)).toBe(401);
    expect((await app.call(endSession, { token: access_token })).body.code).toBe('not-signed-in');
  });
});
