import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import { dropDatabase, runAsAdmin } from './drop-database.ts';
import { type ServerProcess, startServer } from './start-server.ts';
import { addressOf, type Kind } from './templates.ts';

/** A database on this run's engine, for servers started one after the other in separate processes. */
export interface ServerWorld {
  /** Folder of the embedded database; undefined on PostgreSQL. */
  dataDir: string | undefined;
  /** Address of the database on PostgreSQL. */
  databaseUrl: string | undefined;
  /** Starts a server on it, with additional settings. */
  start(env: Record<string, string>): Promise<ServerProcess>;
  /** Opens the database in this process; on the embedded engine no server may be running. */
  inspect<T>(work: (database: Database) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Copies the demo world, or a database that is only migrated. */
export async function openServerWorld(kind: Kind = 'demo'): Promise<ServerWorld> {
  const templates = inject('templates');
  if (templates.engine === 'none') throw new Error(templates.reason);
  const { settings, remove } =
    templates.engine === 'pglite' ? copyFolder(templates.folder, kind) : await copyDatabase(templates.adminUrl, templates.prefix, kind);
  return {
    dataDir: settings.databaseUrl ? undefined : settings.dataDir,
    databaseUrl: settings.databaseUrl,
    start: (env) =>
      startServer({ ...env, ...(settings.databaseUrl ? { DATABASE_URL: settings.databaseUrl } : { DATA_DIR: settings.dataDir }) }),
    async inspect(work) {
      const engine = await openEngine({ ...settings, poolSize: 2 });
      try {
        return await work(new Database(engine));
      } finally {
        await engine.close();
      }
    },
    remove,
  };
}

interface Copy {
  settings: { databaseUrl: string | undefined; dataDir: string };
  remove(): Promise<void>;
}

function copyFolder(folder: string, kind: Kind): Copy {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardage-server-'));
  cpSync(join(folder, kind), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { settings: { databaseUrl: undefined, dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function copyDatabase(adminUrl: string, prefix: string, kind: Kind): Promise<Copy> {
  const name = `${prefix}_server_${process.pid}_${Date.now()}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${prefix}_${kind} strategy file_copy`);
  return {
    settings: { databaseUrl: addressOf(adminUrl, name), dataDir: '' },
    remove: () => dropDatabase(adminUrl, name),
  };
}
