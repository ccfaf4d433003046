import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { Database } from '#server/database/database';
import { type Engine, type EngineName, openEngine } from '#server/database/engine';
import { dropDatabase, runAsAdmin } from './drop-database.ts';
import { addressOf, type Kind, type TemplateRequest } from './templates.ts';

/** The engine of this test run. PGlite runs only the tests that `vitest.config.ts` names for it. */
export const testEngine: EngineName = inject('testEngine');

export interface TestDatabase {
  database: Database;
  /** Closes and removes the database. */
  close(): Promise<void>;
}

const POOL_SIZE = 10;
let opened = 0;

/** Opens a database for one test file: `empty` is migrated and has no customer data, `demo` has the demo world. */
export async function openTestDatabase(kind: Kind): Promise<TestDatabase> {
  const templates = inject('templates');
  if (templates.engine === 'none') throw new Error(templates.reason);
  return templates.engine === 'pglite' ? openImage(templates.folder, kind) : openCopy(templates, kind);
}

async function openImage(folder: string, kind: Kind): Promise<TestDatabase> {
  const snapshot = await openAsBlob(join(folder, `${kind}.tar`));
  const engine = await openEngine({ databaseUrl: undefined, dataDir: 'memory', poolSize: 1, snapshot });
  return { database: new Database(engine), close: () => engine.close() };
}

async function openCopy(templates: TemplateRequest & { engine: 'postgresql' }, kind: Kind): Promise<TestDatabase> {
  const { url, remove } = await copyTestDatabase(kind, templates);
  const engine: Engine = await openEngine({ databaseUrl: url, dataDir: '', poolSize: POOL_SIZE });
  return {
    database: new Database(engine),
    close: async () => {
      await engine.close();
      await remove();
    },
  };
}

/** Makes a database on PostgreSQL that the test opens itself. `name` is its name, `url` its address for the owner. */
export async function copyTestDatabase(kind: Kind, templates = inject('templates')) {
  if (templates.engine !== 'postgresql') throw new Error('only PostgreSQL has several connections');
  const { adminUrl, prefix } = templates;
  const name = `${prefix}_${process.pid}_${++opened}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${prefix}_${kind} strategy file_copy`);
  return { name, adminUrl, url: addressOf(adminUrl, name), remove: () => dropDatabase(adminUrl, name) };
}
