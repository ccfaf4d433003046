import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Engine, NO_ANSWER_TIMEOUT } from './engine.ts';
import { LOCKS } from './locks.ts';
import { reportWaits, type WaitReport } from './migration-waits.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

export interface Migration {
  name: string;
  text: string;
}

/** Thrown when this version cannot work with the database's schema. The start prints its message. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** While a migration waits for a lock, all statements that come after it wait, too. So it gives up soon and tries again. */
const LOCK_TIMEOUT_MS = 500;
const RETRY_MS = 400;
const GIVE_UP_AFTER_MS = 10 * 60_000;
/** How often it asks whether another process still migrates. A statement that waited would block an index that is built concurrently. */
const QUEUE_MS = 200;

/** A file that begins with this line runs outside a transaction, statement by statement. Each must be repeatable. */
const CONCURRENTLY = /^-- concurrently\r?\n/;
/** `-- oldest: 0031_name.sql`: versions that do not know that migration cannot run after this one. */
const OLDEST = /^-- oldest: (\S+)/m;
const INDEX = /^create (?:unique )?index concurrently if not exists "?(\w+)"?/i;

/** Returns the migrations in the order of their numbers. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
}

/**
 * Runs the missing migrations and returns their names. Each file is one transaction, so a process killed half-way leaves the state before
 * or after a file. A migration that was changed after it ran is refused.
 */
export async function migrate(engine: Engine, migrations = readMigrations(), report?: WaitReport): Promise<string[]> {
  const client = await engine.pool.connect();
  let endReport = (): void => undefined;
  try {
    if (report) endReport = reportWaits(engine, await pidOf(client), report);
    await takeTurn(client);
    await client.query('set statement_timeout = 0');
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())',
    );
    const missing = missingOf(await readDone(client), migrations);
    for (const migration of missing) {
      if (CONCURRENTLY.test(migration.text)) await runConcurrently(client, migration, engine.name === 'postgresql');
      else await runWithRetries(client, migration);
    }
    return missing.map(({ name }) => name);
  } finally {
    endReport();
    // Closing the connection ends its settings and its lock. The embedded engine has only this one, so they are reset.
    if (engine.name === 'postgresql') client.release(true);
    else {
      await client.query('select pg_advisory_unlock_all(); reset statement_timeout; reset lock_timeout');
      client.release();
    }
  }
}

/** Throws unless the schema has everything that this version needs, for processes that do not migrate themselves. */
export async function assertMigrated(engine: Engine, migrations = readMigrations()): Promise<void> {
  const client = await engine.pool.connect();
  try {
    const missing = missingOf(await readDone(client), migrations);
    if (missing.length > 0) throw new SchemaError(`The database lacks the migration ${missing[0]?.name}. Run ROLE=migrate first.`);
  } finally {
    client.release();
  }
}

interface DoneMigration {
  name: string;
  hash: string;
  oldest?: string | null;
}

async function readDone(client: pg.PoolClient): Promise<DoneMigration[]> {
  const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass('schema_migrations') is not null as "isThere"`);
  if (!found[0]?.isThere) return [];
  // As JSON, because older databases lack the column `oldest`.
  const { rows } = await client.query<{ done: DoneMigration }>('select to_json(m) as done from schema_migrations m');
  return rows.map(({ done }) => done);
}

/** Returns the migrations that did not run yet. A newer version's migrations are accepted, unless one of them excludes this version. */
function missingOf(done: readonly DoneMigration[], migrations: readonly Migration[]): Migration[] {
  const hashes = new Map(done.map(({ name, hash }) => [name, hash]));
  const changed = migrations.find(({ name, text }) => hashes.has(name) && hashes.get(name) !== hashOf(text));
  if (changed) throw new SchemaError(`Migration ${changed.name} was changed after it ran. Add a new migration instead.`);
  const known = new Set(migrations.map(({ name }) => name));
  const excluding = done.find(({ name, oldest }) => !known.has(name) && oldest && !known.has(oldest));
  if (excluding) throw new SchemaError(`The database was migrated by a newer version that this one cannot work with (${excluding.name}).`);
  return migrations.filter(({ name }) => !hashes.has(name));
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function pidOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function takeTurn(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [LOCKS.migration]);
    if (rows[0]?.isOurs) return;
    await pause(QUEUE_MS);
  }
}

async function runWithRetries(client: pg.PoolClient, migration: Migration): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query({ text: migration.text, ...NO_ANSWER_TIMEOUT });
      await note(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (!isHeldUp(error) || performance.now() - startedAt > GIVE_UP_AFTER_MS) throw error;
      // A random pause, so that the retry does not collide again with work that takes the lock at fixed intervals.
      await pause(RETRY_MS * (0.5 + Math.random()));
    }
  }
}

/** Lock timeout, or the loser of a deadlock. */
const isHeldUp = (error: unknown) => ['55P03', '40P01'].includes(String((error as { code?: unknown }).code));

async function runConcurrently(client: pg.PoolClient, migration: Migration, isServer: boolean): Promise<void> {
  // Building an index concurrently waits for open transactions, but blocks no other statement meanwhile.
  await client.query('set lock_timeout = 0');
  for (const statement of statementsOf(migration.text)) {
    const index = INDEX.exec(statement)?.[1];
    if (!index) throw new SchemaError(`Migration ${migration.name}: only 'create index concurrently if not exists' runs concurrently.`);
    await dropUnfinished(client, index);
    // The embedded engine has only one connection, so `concurrently` has no use there.
    await client.query({ text: isServer ? statement : statement.replace(/concurrently /i, ''), ...NO_ANSWER_TIMEOUT });
  }
  await note(client, migration);
}

function statementsOf(text: string): string[] {
  const withoutComments = text.replace(/^--.*$/gm, '');
  return withoutComments
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}

/** A build that was interrupted leaves an index that nothing uses, and `if not exists` would keep it. */
async function dropUnfinished(client: pg.PoolClient, index: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [index]);
  if (rowCount) await client.query(`drop index concurrently "${index}"`);
}

async function note(client: pg.PoolClient, { name, text }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hashOf(text)]);
  const oldest = OLDEST.exec(text)?.[1];
  if (oldest) await client.query('update schema_migrations set oldest = $2 where name = $1', [name, oldest]);
}
