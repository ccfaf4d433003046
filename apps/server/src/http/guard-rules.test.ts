import { randomUUID } from 'node:crypto';
import { HEADERS } from '@yardage/contract/headers';
import { describe, expect, it } from 'vitest';
import type { EmailClaim } from '#server/adapters/identity/port';
import {
  addMember,
  addUser,
  at,
  authorise,
  endpointOf,
  forAnyUser,
  forInvoices,
  forOrders,
  makeGuard,
  provider,
  refused,
  requestOf,
  run,
  type Sent,
  signIn,
  tokens,
  useGuardWorld,
} from '#server/testing/guard-world';
import { endSession } from './ended-sessions.queries.ts';
import type { GuardSettings } from './guard.ts';
import { findGrant, noteSignIn } from './scope.queries.ts';
import { customerClaimOf } from './scope.ts';

// The rules of the guard and of the customer scope, without HTTP: each test has users of its own.

const world = useGuardWorld();

describe('before anything else', () => {
  const authenticate = (sent: Sent, endpoint = forOrders, settings: Partial<GuardSettings> = {}) =>
    makeGuard(settings).authenticate(requestOf(sent), endpoint);
  const withKey = (key: string | undefined) => ({ headers: { [HEADERS.subscriptionKey]: key } });
  const open = endpointOf({ public: 'test' }, { scope: 'none' });

  it('ERR-01 a subscription key must be right if it is sent, and must be sent if it is required', async () => {
    expect(await authenticate({}, open)).toBeUndefined();
    expect(await authenticate(withKey('the key'), open)).toBeUndefined();
    expect(await authenticate(withKey('the key'), open, { isSubscriptionKeyRequired: true })).toBeUndefined();
    await expect(authenticate(withKey('another'), open)).rejects.toEqual(refused('subscription-key-refused'));
    expect(await authenticate(withKey('before'), open, { formerSubscriptionKeys: ['before'] })).toBeUndefined();
    await expect(authenticate(withKey(''), open, { formerSubscriptionKeys: ['before'] })).rejects.toEqual(
      refused('subscription-key-refused'),
    );
    await expect(authenticate(withKey(''), open)).rejects.toEqual(refused('subscription-key-refused'));
    await expect(authenticate({}, open, { isSubscriptionKeyRequired: true })).rejects.toEqual(refused('subscription-key-refused'));
  });

  it('ERR-01 a token is needed, and one that the provider refuses is refused; an outage is no refusal', async () => {
    const { token, identity } = signIn(await addUser());
    const withToken = (authorization: string) => authenticate({ headers: { authorization } });
    expect(await withToken(`Bearer ${token}`)).toEqual({ token, identity });
    // Without a token the provider must not be asked, whatever it would return.
    tokens.set(undefined as unknown as string, identity);
    await expect(authenticate({})).rejects.toEqual(refused('not-signed-in'));
    tokens.delete(undefined as unknown as string);
    await expect(withToken('Bearer un.known.token')).rejects.toEqual(refused('not-signed-in'));
    tokens.set('a.b.outage', new Error('no answer'));
    // The reason is for the log.
    const withReason = (code: string) => expect.objectContaining({ code, cause: expect.any(Error) });
    await expect(withToken('Bearer a.b.outage')).rejects.toEqual(withReason('service-unavailable'));
    await expect(withToken('Bearer un.known.token')).rejects.toEqual(withReason('not-signed-in'));
  });
});

describe('the caller', () => {
  it('SHL-01 is refused without an account, if it is disabled, and after signing out', async () => {
    const person = await addUser();
    const { caller, scope } = await authorise(person, forAnyUser);
    expect(caller).toEqual({
      userId: person.userId,
      email: person.email,
      firstName: 'Sam',
      lastName: 'Sample',
      staffRole: null,
      language: null,
    });
    expect(scope).toBeUndefined();
    await expect(authorise(await addUser({ isEnabled: false }), forAnyUser)).rejects.toEqual(refused('account-disabled'));
    await expect(authorise({ ...person, subject: randomUUID() }, forAnyUser)).rejects.toEqual(refused('account-disabled'));
    const signedIn = signIn(person);
    await endSession(world.test.database, signedIn.identity.session);
    await expect(world.guard.authorise(requestOf(), forAnyUser, signedIn)).rejects.toEqual(refused('not-signed-in'));
    await expect(world.guard.recognise(signedIn.token)).rejects.toEqual(refused('not-signed-in'));
    // A token that was issued later is a new sign-in.
    expect((await authorise(person, forAnyUser)).caller.userId).toBe(person.userId);
  });

  it('SHL-01 is linked by a verified address, once, and never by another', async () => {
    const invited = await addUser({ subject: null });
    const subject = randomUUID();
    await expect(world.guard.authorise(requestOf(), forAnyUser, signIn({ subject }, { kind: 'unverified' }))).rejects.toEqual(
      refused('account-disabled'),
    );
    const verified: EmailClaim = { kind: 'verified', address: invited.email };
    expect((await world.guard.authorise(requestOf(), forAnyUser, signIn({ subject }, verified))).caller.userId).toBe(invited.userId);
    expect((await world.guard.authorise(requestOf(), forAnyUser, signIn({ subject }))).caller.userId).toBe(invited.userId);
    const thief = signIn({ subject: randomUUID() }, verified);
    await expect(world.guard.authorise(requestOf(), forAnyUser, thief)).rejects.toEqual(refused('account-disabled'));
    const audit = await run("select detail from audit_log where action = 'sign-in.link' and subject = $1", [invited.email]);
    expect(audit).toEqual([{ detail: { signIn: subject } }]);
  });

  it('STF-02 is not linked again after staff detached the sign-in', async () => {
    const person = await addUser({ subject: null });
    const [detached, other] = [randomUUID(), randomUUID()];
    await run('insert into detached_sign_ins (user_id, subject) values ($1, $2)', [person.userId, detached]);
    const verified: EmailClaim = { kind: 'verified', address: person.email };
    await expect(world.guard.authorise(requestOf(), forAnyUser, signIn({ subject: detached }, verified))).rejects.toEqual(
      refused('account-disabled'),
    );
    expect((await world.guard.authorise(requestOf(), forAnyUser, signIn({ subject: other }, verified))).caller.userId).toBe(person.userId);
  });

  it('SHL-01 is looked up at the provider only if the token has no address, and an outage there is no refusal', async () => {
    const stranger = { subject: randomUUID() };
    const call = (signedIn = signIn(stranger)) => world.guard.authorise(requestOf(), forAnyUser, signedIn);
    provider.asked = 0;
    provider.findEmail = async () => Promise.reject(new Error('no answer'));
    await expect(call()).rejects.toEqual(refused('service-unavailable'));
    provider.findEmail = async () => undefined;
    await expect(call()).rejects.toEqual(refused('account-disabled'));
    await expect(call()).rejects.toEqual(refused('account-disabled'));
    expect(provider.asked).toBe(2);
    await expect(call(signIn(stranger, { kind: 'unverified' }))).rejects.toEqual(refused('account-disabled'));
    expect(provider.asked).toBe(2);
    const invited = await addUser({ subject: null });
    provider.findEmail = async () => invited.email;
    await expect(call(signIn({ subject: randomUUID() }, { kind: 'unverified' }))).rejects.toEqual(refused('account-disabled'));
    expect((await call(signIn({ subject: randomUUID() }))).caller.userId).toBe(invited.userId);
  });

  it('STF-02 has the time of the latest sign-in, which is written once for each session and never set back', async () => {
    const person = await addUser();
    const noted = async () => (await run('select last_sign_in_at as at from users where id = $1', [person.userId]))[0].at as Date | null;
    const on = (day: string) => signIn(person, undefined, new Date(`${day}T10:00:00Z`));
    const session = on('2026-03-01');
    await world.guard.authorise(requestOf(), forAnyUser, session);
    expect(new Date((await noted()) ?? 0).toISOString()).toBe('2026-03-01T10:00:00.000Z');
    for (const day of ['2026-04-01', '2026-02-01']) await world.guard.authorise(requestOf(), forAnyUser, on(day));
    expect(new Date((await noted()) ?? 0).toISOString()).toBe('2026-04-01T10:00:00.000Z');
    // Two processes may see two sessions at the same time.
    await noteSignIn(world.test.database, person.userId, new Date('2026-03-15T10:00:00Z'));
    expect(new Date((await noted()) ?? 0).toISOString()).toBe('2026-04-01T10:00:00.000Z');
    await run('update users set last_sign_in_at = null where id = $1', [person.userId]);
    await world.guard.authorise(requestOf(), forAnyUser, session);
    expect(await noted()).toBeNull();
  });

  it('a sign-in that cannot be noted fails no call, and is noted with the next one', async () => {
    const person = await addUser();
    let failures = 1;
    const database = Object.create(world.test.database, {
      read: { value: world.test.database.read.bind(world.test.database) },
      transaction: {
        value: (...args: Parameters<typeof world.test.database.transaction>) =>
          failures-- > 0 ? Promise.reject(new Error('no connection')) : world.test.database.transaction(...args),
      },
    });
    const session = signIn(person);
    const some = makeGuard({}, database);
    const noted = async () => (await run('select last_sign_in_at as at from users where id = $1', [person.userId]))[0].at;
    expect((await some.authorise(requestOf(), forAnyUser, session)).caller.userId).toBe(person.userId);
    expect(await noted()).toBeNull();
    await some.authorise(requestOf(), forAnyUser, session);
    expect(await noted()).not.toBeNull();
  });
});

describe('the customer of a call', () => {
  it('PER-01 is one of the caller, named in full, and its role has the permission', async () => {
    const person = await addUser();
    await addMember(person, world.customer, { roleId: 5 });
    const { scope } = await authorise(person, forOrders, at(world.customer));
    expect(scope).toMatchObject({
      userId: person.userId,
      customerId: world.customer.customerId,
      customerNumber: world.customer.customerNumber,
      datasourceId: world.customer.datasourceId,
    });
    expect(scope?.permissions.has('orders.view')).toBe(true);
    expect(scope?.permissions.has('invoices.view')).toBe(false);
    await expect(authorise(person, forInvoices, at(world.customer))).rejects.toEqual(refused('permission-missing'));
    expect((await authorise(person, endpointOf({ anyOf: ['invoices.view', 'orders.view'] }), at(world.customer))).scope).toBeDefined();
    expect((await authorise(person, endpointOf({ signedIn: 'test' }), at(world.customer))).scope?.customerId).toBe(
      world.customer.customerId,
    );
    await expect(authorise(person, forOrders, at(world.foreign))).rejects.toEqual(refused('customer-not-granted'));
    await expect(authorise(person, forOrders)).rejects.toEqual(refused('customer-not-granted'));
  });

  it('PER-01 is not guessed if the claim fits several', async () => {
    const person = await addUser();
    await addMember(person, world.customer);
    await addMember(person, world.foreign);
    const { dataset } = world.customer;
    const isAmbiguous = world.foreign.dataset === dataset;
    if (isAmbiguous) await expect(authorise(person, forOrders, { query: { dataset } })).rejects.toEqual(refused('customer-not-granted'));
    const { scope } = await authorise(person, forOrders, { query: { dataset, customerNumber: world.customer.customerNumber } });
    expect(scope?.customerId).toBe(world.customer.customerId);
    expect(isAmbiguous).toBe(true);
  });

  it('USR-06 USR-09 is not granted by a request, a rejection or a disabled membership', async () => {
    for (const more of [{ statusId: 1 }, { statusId: 3 }, { isEnabled: false }]) {
      const person = await addUser();
      await addMember(person, world.customer, more);
      await expect(authorise(person, forOrders, at(world.customer)), JSON.stringify(more)).rejects.toEqual(refused('customer-not-granted'));
      expect(await findGrant(world.test.database, person.userId, world.customer.customerId)).toBeUndefined();
    }
  });

  it('PER-01 each part of the claim must fit: number, global number, data source and dataset', async () => {
    const person = await addUser();
    await addMember(person, world.customer);
    const { globalCustomerNumber, customerNumber, datasourceId, dataset } = world.customer;
    const right = { globalCustomerNumber, customerNumber, datasourceId: String(datasourceId), dataset };
    expect((await authorise(person, forOrders, { query: right })).scope?.customerId).toBe(world.customer.customerId);
    for (const [name, value] of Object.entries(right)) {
      expect((await authorise(person, forOrders, { query: { [name]: value } })).scope?.customerId, name).toBe(world.customer.customerId);
      const wrong = { query: { ...right, [name]: name === 'datasourceId' ? '999' : `${value}X` } };
      await expect(authorise(person, forOrders, wrong), name).rejects.toEqual(refused('customer-not-granted'));
    }
  });

  it('ERR-01 path, query and headers must agree, and empty values are ignored', () => {
    const { globalCustomerNumber, customerNumber, datasourceId } = HEADERS;
    expect(customerClaimOf(requestOf())).toEqual({});
    expect(customerClaimOf(requestOf({ params: { globalCustomerNumber: 'G1' }, query: { dataset: 'east', customerNumber: '' } }))).toEqual({
      globalCustomerNumber: 'G1',
      dataset: 'east',
    });
    expect(
      customerClaimOf(
        requestOf({
          query: { globalCustomerNumber: 'G1', datasourceId: 7 },
          headers: { [globalCustomerNumber]: 'G1', [customerNumber]: '100', [datasourceId]: '7' },
        }),
      ),
    ).toEqual({ globalCustomerNumber: 'G1', customerNumber: '100', datasourceId: '7' });
    // Headers carry ASCII only, so other letters come percent-encoded.
    const encoded = { [globalCustomerNumber]: encodeURIComponent('Ł–1 %'), [customerNumber]: '10%' };
    expect(customerClaimOf(requestOf({ params: { globalCustomerNumber: 'Ł–1 %' }, headers: encoded }))).toEqual({
      globalCustomerNumber: 'Ł–1 %',
      customerNumber: '10%',
    });
    const contradictions: Sent[] = [
      { params: { globalCustomerNumber: 'G1' }, query: { globalCustomerNumber: 'G2' } },
      { params: { globalCustomerNumber: 'G1' }, headers: { [globalCustomerNumber]: 'G2' } },
      { query: { customerNumber: '1' }, headers: { [customerNumber]: '2' } },
      { query: { datasourceId: '1' }, headers: { [datasourceId]: '2' } },
    ];
    for (const sent of contradictions) expect(() => customerClaimOf(requestOf(sent))).toThrow(refused('customer-mismatch'));
    // NUL is no text for PostgreSQL.
    for (const name of [globalCustomerNumber, customerNumber, datasourceId]) {
      expect(() => customerClaimOf(requestOf({ headers: { [name]: '1%00' } })), name).toThrow(refused('malformed-request'));
    }
  });

  it('USR-09 the caller has the name that the customer gave them, otherwise their own', async () => {
    const person = await addUser();
    await addMember(person, world.customer);
    await addMember(person, world.foreign);
    const nameAt = async (customer: typeof world.customer) => {
      const called = (await authorise(person, forOrders, at(customer))).caller;
      const granted = (await findGrant(world.test.database, person.userId, customer.customerId))?.caller;
      expect([granted?.firstName, granted?.lastName]).toEqual([called.firstName, called.lastName]);
      return [called.firstName, called.lastName];
    };
    const rename = (firstName: string, lastName: string) =>
      run('update members set first_name = $3, last_name = $4 where user_id = $1 and customer_id = $2', [
        person.userId,
        world.customer.customerId,
        firstName,
        lastName,
      ]);
    await rename('Samuel', 'Sampler');
    expect(await nameAt(world.customer)).toEqual(['Samuel', 'Sampler']);
    expect(await nameAt(world.foreign)).toEqual(['Sam', 'Sample']);
    expect((await authorise(person, forAnyUser)).caller).toMatchObject({ firstName: 'Sam', lastName: 'Sample' });
    await rename('', '');
    expect(await nameAt(world.customer)).toEqual(['Sam', 'Sample']);
    const { scope } = await authorise(person, forOrders, at(world.customer));
    expect(scope).not.toHaveProperty('firstName');
  });

  it('PER-01 work that continues after a request needs the permissions of that moment', async () => {
    const person = await addUser();
    await addMember(person, world.customer, { roleId: 5 });
    const grant = await findGrant(world.test.database, person.userId, world.customer.customerId);
    expect(grant?.caller).toMatchObject({ userId: person.userId, email: person.email, staffRole: null });
    const { customerId, dataset } = world.customer;
    expect(grant?.scope).toMatchObject({ userId: person.userId, customerId, dataset });
    expect(grant?.scope.permissions.has('orders.view')).toBe(true);
    expect(await findGrant(world.test.database, person.userId, world.foreign.customerId)).toBeUndefined();
    await run('update users set is_enabled = false where id = $1', [person.userId]);
    expect(await findGrant(world.test.database, person.userId, world.customer.customerId)).toBeUndefined();
  });
});
