import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsAdmin } from '#server/testing/drop-database';
import { copyTestDatabase } from '#server/testing/test-database';
import { type Engine, openEngine } from './engine.ts';
import { isUnavailable } from './failures.ts';

const LOGIN = `yardage_refused_${process.pid}`;
let copy: Awaited<ReturnType<typeof copyTestDatabase>>;
let engine: Engine;
beforeAll(async () => {
  copy = await copyTestDatabase('empty');
  await runAsAdmin(copy.adminUrl, `create role ${LOGIN} login`);
  const url = new URL(copy.url);
  url.username = LOGIN;
  engine = await openEngine({ databaseUrl: url.href, dataDir: '', poolSize: 2 });
});
afterAll(async () => {
  await engine?.close();
  await copy?.remove();
  await runAsAdmin(copy.adminUrl, `drop role if exists ${LOGIN}`);
});

describe('a login that the server refuses while the portal runs', () => {
  it('RUN-10 turns readiness off, so that callers get a 503 and go to a process with the new password', async () => {
    expect(engine.watch.health.isAnswering).toBe(true);
    // As a changed password does: open connections stay, new ones are refused.
    await runAsAdmin(copy.adminUrl, `alter role ${LOGIN} nologin`);
    const refused = await engine.pool.query('select 1').catch((error: unknown) => error);
    expect(isUnavailable(refused)).toBe(true);
    await expect
      .poll(() => engine.watch.health, { timeout: 10_000 })
      .toMatchObject({ isAnswering: false, reason: expect.stringMatching(/^28/) });
    await runAsAdmin(copy.adminUrl, `alter role ${LOGIN} login`);
    await expect.poll(() => engine.watch.health.isAnswering, { timeout: 10_000 }).toBe(true);
  });
});
