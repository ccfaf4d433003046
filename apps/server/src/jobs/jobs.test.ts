import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '#server/http/observability';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { Jobs } from './jobs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test?.close());

describe('background jobs', () => {
  it('RUN-04 take up work whose process died, within a minute', async () => {
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

  it('RUN-04 a round that is woken runs at once, and once more if it was woken while it ran', async () => {
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
});
