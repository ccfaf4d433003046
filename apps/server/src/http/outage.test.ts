import { setTimeout as pause } from 'node:timers/promises';
import { getProfile } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { AREAS } from '#server/features/areas';
import { runAsAdmin } from '#server/testing/drop-database';
import { openStallable } from '#server/testing/stallable-database';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const SOMEBODY = 'somebody-in-the-statement@example.com';
let app: TestApp;
/** The database of this file only: other tests on the same server use pg_sleep, too. */
let name: string;
/** What the profile request does before it returns. */
let meanwhile: (database: Database) => Promise<unknown> = async () => {};

beforeAll(async () => {
  app = await openTestApp({
    areas: AREAS.map(
      (area) => (bind, services) =>
        area(
          (endpoint, handler) =>
            bind(endpoint, async (...given) => {
              if (endpoint.id === getProfile.id) await meanwhile(services.database);
              return handler(...given);
            }),
          services,
        ),
    ),
  });
  name = (await app.database.read('system', sql`select current_database() as answer`)) ?? '';
});
afterAll(() => app?.close());

/** Runs a statement on a connection outside the server's pool. */
async function beside(statement: string): Promise<void> {
  const templates = inject('templates');
  if (templates.engine !== 'postgresql') throw new Error('only PostgreSQL has other connections');
  await runAsAdmin(templates.adminUrl, statement);
}

describe('a database that goes away', () => {
  it.each([
    ['a read', (database: Database) => database.read('system', sql`select pg_sleep(60), ${SOMEBODY} as answer`)],
    [
      'a write',
      (database: Database) =>
        database.transaction('system', ({ orm }) => orm.execute(sql`select pg_sleep(60), ${SOMEBODY}::text as answer`)),
    ],
  ])('in the middle of %s causes a 503 without the written values, and the next call is answered', async (_what, sleep) => {
    meanwhile = sleep;
    let isAnswered = false;
    const answer = app.call(getProfile, { as: OWNER }).finally(() => {
      isAnswered = true;
    });
    const endSleepers = async () => {
      await beside(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query like '%pg_sleep%'`);
      return isAnswered;
    };
    await expect.poll(endSleepers, { timeout: 20_000 }).toBe(true);
    expect((await answer).status).toBe(503);
    const log = app.logLines.join('');
    expect(log).toContain('request failed');
    expect(log).not.toContain(SOMEBODY);
    meanwhile = async () => {};
    expect((await app.call(getProfile, { as: OWNER })).status).toBe(200);
  });

  it.each([
    ['53100', 'could not extend file "base/16384/16385": No space left on device'],
    ['58030', 'could not read block 7 in file "base/16384/16385": Input/output error'],
  ])('RUN-08 RUN-10 whose disk fails (%s) causes a 503 without its words, is counted, and others are answered', async (code, words) => {
    const count = async () => Number(/^database_disk_failures_total (\d+)$/m.exec((await app.http.inject('/metrics')).payload)?.[1]);
    const before = await count();
    const raise = `do $$ begin raise exception using errcode = '${code}', message = '${words}'; end $$`;
    meanwhile = (database) => database.transaction('system', ({ client }) => client.query(raise));
    const refused = await app.call(getProfile, { as: OWNER });
    meanwhile = async () => {};
    expect(refused.status).toBe(503);
    expect(JSON.stringify(refused.body)).not.toContain('base/');
    expect(await count()).toBe(before + 1);
    expect((await app.call(getProfile, { as: OWNER })).status).toBe(200);
    expect((await app.http.inject('/readyz')).statusCode).toBe(200);
  });

  it('leaves the metrics that need no database on the metrics page', async () => {
    await beside(`alter database ${name} with allow_connections false`);
    await beside(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    try {
      const { statusCode, payload } = await app.http.inject('/metrics');
      expect(statusCode).toBe(200);
      expect(payload).toContain('process_resident_memory_bytes ');
      expect(payload).toContain('payments_unresolved Nan');
    } finally {
      await beside(`alter database ${name} with allow_connections true`);
    }
    expect((await app.http.inject('/metrics')).payload).toMatch(/^payments_unresolved \d/m);
  });
});

describe('a database that accepts connections and does not answer', () => {
  it('RUN-10 is a 503 within seconds, for calls under way and for new ones, and readiness never waits for it', async () => {
    const stallable = await openStallable('demo');
    const stalled = await openTestApp({ opened: stallable });
    try {
      expect((await stalled.call(getProfile, { as: OWNER })).status).toBe(200);
      // A check without an answer does not count as silence while other connections get answers.
      stallable.stallFirst();
      for (const endsAt = Date.now() + 5_000; Date.now() < endsAt; ) {
        expect((await stalled.call(getProfile, { as: OWNER })).status).toBe(200);
        await pause(100);
      }
      expect((await stalled.http.inject('/readyz')).statusCode).toBe(200);
      stallable.stall();
      const startedAt = Date.now();
      const answers = await Promise.all([1, 2, 3].map(() => stalled.call(getProfile, { as: OWNER })));
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      // Four seconds on an idle machine. The other limits are ten seconds and more.
      expect(Date.now() - startedAt).toBeLessThan(9_000);
      expect((await stalled.http.inject('/readyz')).statusCode).toBe(503);
      expect((await stalled.http.inject('/metrics')).payload).toMatch(/^database_up 0$/m);
      expect(stalled.logLines.filter((line) => line.includes('"msg":"request failed"'))).toHaveLength(1);
      stallable.resume();
      await expect.poll(async () => (await stalled.http.inject('/readyz')).statusCode, { timeout: 20_000 }).toBe(200);
      expect((await stalled.call(getProfile, { as: OWNER })).status).toBe(200);
    } finally {
      stallable.resume();
      await stalled.close();
    }
  });
});

describe('a database that is read only after a failover', () => {
  it('RUN-10 refuses writes with 503 and is not ready, until it accepts writes again', async () => {
    const ready = async () => (await app.http.inject('/readyz')).statusCode;
    await beside(`alter database ${name} set default_transaction_read_only = on`);
    await beside(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    try {
      await expect.poll(ready, { timeout: 20_000 }).toBe(503);
      meanwhile = (database) =>
        database.transaction('system', ({ orm }) => orm.execute(sql`update users set first_name = first_name where id = 0`));
      expect((await app.call(getProfile, { as: OWNER })).status).toBe(503);
      meanwhile = async () => {};
      expect((await app.call(getProfile, { as: OWNER })).status).toBe(200);
    } finally {
      meanwhile = async () => {};
      await beside(`alter database ${name} set default_transaction_read_only = off`);
    }
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  });
});
