import { setTimeout as pause } from 'node:timers/promises';
import { endSession } from '@yardage/contract/users';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { toStatement } from '#server/database/statement';
import { connectHub, type HubClient } from '#server/testing/hub-client';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const MANAGER = 'manager@example.com';
const FIELD = 'field@example.com';
const STAFF = 'dispatcher@example.com';
/** A moment on an idle machine. Changes that nobody announces are noticed once a minute. */
const REMOVAL_MS = 20_000;
/** A new connection is checked once more in this time, whether a change is announced or not. */
const STEP_MS = 2_000;

let app: TestApp;
let url: string;
const open: HubClient[] = [];

beforeAll(async () => {
  app = await openTestApp();
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => app?.close());

const connect = async (email: string, token?: string) => {
  const client = await connectHub(url, token ?? (await app.token(email)));
  open.push(client);
  return client;
};
const change = (statement: ReturnType<typeof sql>) => app.database.transaction('system', ({ orm }) => orm.execute(statement));
const setEnabled = (email: string, isEnabled: boolean) => change(sql`update users set is_enabled = ${isEnabled} where email = ${email}`);
const membersOf = (email: string) => sql`user_id = (select id from users where email = ${email})`;
const leaves = async ({ socket }: HubClient) => {
  for (const deadline = Date.now() + REMOVAL_MS; socket.connected && Date.now() < deadline; ) await pause(20);
  return !socket.connected;
};

describe('open connections', () => {
  it('API-23 are closed at once when a change of rights is announced, and others stay', async () => {
    const token = await app.token(OWNER);
    const [owner, manager, field, staff] = await Promise.all([connect(OWNER, token), connect(MANAGER), connect(FIELD), connect(STAFF)]);
    await pause(2 * STEP_MS);
    await setEnabled(STAFF, false);
    expect(await leaves(staff)).toBe(true);
    await change(sql`update members set is_enabled = false where ${membersOf(FIELD)}`);
    expect(await leaves(field)).toBe(true);
    const taken = await app.database.transaction('system', async ({ client }) => {
      const role = '(select role_id from members where user_id = (select id from users where email = $1) limit 1)';
      const { rows } = await client.query(`delete from role_permissions where role_id = ${role} returning role_id, code`, [MANAGER]);
      return rows as { role_id: number; code: string }[];
    });
    expect(await leaves(manager)).toBe(true);
    expect(owner.socket.connected).toBe(true);
    expect((await app.call(endSession, { token })).status).toBe(200);
    expect(await leaves(owner)).toBe(true);

    for (const { role_id: roleId, code } of taken)
      await change(sql`insert into role_permissions (role_id, code) values (${roleId}, ${code})`);
    await change(sql`update members set is_enabled = true where ${membersOf(FIELD)}`);
    await setEnabled(STAFF, true);
  });

  it('API-23 are checked when announcements may have been missed', async () => {
    const client = await connect(FIELD);
    await pause(2 * STEP_MS);
    // The connection that listens is the one that checks the database every second. Until it is replaced, no announcement of a commit
    // arrives.
    await app.database.engine.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'show transaction_read_only'",
    );
    await setEnabled(FIELD, false);
    expect(await leaves(client)).toBe(true);
    await setEnabled(FIELD, true);
  });

  it('API-23 cost the database nothing while nothing changes', async () => {
    await Promise.all([connect(OWNER), connect(MANAGER), connect(STAFF)]);
    // New connections are checked once more at the next step.
    await pause(2_500);
    const reads = vi.spyOn(app.database, 'read');
    await pause(4_500);
    const texts = reads.mock.calls.map(([, expression]) => toStatement(expression).text);
    reads.mockRestore();
    // At most the check of all connections, once a minute.
    expect(texts.filter((text) => /ended_sessions|chat_sessions/.test(text)).length).toBeLessThanOrEqual(1);
  });
});
