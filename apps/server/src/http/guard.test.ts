import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityPort } from '#server/adapters/identity/port';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { Guard } from './guard.ts';
import { createLog } from './observability.ts';
import { ServiceKeys } from './service-keys.ts';

let test: TestDatabase;
/** The email that the external provider returns for the owner of a token. */
let findEmail: () => Promise<string | undefined>;
let asked = 0;
let guard: Guard;

beforeAll(async () => {
  test = await openTestDatabase('empty');
  const identity: IdentityPort = {
    findVerified: () => undefined,
    verify: async (token) => ({
      subject: token,
      email: { kind: 'unknown' },
      session: { key: `jti:${token}`, issuedAt: new Date() },
      expiresAt: new Date(Date.now() + 60_000),
    }),
    findEmail: () => {
      asked += 1;
      return findEmail();
    },
  };
  const serviceKeys = new ServiceKeys(test.database, createLog('silent'), undefined);
  guard = new Guard(test.database, identity, serviceKeys, { subscriptionKey: 'key', isSubscriptionKeyRequired: false });
});
afterAll(() => test.close());

describe('a user whose token has no address', () => {
  it('is not treated as disabled while the provider does not answer', async () => {
    findEmail = () => Promise.reject(new Error('the identity provider answered 503'));
    await expect(guard.recognise('new')).rejects.toMatchObject({ code: 'service-unavailable' });
    await test.database.transaction('system', ({ client }) =>
      client.query("insert into users (email, first_name, last_name) values ('new@example.com', 'New', 'Person')"),
    );
    findEmail = async () => 'new@example.com';
    expect((await guard.recognise('new')).caller.email).toBe('new@example.com');
  });

  it('does not cause a request to the provider at every call', async () => {
    findEmail = async () => 'stranger@example.com';
    asked = 0;
    for (let call = 0; call < 3; call += 1) await expect(guard.recognise('stranger')).rejects.toMatchObject({ code: 'account-disabled' });
    expect(asked).toBe(1);
  });
});
