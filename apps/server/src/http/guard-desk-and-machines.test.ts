import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import {
  addMember,
  addUser,
  at,
  authorise,
  endpointOf,
  forAnyUser,
  forInvoices,
  forOrders,
  forStaff,
  type Person,
  refused,
  requestOf,
  run,
  type Sent,
  signIn,
  useGuardWorld,
} from '#server/testing/guard-world';
import { createLog } from './observability.ts';
import { assertDataSource, makeServiceKey, ServiceKeys } from './service-keys.ts';
import { type EndingViews, endViews, openAmong } from './view-sessions.queries.ts';

// What the guard lets staff, their views and machines do, without HTTP.

const world = useGuardWorld();

describe('staff', () => {
  it('STF-01 may use the areas of their role, and customers none', async () => {
    const dispatcher = await addUser({ staffRole: 'Dispatcher' });
    expect((await authorise(dispatcher, forStaff)).caller.staffRole).toBe('Dispatcher');
    const credit = await addUser({ staffRole: 'Credit' });
    await expect(authorise(credit, forStaff)).rejects.toEqual(refused('permission-missing'));
    expect((await authorise(credit, endpointOf({ staff: ['chats', 'payments'] }, { scope: 'user' }))).caller.staffRole).toBe('Credit');
    await expect(authorise(await addUser(), forStaff)).rejects.toEqual(refused('permission-missing'));
    await run('update users set is_staff = false where id = $1', [dispatcher.userId]);
    await expect(authorise(dispatcher, forStaff)).rejects.toEqual(refused('permission-missing'));
  });

  async function openView(staff: Person, user: Person, more: { minutes?: number; hasEnded?: boolean } = {}): Promise<string> {
    const { minutes = 10, hasEnded = false } = more;
    const id = randomUUID();
    await run(
      `insert into view_sessions (id, staff_id, user_id, expires_at, ended_at, request_id)
       values ($1, $2, $3, now() + make_interval(mins => $4), case when $5 then now() end, 'test')`,
      [id, staff.userId, user.userId, minutes, hasEnded],
    );
    return id;
  }
  const viewing = (viewId: string | undefined, sent: Sent = {}): Sent => ({ ...sent, headers: { [HEADERS.viewAs]: viewId } });

  it('STF-03 see the portal as a user, without the desk and without changing anything', async () => {
    const staff = await addUser({ staffRole: 'Credit' });
    const user = await addUser({ staffRole: 'Dispatcher' });
    await addMember(user, world.customer);
    const viewId = await openView(staff, user);
    const { caller, scope } = await authorise(staff, forOrders, viewing(viewId, at(world.customer)));
    expect(caller).toMatchObject({ userId: user.userId, email: user.email, staffRole: null, viewedBy: staff.userId });
    expect(scope).toMatchObject({ userId: user.userId, customerId: world.customer.customerId });
    await expect(authorise(staff, forStaff, viewing(viewId))).rejects.toEqual(refused('permission-missing'));
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      await expect(authorise(staff, { ...forOrders, method }, viewing(viewId, at(world.customer))), method).rejects.toEqual(
        refused('view-read-only'),
      );
    }
    const recognised = await world.guard.recognise(signIn(staff).token, viewId);
    expect(recognised).toMatchObject({ caller: { userId: user.userId, viewedBy: staff.userId }, view: { staffId: staff.userId } });
    expect((await world.guard.recognise(signIn(staff).token)).view).toBeUndefined();
  });

  it('STF-03 see the portal as a user only in an open view of their own, and only while they have the right', async () => {
    const [staff, other, user] = [await addUser({ staffRole: 'Credit' }), await addUser({ staffRole: 'Credit' }), await addUser()];
    const view = (person: Person, viewId: string | undefined) => authorise(person, forAnyUser, viewing(viewId));
    const open = await openView(staff, user);
    expect((await view(staff, open)).caller.userId).toBe(user.userId);
    const ended = [
      await openView(staff, user, { minutes: -1 }),
      await openView(staff, user, { hasEnded: true }),
      randomUUID(),
      '',
      'x',
      `${open}0`,
    ];
    for (const viewId of ended) await expect(view(staff, viewId), viewId).rejects.toEqual(refused('view-ended'));
    await expect(world.guard.recognise(signIn(staff).token, [open])).rejects.toEqual(refused('view-ended'));
    await expect(view(other, open)).rejects.toEqual(refused('view-ended'));
    await expect(view(user, open)).rejects.toEqual(refused('view-ended'));
    await run("update users set staff_role = 'Dispatcher' where id = $1", [staff.userId]);
    await expect(view(staff, open)).rejects.toEqual(refused('view-ended'));
  });

  it('STF-03 end one of their views, all of them or those whose time is over, each once and with an audit entry', async () => {
    const [staff, other, user] = [await addUser({ staffRole: 'Credit' }), await addUser({ staffRole: 'Credit' }), await addUser()];
    const [one, two, theirs] = [await openView(staff, user), await openView(staff, user), await openView(other, user)];
    const over = await openView(staff, user, { minutes: -1 });
    const end = (ending: EndingViews) => world.test.database.transaction('system', (transaction) => endViews(transaction, ending, 'test'));
    const open = async () =>
      new Set(await world.test.database.read<string[]>('system', sql`select ${openAmong([one, two, theirs, over])} as answer`));
    const audit = () =>
      run(
        "select detail ->> 'view' as view, detail -> 'isExpired' as expired from audit_log where action = 'view-as.end' and subject = $1 order by id",
        [user.email],
      );
    expect(await open()).toEqual(new Set([one, two, theirs]));
    await end({ staffId: staff.userId, viewId: one });
    await end({ staffId: staff.userId, viewId: theirs });
    expect(await open()).toEqual(new Set([two, theirs]));
    await end('expired');
    expect(await open()).toEqual(new Set([two, theirs]));
    await end({ staffId: staff.userId });
    expect(await open()).toEqual(new Set([theirs]));
    expect(await audit()).toEqual([
      { view: one, expired: false },
      { view: over, expired: true },
      { view: two, expired: false },
    ]);
  });
});

describe("a customer's own system", () => {
  async function addKey(scopes: string[], customerId: number | null) {
    const { publicId, secret, secretHash } = makeServiceKey();
    const [row] = await run(
      'insert into service_keys (public_id, secret_hash, name, scopes, customer_id) values ($1, $2, $3, $4, $5) returning id',
      [publicId, secretHash, `Their ERP ${publicId}`, scopes, customerId],
    );
    return {
      keyId: Number(row.id),
      machine: await world.guard.authenticateCustomerKey(requestOf({ headers: { [HEADERS.serviceKey]: secret } })),
      secret,
    };
  }

  it('EVT-05 reads as its key allows, at its own customer only', async () => {
    const { keyId, machine } = await addKey(['orders.view'], world.customer.customerId);
    const read = (endpoint: Endpoint, sent: Sent) => world.guard.authoriseCustomerKey(requestOf(sent), endpoint, machine);
    const { caller, scope } = await read(forOrders, at(world.customer));
    expect(caller).toMatchObject({ userId: -keyId, firstName: machine.name, email: '', staffRole: null });
    const { customerId, dataset } = world.customer;
    expect(scope).toMatchObject({ userId: -keyId, customerId, dataset });
    expect([...scope.permissions]).toEqual(['orders.view']);
    await expect(read(forInvoices, at(world.customer))).rejects.toEqual(refused('permission-missing'));
    await expect(read(endpointOf({ signedIn: 'test' }), at(world.customer))).rejects.toEqual(refused('permission-missing'));
    await expect(read(forOrders, at(world.foreign))).rejects.toEqual(refused('customer-not-granted'));
    await expect(read(forOrders, {})).rejects.toEqual(refused('customer-not-granted'));
  });

  it('EVT-05 FED-01 cannot call as a system of the supplier, nor the other way round', async () => {
    const supplier = await addKey(['tickets:write'], null);
    await expect(world.guard.authoriseCustomerKey(requestOf(at(world.customer)), forOrders, supplier.machine)).rejects.toEqual(
      refused('customer-not-granted'),
    );
    const asMachine = (key: string, scope: 'tickets:write' | 'orders:write' = 'tickets:write') =>
      world.guard.authenticateMachine(requestOf({ headers: { [HEADERS.serviceKey]: key } }), scope);
    expect((await asMachine(supplier.secret)).keyId).toBe(supplier.keyId);
    await expect(asMachine(supplier.secret, 'orders:write')).rejects.toEqual(refused('scope-missing'));
    const theirs = await addKey(['tickets:write'], world.customer.customerId);
    await expect(asMachine(theirs.secret)).rejects.toEqual(refused('scope-missing'));
    await expect(asMachine('yk_0000000000000000_0000000000000000000000000000000000000000000')).rejects.toEqual(
      refused('service-key-refused'),
    );
  });
});

describe('the key of a machine', () => {
  async function storeKey(more: { expiresIn?: string; customerId?: number; createdBy?: number } = {}) {
    const { publicId, secret, secretHash } = makeServiceKey();
    const [row] = await run(
      `insert into service_keys (public_id, secret_hash, name, scopes, customer_id, created_by, expires_at)
       values ($1, $2, $1, '{tickets:write}', $3, $4, now() + $5::interval) returning id`,
      [publicId, secretHash, more.customerId ?? null, more.createdBy ?? null, more.expiresIn ?? null],
    );
    return { secret, keyId: Number(row.id) };
  }
  const keysWith = (telemetryKey?: string) => new ServiceKeys(world.test.database, createLog('silent'), telemetryKey);
  const REFUSED = refused('service-key-refused');

  it('FED-01 is valid until it expires or is revoked, and as long as its maker may make keys', async () => {
    const keys = keysWith();
    const { secret, keyId } = await storeKey({ expiresIn: '1 hour' });
    expect(await keys.verify(secret)).toMatchObject({ keyId, customerId: null, dataSources: null, scopes: new Set(['tickets:write']) });
    expect((await keys.verify((await storeKey()).secret)).keyId).toBeGreaterThan(keyId);
    await expect(keys.verify((await storeKey({ expiresIn: '-1 second' })).secret)).rejects.toEqual(REFUSED);
    await run('update service_keys set revoked_at = now() where id = $1', [keyId]);
    await expect(keys.verify(secret)).rejects.toEqual(REFUSED);
    const [owner, field] = [await addUser(), await addUser()];
    await addMember(owner, world.customer, { roleId: 1 });
    await addMember(field, world.customer, { roleId: 5 });
    const of = async ({ userId }: Person) => (await storeKey({ customerId: world.customer.customerId, createdBy: userId })).secret;
    const theirs = await of(owner);
    expect((await keys.verify(theirs)).customerId).toBe(world.customer.customerId);
    await expect(keys.verify(await of(field))).rejects.toEqual(REFUSED);
    await run('update members set is_enabled = false where user_id = $1', [owner.userId]);
    await expect(keys.verify(theirs)).rejects.toEqual(REFUSED);
  });

  it('FED-01 is refused if any character differs, or if it is no key', async () => {
    const keys = keysWith();
    const { secret } = await storeKey();
    const other = secret.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [`${secret.slice(0, -1)}${other}`, `${secret}A`, ` ${secret}`, '', 'yk_', undefined, [secret], 7]) {
      await expect(keys.verify(wrong), String(wrong)).rejects.toEqual(REFUSED);
    }
  });

  it('FED-01 that was replaced stays valid until its end, together with the new one', async () => {
    const keys = keysWith();
    const { secret, keyId } = await storeKey();
    const next = makeServiceKey(secret.slice(3, 19));
    const replace = (until: string) =>
      run(
        `update service_keys set previous_hash = case when secret_hash = $2 then previous_hash else secret_hash end, secret_hash = $2,
           previous_until = now() + $3::interval where id = $1`,
        [keyId, next.secretHash, until],
      );
    await replace('1 minute');
    expect([(await keys.verify(secret)).keyId, (await keys.verify(next.secret)).keyId]).toEqual([keyId, keyId]);
    await replace('-1 second');
    await expect(keys.verify(secret)).rejects.toEqual(REFUSED);
    expect((await keys.verify(next.secret)).keyId).toBe(keyId);
  });

  it('FED-01 of the configuration may post telemetry and nothing else', async () => {
    const keys = keysWith('a long configured key');
    const machine = await keys.verify('a long configured key');
    expect(machine).toMatchObject({ keyId: null, customerId: null, scopes: new Set(['telemetry:write']), dataSources: null });
    await expect(keys.verify('another long key')).rejects.toEqual(REFUSED);
    await expect(keysWith().verify('a long configured key')).rejects.toEqual(REFUSED);
    expect(keys.rateLimitKeyOf('a long configured key')).toBe('key of the configuration');
  });

  it('FED-01 is counted by the rate limit once it was valid, and no longer after it was refused', async () => {
    const keys = keysWith();
    const { secret, keyId } = await storeKey();
    expect([keys.rateLimitKeyOf(secret), keys.rateLimitKeyOf(''), keys.rateLimitKeyOf(undefined), keys.rateLimitKeyOf([secret])]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    await keys.verify(secret);
    expect(keys.rateLimitKeyOf(secret)).toBe(`key ${keyId}`);
    await run('update service_keys set revoked_at = now() where id = $1', [keyId]);
    await expect(keys.verify(secret)).rejects.toEqual(REFUSED);
    expect(keys.rateLimitKeyOf(secret)).toBeUndefined();
  });

  it('FED-01 has the time of its last use, to the minute', async () => {
    const keys = keysWith();
    const { secret, keyId } = await storeKey();
    const secondsAgo = async () =>
      (await run('select round(extract(epoch from now() - last_used_at))::int as ago from service_keys where id = $1', [keyId]))[0].ago as
        | number
        | null;
    await keys.verify(secret);
    await keys.drain();
    expect(await secondsAgo()).toBeLessThan(30);
    for (const [before, after] of [
      [50, 50],
      [70, 0],
    ] as const) {
      await run('update service_keys set last_used_at = now() - make_interval(secs => $2) where id = $1', [keyId, before]);
      await keys.verify(secret);
      await keys.drain();
      expect(Math.abs(((await secondsAgo()) ?? 0) - after), `${before}`).toBeLessThan(9);
    }
  });

  it('FED-01 that names data sources is for those only', () => {
    const machine = { keyId: 1, customerId: null, name: 'Test', scopes: new Set<string>(), dataSources: ['east'] };
    expect(() => assertDataSource(machine, 'east')).not.toThrow();
    expect(() => assertDataSource({ ...machine, dataSources: null }, 'west')).not.toThrow();
    expect(() => assertDataSource(machine, 'west')).toThrow(
      expect.objectContaining({ code: 'data-source-not-granted', detail: expect.stringContaining('west') }),
    );
    expect(() => assertDataSource({ ...machine, dataSources: [] }, 'east')).toThrow(refused('data-source-not-granted'));
  });
});
