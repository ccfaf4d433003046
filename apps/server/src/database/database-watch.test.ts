import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTestDatabase } from '#server/testing/test-database';
import { DatabaseWatch } from './database-watch.ts';

let copy: Awaited<ReturnType<typeof copyTestDatabase>>;
let admin: pg.Client;
beforeAll(async () => {
  copy = await copyTestDatabase('empty');
  admin = new pg.Client({ connectionString: copy.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await copy?.remove();
});

/** A watch that is closed while its check with this number is under way, and how many checks it began. */
function watchClosedAt(number: number) {
  const watch = new DatabaseWatch({ connectionString: copy.url, application_name: 'watch-test' });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let checks = 0;
  watch.useActivityCheck(() => {
    checks += 1;
    if (checks === number)
      queueMicrotask(() => {
        watch.close();
        resolve();
      });
    return () => false;
  });
  return { watch, closed, checks: () => checks };
}

async function connections(): Promise<number> {
  const { rows } = await admin.query(`select count(*)::int as count from pg_stat_activity where application_name = 'watch-test'`);
  return rows[0].count;
}

describe('RUN-04 the watch of the database is closed', () => {
  it('while it checks, and opens no further connection, which would keep a command from ending', async () => {
    const { watch, closed, checks } = watchClosedAt(2);
    await watch.start();
    await closed;
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    expect(checks()).toBe(2);
  });

  it('while it connects, and keeps no connection', async () => {
    const { watch } = watchClosedAt(1);
    await expect(watch.start()).rejects.toThrow('aborted');
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  });
});
