import { HEADERS } from '@yardage/contract/headers';
import { createServiceKey, listServiceKeys, revokeServiceKey, rotateServiceKey, type ServiceKeyRow } from '@yardage/contract/service-keys';
import { postPositions, postTicketEvents } from '@yardage/contract/telemetry';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const STAFF = 'desk@example.com';
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

let made = 0;
const create = async (body: object = {}) => {
  made += 1;
  return app.call(createServiceKey, { as: STAFF, body: { name: `Dispatch ${made}`, scopes: ['telemetry:write'], ...body } });
};
const post = (secret: string, positions: unknown[] = ['nothing']) =>
  app.call(postPositions, { headers: { [HEADERS.serviceKey]: secret }, body: { positions } });
const statusOf = async (secret: string) => (await post(secret)).status;
const listed = async (id: number): Promise<ServiceKeyRow> =>
  (await app.call(listServiceKeys, { as: STAFF })).body.find((key: ServiceKeyRow) => key.id === id);
const read = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);
const change = (statement: string, id: number) => app.database.transaction('system', ({ client }) => client.query(statement, [id]));

describe('a service key', () => {
  it('FED-01 is shown once and stored as a hash only', async () => {
    const { body } = await create();
    expect(body.secret).toMatch(/^yk_[0-9a-f]{16}_[\w-]{43}$/);
    expect(await statusOf(body.secret)).toBe(200);
    expect(body.secret.startsWith(body.key.prefix)).toBe(true);
    const list = await app.call(listServiceKeys, { as: STAFF });
    expect(list.text).not.toContain(body.secret);
    const rows = await read<unknown[]>(sql`select json_agg(k) as answer from service_keys k`);
    const audits = await read<unknown[]>(sql`select json_agg(a) as answer from audit_log a where action like 'service-keys.%'`);
    // The secret itself may contain underscores.
    const secretPart = body.secret.replace(/^yk_[0-9a-f]+_/, '');
    for (const text of [JSON.stringify(rows), JSON.stringify(audits), app.logLines.join('')]) expect(text).not.toContain(secretPart);
  });

  it('FED-01 is refused at the next call once it is revoked, and its name is free again', async () => {
    const { body } = await create({ name: 'Accounting' });
    expect(await statusOf(body.secret)).toBe(200);
    expect((await app.call(createServiceKey, { as: STAFF, body: { name: 'Accounting', scopes: ['*'] } })).status).toBe(409);
    const revoked = await app.call(revokeServiceKey, { as: STAFF, params: { id: body.key.id } });
    expect(revoked.body).toMatchObject({ state: 'revoked', revokedBy: expect.stringMatching(/\w+ \w+/) });
    const answer = await post(body.secret);
    expect([answer.status, answer.body.code]).toEqual([401, 'service-key-refused']);
    expect((await app.call(revokeServiceKey, { as: STAFF, params: { id: body.key.id } })).status).toBe(404);
    expect((await create({ name: 'Accounting' })).status).toBe(200);
    expect(await listed(body.key.id)).toMatchObject({ name: 'Accounting', state: 'revoked' });
  });

  it('FED-01 is refused once it has expired, and cannot be created expired', async () => {
    const { body } = await create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await statusOf(body.secret)).toBe(200);
    await change(`update service_keys set expires_at = now() where id = $1`, body.key.id);
    expect(await statusOf(body.secret)).toBe(401);
    expect(await listed(body.key.id)).toMatchObject({ state: 'expired' });
    expect((await create({ expiresAt: '2020-01-01T00:00:00Z' })).body.errors).toHaveProperty('expiresAt');
  });

  it('FED-01 accepts the previous secret until the grace period of a rotation ends', async () => {
    const { body: first } = await create();
    const rotate = async (graceHours: number) =>
      (await app.call(rotateServiceKey, { as: STAFF, params: { id: first.key.id }, body: { graceHours } })).body;
    const second = await rotate(24);
    expect(second.key).toMatchObject({ id: first.key.id, prefix: first.key.prefix, previousValidUntil: expect.any(String) });
    expect([await statusOf(first.secret), await statusOf(second.secret)]).toEqual([200, 200]);
    await change(`update service_keys set previous_until = now() where id = $1`, first.key.id);
    expect([await statusOf(first.secret), await statusOf(second.secret)]).toEqual([401, 200]);
    const third = await rotate(0);
    expect([await statusOf(second.secret), await statusOf(third.secret)]).toEqual([401, 200]);
  });

  it('FED-01 accepts the secret in use for its whole grace period, also if it is rotated again meanwhile', async () => {
    const { body: first } = await create();
    const rotate = async (graceHours: number) =>
      (await app.call(rotateServiceKey, { as: STAFF, params: { id: first.key.id }, body: { graceHours } })).body;
    const second = await rotate(24);
    // Nobody saw the second secret: its answer was lost, and somebody rotated again.
    const third = await rotate(24);
    expect([await statusOf(first.secret), await statusOf(second.secret), await statusOf(third.secret)]).toEqual([200, 200, 200]);
    const fourth = await rotate(24);
    expect([await statusOf(first.secret), await statusOf(third.secret), await statusOf(fourth.secret)]).toEqual([200, 200, 200]);
    // A shorter grace period is meant for all of them, and none at all ends all of them.
    await rotate(1);
    const ends = await read<string[]>(
      sql`select json_agg((o ->> 'until')::timestamptz <= k.previous_until + interval '1 second') as answer
          from service_keys k, jsonb_array_elements(k.older_secrets) o where k.id = ${first.key.id}`,
    );
    expect(ends).toEqual([true, true, true]);
    const last = await rotate(0);
    expect([await statusOf(first.secret), await statusOf(fourth.secret), await statusOf(last.secret)]).toEqual([401, 401, 200]);
  });

  it('FED-01 accepts no older secret once an earlier version of the portal has ended the one before', async () => {
    const { body: first } = await create();
    const rotate = async () =>
      (await app.call(rotateServiceKey, { as: STAFF, params: { id: first.key.id }, body: { graceHours: 24 } })).body.secret;
    await rotate();
    await rotate();
    expect(await statusOf(first.secret)).toBe(200);
    // Its rotation without a grace period knows nothing of older secrets.
    await change('update service_keys set previous_hash = null, previous_until = null where id = $1', first.key.id);
    expect(await statusOf(first.secret)).toBe(401);
    await rotate();
    expect(await statusOf(first.secret)).toBe(401);
  });

  it('FED-01 allows nothing beyond its scopes', async () => {
    // No call needs this one, so it cannot be granted.
    expect((await create({ scopes: ['telemetry:read'] })).status).toBe(400);
    const { body } = await create({ scopes: ['tickets:read', 'events:read'] });
    const answer = await post(body.secret);
    expect([answer.status, answer.body.code]).toEqual([403, 'scope-missing']);
    expect(answer.body.detail).toContain('telemetry:write');
    expect((await create({ scopes: ['everything'] })).status).toBe(400);
    expect((await create({ scopes: [] })).status).toBe(400);
    const { body: all } = await create({ scopes: ['*'] });
    expect(await statusOf(all.secret)).toBe(200);
  });

  it('FED-01 reaches the trucks of its data sources only', async () => {
    const trucks = await read<{ own: number; foreign: number; code: string }>(
      sql`select json_build_object('own', a.id, 'foreign', b.id, 'code', d.code) as answer
          from trucks a join data_sources d on d.id = a.data_source_id join trucks b on b.data_source_id <> a.data_source_id limit 1`,
    );
    const fix = (truckId: number | undefined) => ({
      truckId,
      latitude: 35.1,
      longitude: -85.2,
      heading: 90,
      speed: { value: 30, unit: 'mph' },
      power: true,
      recordedAt: '2026-01-15T12:00:00Z',
    });
    const { body } = await create({ dataSources: [trucks?.code] });
    expect(body.key.dataSources).toEqual([trucks?.code]);
    const answer = await post(body.secret, [fix(trucks?.own), fix(trucks?.foreign)]);
    expect(answer.body).toMatchObject({ taken: 1, refused: [{ index: 1 }] });
    const ticketOf = (isOwn: boolean) =>
      read<number>(sql`select max(t.id)::int as answer from tickets t join customers c on c.id = t.customer_id
        join data_sources d on d.id = c.data_source_id where (d.code = ${trucks?.code}) = ${isOwn}`);
    const at = { statusId: 1, at: '2026-01-15T12:00:00Z' };
    const events = await app.call(postTicketEvents, {
      headers: { [HEADERS.serviceKey]: body.secret },
      body: { events: [await ticketOf(true), await ticketOf(false)].map((ticketId) => ({ ticketId, ...at })) },
    });
    expect(events.body).toMatchObject({ taken: 1, refused: [{ index: 1, reason: 'There is no such ticket.' }] });
  });

  it('FED-01 stores when it was used last, at most once a minute', async () => {
    const { body } = await create();
    expect((await listed(body.key.id)).lastUsedAt).toBeNull();
    await statusOf(body.secret);
    await vi.waitFor(async () => expect((await listed(body.key.id)).lastUsedAt).not.toBeNull(), 20_000);
    const { lastUsedAt } = await listed(body.key.id);
    await statusOf(body.secret);
    expect((await listed(body.key.id)).lastUsedAt).toBe(lastUsedAt);
    await change(`update service_keys set last_used_at = '2026-01-01T00:00:00Z' where id = $1`, body.key.id);
    await statusOf(body.secret);
    await vi.waitFor(async () => expect((await listed(body.key.id)).lastUsedAt).not.toContain('2026-01-01T00:00'), 20_000);
  });

  it('FED-01 has an audit entry for everything that happens to it', async () => {
    const { body } = await create({ name: 'Audited' });
    await app.call(rotateServiceKey, { as: STAFF, params: { id: body.key.id }, body: { graceHours: 1 } });
    await app.call(revokeServiceKey, { as: STAFF, params: { id: body.key.id } });
    const actions = await read<string[]>(sql`select json_agg(action order by id) as answer from audit_log where subject = 'Audited'`);
    expect(actions).toEqual(['service-keys.create', 'service-keys.rotate', 'service-keys.revoke']);
  });
});

describe('the key of the configuration', () => {
  it('FED-01 posts telemetry as before', async () => {
    expect(await statusOf(app.config.telemetryKey ?? '')).toBe(200);
    expect(await statusOf('')).toBe(401);
  });
});

describe('the rate limit of machines', () => {
  it('FED-01 counts by key, not by address', async () => {
    const limited = await openTestApp({
      environment: { CALLS_PER_MINUTE: '4', SERVICE_CALLS_PER_MINUTE: '4', TELEMETRY_KEY: 'a-key-of-some-length' },
    });
    const second = await limited.serviceKey();
    const call = async (key: string, remoteAddress: string) =>
      (
        await limited.http.inject({
          method: 'POST',
          url: '/api/telemetry/positions',
          headers: { [HEADERS.serviceKey]: key },
          payload: { positions: ['nothing'] },
          remoteAddress,
        })
      ).statusCode;
    // The first call of a key still counts for its address, because nobody knows yet that the key is valid.
    expect(await call('a-key-of-some-length', '10.0.0.1')).toBe(200);
    expect(await call(second, '10.0.0.2')).toBe(200);
    for (let n = 0; n < 4; n += 1) expect(await call('a-key-of-some-length', `10.0.1.${n}`)).toBe(200);
    expect(await call('a-key-of-some-length', '10.0.1.9')).toBe(429);
    expect(await call(second, '10.0.0.1')).toBe(200);
    await limited.close();
  });
});
