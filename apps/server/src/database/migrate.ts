import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Engine } from './engine.ts';
import { LOCKS } from './locks.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

export interface Migration {
  name: string;
  text: string;
}

/** Returns the migrations in the order of their numbers. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
}

/**
 * Runs the missing migrations and returns their names. Everything happens in one transaction, so a process killed half-way leaves the old
 * state. A migration that was changed after it ran is refused.
 */
export async function migrate(engine: Engine, migrations = readMigrations()): Promise<string[]> {
  const client = await engine.pool.connect();
  try {
    await client.query('begin');
    // Migrating a large table may take long, and so may waiting for another node that is already migrating.
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.migration]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations');
    const done = new Map(rows.map((row) => [row.name, row.hash]));
    const ran: string[] = [];
    for (const { name, text } of migrations) {
      const hash = createHash('sha256').update(text).digest('hex');
      const known = done.get(name);
      if (known === hash) continue;
      if (known) throw new Error(`Migration ${name} was changed after it ran. Add a new migration instead.`);
      await client.query(text);
      await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
      ran.push(name);
    }
    const unknown = [...done.keys()].find((name) => !migrations.some((migration) => migration.name === name));
    if (unknown) throw new Error(`The database was migrated by a newer version (${unknown} is not known here).`);
    await client.query('commit');
    client.release();
    return ran;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    client.release();
    throw error;
  }
}
