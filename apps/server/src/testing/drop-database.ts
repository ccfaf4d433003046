import pg from 'pg';

/**
 * Drops a database that nobody should be using any more. First without force: a vacuum that PostgreSQL runs in it by itself is ended by a plain drop,
 * while a drop with force wants the right to end it, which only a superuser has.
 */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  try {
    await runAsAdmin(adminUrl, `drop database if exists ${name}`);
  } catch {
    await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
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
