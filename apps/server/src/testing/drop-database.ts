import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const TRIES = 20;
const PAUSE_MS = 500;

/**
 * Drops a database that is no longer used. First without force: a plain drop ends a running autovacuum, while a forced drop needs the
 * right to end it, which only a superuser has. Retries until closing connections are gone.
 */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await runAsAdmin(adminUrl, `drop database if exists ${name}${left % 2 === 0 ? '' : ' with (force)'}`);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** Runs one statement on its own connection. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
