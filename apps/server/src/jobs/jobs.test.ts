import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/database/drizzle';
import { createLog } from '#server/http/observability';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { Jobs } from './jobs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test?.close());

describe('background jobs', () => {
  it('take up work whose process died, within a minute', async () => {
    const done: number[] = [];
    const jobs = new Jobs(test.database, createLog('silent'));
    const kind = {
      name: 'probe',
      data: z.strictObject({ number: z.int() }),
      retryLimit: 3,
      retryDelaySeconds: 1,
      run: async ({ number }: { number: number }) => void done.push(number),
      onDead: async () => {},
    };
    jobs.add(kind);
    await jobs.prepare();
    await test.database.transaction('system', (transaction) => jobs.enqueue(transaction, kind, { number: 7 }));
    // Another process took the job and has not been heard of since.
    const { rowCount } = await test.database.engine.pool.query(
      "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '25 seconds' where name = 'probe'",
    );
    expect(rowCount).toBe(1);
    await jobs.start();
    try {
      await expect.poll(() => done, { timeout: 60_000, interval: 250 }).toEqual([7]);
    } finally {
      await jobs.stop();
    }
  });

  it('a round that is woken runs at once, and once more if it was woken while it ran', async () => {
    let runs = 0;
    const jobs = new Jobs(test.database, createLog('silent'));
    const run = async () => {
      runs += 1;
      if (runs === 2) jobs.wake('mails');
    };
    jobs.addRound({ name: 'mails', intervalMs: 600_000, run });
    await jobs.start();
    try {
      await expect.poll(() => runs).toBe(1);
      jobs.wake('mails');
      await expect.poll(() => runs).toBe(3);
    } finally {
      await jobs.stop();
    }
  });

  it('a round with an SQL condition for work runs within seconds of new work, and rests without', async () => {
    const { pool } = test.database.engine;
    await pool.query('create table probe_work (id int)');
    await pool.query('grant all on probe_work to yardage_system');
    let runs = 0;
    let restedRuns = 0;
    const jobs = new Jobs(test.database, createLog('silent'));
    const run = async () => {
      await pool.query('delete from probe_work');
      runs += 1;
    };
    jobs.addRound({ name: 'mails', intervalMs: 600_000, run, hasWork: sql`exists (select from probe_work)` });
    jobs.addRound({ name: 'webhooks', intervalMs: 600_000, run: async () => void restedRuns++, hasWork: sql`false` });
    await jobs.start();
    try {
      await expect.poll(() => [runs, restedRuns]).toEqual([1, 1]);
      for (const id of [1, 2]) {
        await pool.query('insert into probe_work values ($1)', [id]);
        await expect.poll(() => runs, { timeout: 15_000 }).toBe(1 + id);
      }
      expect(restedRuns).toBe(1);
    } finally {
      await jobs.stop();
      await pool.query('drop table probe_work');
    }
  });

  it('RUN-03 start on the tables of a newer version, and say what to do about those of an older one', async () => {
    const setVersion = (change: number) => test.database.engine.pool.query('update pgboss.version set version = version + $1', [change]);
    const jobs = () => new Jobs(test.database, createLog('silent'), false);
    const newer = jobs();
    await setVersion(1);
    await newer.prepare();
    await newer.stop();
    await setVersion(-2);
    await expect(jobs().prepare()).rejects.toThrow('Run ROLE=migrate first');
    await setVersion(1);
  });

  it('RUN-08 report which round keeps failing and which never returns, but not those that are held', async () => {
    const jobs = new Jobs(test.database, createLog('silent'));
    let heldRuns = 0;
    const { promise: never, resolve: letGo } = Promise.withResolvers<void>();
    jobs.addRound({ name: 'webhooks', intervalMs: 60, run: () => Promise.reject(new Error('broken')) });
    jobs.addRound({ name: 'run-imports', intervalMs: 60, run: () => never });
    jobs.addRound({ name: 'mail-alert', intervalMs: 60, run: async () => {} });
    jobs.addRound({ name: 'mails', intervalMs: 60, run: async () => void heldRuns++ });
    jobs.holdRounds(['mails'], async () => true);
    expect(jobs.roundHealth()).toEqual([]);
    await jobs.start();
    try {
      const healthOf = (round: string) => jobs.roundHealth().find((each) => each.round === round);
      const overdue = (round: string) => healthOf(round)?.overdueSeconds ?? 0;
      await expect.poll(() => Math.min(overdue('webhooks'), overdue('run-imports'))).toBeGreaterThan(1);
      await expect.poll(() => healthOf('webhooks')?.failures).toBeGreaterThan(2);
      expect(healthOf('run-imports')).toMatchObject({ failures: 0 });
      // A running round is overdue for a moment at most. A stopped one would stay overdue.
      await expect.poll(() => overdue('mail-alert')).toBeLessThan(1);
      expect([healthOf('mails')?.failures, heldRuns]).toEqual([0, 0]);
    } finally {
      letGo();
      await jobs.stop();
    }
  });
});
