import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const TRIES = 20;
const PAUSE_MS = 500;

/**
 * Drops a database that nobody should be using any more. First without force: a vacuum that PostgreSQL runs in it by itself is ended by a plain drop,
 * while a drop with force wants the right to end it, which only a superuser has. Whoever is still on his way out is waited for.
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

/** One statement over a connection of its own. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
