import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SLOW_MIGRATIONS } from '#server/testing/slow-migrations';
import { openTestDatabase, type TestDatabase, testEngine } from '#server/testing/test-database';
import { type Engine, type EngineSettings, openEngine } from './engine.ts';
import { LOCKS } from './locks.ts';
import { migrate, readMigrations } from './migrate.ts';

const MIGRATE_SLOWLY = join(import.meta.dirname, '../testing/migrate-slowly.ts');

/** Returns what migrations leave behind: their names in `schema_migrations`, and their tables. */
async function readState(engine: Engine): Promise<{ ran: string[]; slowTables: string[] }> {
  const ran = await engine.pool.query<{ name: string }>('select name from schema_migrations order by name');
  const tables = await engine.pool.query<{ name: string }>("select relname as name from pg_class where relname like 'slow\\_%' order by 1");
  return { ran: ran.rows.map(({ name }) => name), slowTables: tables.rows.map(({ name }) => name) };
}

describe('migrations', () => {
  let test: TestDatabase;
  const known = readMigrations().map(({ name }) => name);

  beforeAll(async () => {
    test = await openTestDatabase('empty');
  });
  afterAll(() => test.close());

  it('do nothing the second time', async () => {
    expect(await migrate(test.database.engine)).toEqual([]);
  });

  it('leave nothing of a file that fails half-way', async () => {
    const failing = [
      ...readMigrations(),
      { name: '9000_bad.sql', text: 'create table slow_bad (id bigint); select 1 / 0; create table slow_never (id bigint)' },
    ];
    await expect(migrate(test.database.engine, failing)).rejects.toThrow('division by zero');
    expect(await readState(test.database.engine)).toEqual({ ran: known, slowTables: [] });
  });

  it('are refused if one was changed after it ran', async () => {
    const [first, ...others] = readMigrations();
    const changed = [{ name: first?.name ?? '', text: '-- changed' }, ...others];
    await expect(migrate(test.database.engine, changed)).rejects.toThrow('was changed after it ran');
  });

  it('RUN-03 of a newer version are accepted, so that a release can be rolled back, unless one of them excludes this version', async () => {
    const { engine } = test.database;
    const older = readMigrations().slice(0, -1);
    expect(await migrate(engine, older)).toEqual([]);
    const excluding = { name: '9002_excluding.sql', text: `-- oldest: ${known.at(-1)}\nselect 1` };
    await migrate(engine, [...readMigrations(), excluding]);
    expect(await migrate(engine)).toEqual([]);
    await expect(migrate(engine, older)).rejects.toThrow('9002_excluding.sql');
  });

  it('RUN-03 build indexes concurrently, and again after an attempt that was interrupted', async () => {
    const { engine } = test.database;
    const text = '-- concurrently\ncreate unique index concurrently if not exists slow_index\n  on schema_migrations (name);\n';
    // A build that fails leaves an invalid index behind, like one whose process was killed.
    await engine.pool.query('create table slow_pairs as select 1 as number from generate_series(1, 2)');
    const failing = 'create unique index concurrently slow_index on slow_pairs (number)';
    await expect(engine.pool.query(failing)).rejects.toThrow('slow_index');
    expect(await migrate(engine, [...readMigrations(), { name: '9003_index.sql', text }])).toEqual(['9003_index.sql']);
    const { rows } = await engine.pool.query("select indisvalid from pg_index where indexrelid = 'slow_index'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});

describe.runIf(testEngine === 'postgresql')('migrations that have to wait', () => {
  it('RUN-03 say for which session, and for which other process that migrates', async () => {
    const test = await openTestDatabase('empty');
    const { engine } = test.database;
    const lines: string[] = [];
    const run = (text: string) => {
      const told = Promise.withResolvers<void>();
      const say = (line: string): void => {
        lines.push(line);
        told.resolve();
      };
      const migrations = [...readMigrations(), { name: `${9000 + lines.length}_held.sql`, text }];
      return { told: told.promise, done: migrate(engine, migrations, { say, tellAfterMs: 0, askEveryMs: 20 }) };
    };
    const other = await engine.pool.connect();
    const { rows } = await other.query<{ pid: number; login: string }>('select pg_backend_pid() as pid, current_user as login');
    try {
      await other.query('begin; lock table orders in access share mode');
      const held = run('alter table orders add column slow_note text');
      await held.told;
      await other.query('rollback');
      await held.done;
      await other.query('select pg_advisory_lock($1)', [LOCKS.migration]);
      const second = run('select 1');
      await second.told;
      await other.query('select pg_advisory_unlock_all()');
      await second.done;
    } finally {
      other.release(true);
      await test.close();
    }
    const who = `pid ${rows[0]?.pid}, login ${rows[0]?.login}`;
    expect(lines).toEqual([
      expect.stringContaining(`The migration waits for another session of the database (${who}`),
      expect.stringContaining(`The migration waits for another process that migrates (${who}`),
    ]);
    expect(lines[0]).toMatch(/idle in transaction, transaction open for \d+ s\)\.$/);
  });
});

describe('migrations killed with SIGKILL', () => {
  const known = readMigrations().map(({ name }) => name);

  it('leave whole files, and the next start runs the rest', async () => {
    const { settings, close } = await openForProcesses();
    try {
      const child = spawn(process.execPath, [MIGRATE_SLOWLY, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      // In the middle of the second file.
      await wait(600);
      child.kill('SIGKILL');
      const [, signal] = await once(child, 'exit');
      expect(signal).toBe('SIGKILL');

      const engine = await openEngine(settings);
      const { ran, slowTables } = await readState(engine);
      expect(
        ran
          .slice(known.length)
          .map((name) => name.slice('9000_'.length, -'.sql'.length))
          .sort(),
      ).toEqual(slowTables);
      expect(ran.slice(0, known.length)).toEqual(known);
      await migrate(engine, [...readMigrations(), ...SLOW_MIGRATIONS]);
      expect((await readState(engine)).slowTables).toHaveLength(SLOW_MIGRATIONS.length);
      await engine.close();
    } finally {
      await close();
    }
  });
});

/** Opens a migrated database that several processes can open one after the other. */
async function openForProcesses(): Promise<{ settings: EngineSettings; close(): Promise<void> }> {
  const templates = inject('templates');
  if (templates.engine === 'pglite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'yardage-migrate-'));
    cpSync(join(templates.folder, 'empty'), dataDir, { recursive: true });
    return {
      settings: { databaseUrl: undefined, dataDir, poolSize: 1 },
      close: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  }
  const test = await openTestDatabase('empty');
  const { connectionString } = test.database.engine.pool.options;
  return { settings: { databaseUrl: connectionString, dataDir: '', poolSize: 1 }, close: () => test.close() };
}
