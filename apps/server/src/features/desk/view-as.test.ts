import { listStaff } from '@yardage/contract/desk-staff';
import { endView, startView, type ViewSession } from '@yardage/contract/desk-views';
import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { HEADERS } from '@yardage/contract/headers';
import { HUB } from '@yardage/contract/hub';
import { endSession, getProfile, listCustomerNumbers } from '@yardage/contract/users';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { addChat } from '#server/testing/prepare-chat';
import { customersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const CREDIT = 'credit@example.com';
const USER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let userId: number;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, USER)) as [TestCustomer];
  userId = (await idOf(USER)) ?? 0;
});
afterAll(() => app?.close());

const idOf = (email: string) => app.database.read<number>('system', sql`select id::int as answer from users where email = ${email}`);
const start = async (as = CREDIT, viewed = userId): Promise<ViewSession> =>
  (await app.call(startView, { as, body: { userId: viewed } })).body;
const viewing = ({ id }: Pick<ViewSession, 'id'>) => ({ as: CREDIT, headers: { [HEADERS.viewAs]: id } });
const actions = (email: string) =>
  app.database.read<string[][]>(
    'system',
    sql`select coalesce(json_agg(json_build_array(action, (select email from users where id = user_id)) order by id), '[]') as answer
        from audit_log where subject = ${email} and action like 'view-as.%'`,
  );

const isSignedIn = ({ access }: Endpoint) => !('public' in access || 'service' in access);
const writes = ENDPOINTS.filter((endpoint) => endpoint.method !== 'GET' && isSignedIn(endpoint));
const reads = ENDPOINTS.filter((endpoint) => endpoint.method === 'GET' && isSignedIn(endpoint) && !('staff' in endpoint.access));

describe('a view of the portal as a user', () => {
  it('STF-03 shows what the user sees, and is in the audit log with the staff member and the user', async () => {
    const before = (await actions(USER))?.length ?? 0;
    const view = await start();
    expect(view).toMatchObject({ userId, email: USER });
    expect(Date.parse(view.expiresAt) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    expect((await app.call(getProfile, viewing(view))).body).toMatchObject({ email: USER, isStaff: false });
    expect((await app.call(listCustomerNumbers, viewing(view))).body).toEqual((await app.call(listCustomerNumbers, { as: USER })).body);
    expect((await app.call(endView, { as: CREDIT, params: { id: view.id } })).status).toBe(200);
    expect((await app.call(getProfile, viewing(view))).body.code).toBe('view-ended');
    expect((await actions(USER))?.slice(before)).toEqual([
      ['view-as.start', CREDIT],
      ['view-as.end', CREDIT],
    ]);
  });

  it('STF-03 answers every read like the user', async () => {
    const view = await start();
    for (const endpoint of reads) {
      const call = await sampleCall(app.database, endpoint, own, USER);
      const answer = await app.call(endpoint, { ...call, ...viewing(view) });
      expect(answer.status, endpoint.id).toBe((await app.call(endpoint, { ...call, as: USER })).status);
    }
    expect(reads.length).toBeGreaterThan(50);
  });

  it('STF-03 refuses every write', async () => {
    const view = await start();
    for (const endpoint of writes) {
      const call = await sampleCall(app.database, endpoint, own, USER);
      const answer = await app.call(endpoint, { ...call, ...viewing(view) });
      expect([endpoint.id, answer.status, answer.body.code]).toEqual([endpoint.id, 403, 'view-read-only']);
    }
    expect(writes.length).toBeGreaterThan(50);
  });

  it('STF-03 belongs to the staff member who started it; nobody else can use or make one', async () => {
    const view = await start();
    const withView = (as: string) => app.call(getProfile, { ...viewing(view), as });
    for (const other of [USER, 'desk@example.com', 'nobody@example.com']) expect((await withView(other)).body.code).toBe('view-ended');
    for (const id of ['', 'x', "' or 1=1", '00000000-0000-4000-8000-000000000000']) {
      expect((await app.call(getProfile, viewing({ id }))).body.code, id).toBe('view-ended');
    }
    for (const as of [USER, 'dispatcher@example.com']) expect((await app.call(startView, { as, body: { userId } })).status).toBe(403);
  });

  it('STF-03 gives no desk, even as a user who is staff', async () => {
    const view = await start(CREDIT, (await idOf('desk@example.com')) ?? 0);
    expect((await app.call(listStaff, viewing(view))).status).toBe(403);
    expect((await app.call(getProfile, viewing(view))).body).toMatchObject({ email: 'desk@example.com', staffRole: null });
  });

  it('STF-03 ends with the start of the next one; of several that begin at once, one is open', async () => {
    const others = await app.database.read<number[]>(
      'system',
      sql`select json_agg(u.id::int) as answer from (select id from users where is_enabled and not is_staff order by id limit 6) u`,
    );
    for (let round = 0; round < 5; round += 1) {
      const views = await Promise.all((others ?? []).map((viewed) => start(CREDIT, viewed)));
      const codes = await Promise.all(views.map(async (view) => (await app.call(getProfile, viewing(view))).body.code));
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === 'view-ended')).toHaveLength(views.length - 1);
    }
  });

  it('STF-03 ends after its time, with the sign-out of the staff member, and with their role', async () => {
    const expired = await start();
    await app.database.transaction('system', ({ client }) =>
      client.query("update view_sessions set expires_at = now() - interval '1 second' where id = $1", [expired.id]),
    );
    expect((await app.call(getProfile, viewing(expired))).body.code).toBe('view-ended');

    const view = await start();
    const setRole = (role: string) =>
      app.database.transaction('system', ({ client }) => client.query('update users set staff_role = $1 where email = $2', [role, CREDIT]));
    await setRole('Dispatcher');
    expect((await app.call(getProfile, viewing(view))).body.code).toBe('view-ended');
    await setRole('Credit');
    expect((await app.call(getProfile, viewing(view))).status).toBe(200);

    const token = await app.token(CREDIT, { sid: 'session-of-the-view' });
    await app.call(endSession, { token });
    expect((await app.call(getProfile, viewing(view))).body.code).toBe('view-ended');
  });
});

describe('a view on the hub', () => {
  let address: string;
  beforeAll(async () => {
    address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  });

  it('STF-03 receives what the user receives, may not type, and is closed when the view ends', async () => {
    const view = await start();
    const token = await app.token(CREDIT);
    const socket: Socket = io(`${address}${HUB.namespace}`, {
      path: HUB.path,
      transports: ['websocket'],
      auth: { token, view: view.id },
      reconnection: false,
    });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', resolve);
        socket.on('connect_error', reject);
      });
      const sessionId = await addChat(app.database, own.customerId, USER);
      expect(await socket.emitWithAck('JoinSession', { sessionId })).toEqual({ ok: true });
      expect(await socket.emitWithAck('Typing', { sessionId })).toEqual({ ok: false, code: 'view-read-only' });
      const closed = new Promise((resolve) => socket.on('disconnect', resolve));
      await app.call(endView, { as: CREDIT, params: { id: view.id } });
      await closed;
    } finally {
      socket.close();
    }
  });
});
