import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/database';

const PAUSE_MS = 20;
const HELD_TIMEOUT_MS = 30_000;

/** An open transaction of a second connection, which keeps what it locked. */
export interface HeldRows {
  /** Runs one more statement in it. */
  run(text: string, values?: unknown[]): Promise<void>;
  /** Waits until this many other sessions wait for its locks. */
  untilWaitedFor(others?: number): Promise<void>;
  commit(): Promise<void>;
}

/** Runs a statement in a transaction that stays open, so that a test decides what happens while others wait for its rows. */
export async function holdRows({ engine }: Database, text: string, values: unknown[] = []): Promise<HeldRows> {
  const client = await engine.pool.connect();
  await client.query('begin; set local role yardage_system');
  await client.query(text, values);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    run: async (more, moreValues = []) => void (await client.query(more, moreValues)),
    async untilWaitedFor(others = 1) {
      const deadline = Date.now() + HELD_TIMEOUT_MS;
      for (;;) {
        const { rows: waiting } = await engine.pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
          rows[0]?.pid,
        ]);
        if (waiting.length >= others) return;
        if (Date.now() > deadline) throw new Error(`${waiting.length} of ${others} wait for the held rows`);
        await pause(PAUSE_MS);
      }
    },
    async commit() {
      await client.query('commit');
      client.release();
    },
  };
}
