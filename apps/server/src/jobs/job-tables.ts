import { PgBoss } from 'pg-boss';
import type { Engine } from '#server/database/engine';
import { NO_ANSWER_TIMEOUT } from '#server/database/engine';
import { LOCKS } from '#server/database/locks';

export const JOB_SCHEMA = 'pgboss';
/** The role that may use the job tables; customers' transactions have no access to them. */
export const JOB_ROLE = 'yardage_jobs';

const GRANTS = `
  grant usage on schema ${JOB_SCHEMA} to ${JOB_ROLE};
  grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${JOB_ROLE};
  grant usage on all sequences in schema ${JOB_SCHEMA} to ${JOB_ROLE};
  grant execute on all functions in schema ${JOB_SCHEMA} to ${JOB_ROLE}`;

/** Creates or updates the tables of background work, as the owner of the schema. */
export async function installJobTables(engine: Engine): Promise<void> {
  await oneNodeAtATime(engine, async () => {
    const boss = new PgBoss({ db: { executeSql }, schema: JOB_SCHEMA, backend: backendOf(engine), schedule: false, supervise: false });
    boss.on('error', () => {});
    await boss.start();
    await boss.stop({ graceful: false });
    await engine.pool.query(GRANTS);
  });

  async function executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const client = await engine.pool.connect();
    try {
      return unwrap(await client.query({ text, ...(values ? { values } : {}), ...NO_ANSWER_TIMEOUT }));
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }
}

export const backendOf = ({ name }: Engine) => (name === 'pglite' ? 'pglite' : 'postgres');

/** Several statements in one text return several results; pg-boss expects their rows in one. */
export function unwrap(result: { rows: unknown[] } | { rows: unknown[] }[]): { rows: unknown[] } {
  return Array.isArray(result) ? { rows: result.flatMap((each) => each.rows ?? []) } : result;
}

/** Two nodes starting on a new database at once would both create the job tables. The embedded engine has only one node and connection. */
async function oneNodeAtATime(engine: Engine, work: () => Promise<unknown>): Promise<void> {
  if (engine.name === 'pglite') {
    await work();
    return;
  }
  const client = await engine.pool.connect();
  try {
    // Wait for the other node as long as it takes.
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query({ text: 'select pg_advisory_lock($1)', values: [LOCKS.jobTables], ...NO_ANSWER_TIMEOUT });
    await work();
  } finally {
    // Closes the connection, which releases the lock even if the work failed.
    client.release(true);
  }
}
