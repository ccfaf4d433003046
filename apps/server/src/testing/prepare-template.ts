import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { Database } from '#server/database/database';
import { type EngineSettings, openEngine } from '#server/database/engine';
import { installSchema } from '#server/install';
import { addressOf, KINDS, type Kind, type TemplateRequest } from './templates.ts';

// Creates the template databases of the tests in a separate process: `node prepare-template.ts REQUEST`, with the request as JSON.
// If a kind fails, it is reported and skipped: only the tests that need it fail.

const request: TemplateRequest = JSON.parse(process.argv[2] ?? '');
for (const kind of KINDS) {
  try {
    await (request.engine === 'pglite' ? prepareFolder(request.folder, kind) : prepareDatabase(request.adminUrl, request.prefix, kind));
  } catch (error) {
    console.error(`The ${kind} database for tests on ${request.engine} could not be made:`, error);
  }
}
process.exit();

async function prepareFolder(parent: string, kind: Kind): Promise<void> {
  const folder = join(parent, kind);
  if (kind === 'empty') mkdirSync(folder);
  else cpSync(join(parent, 'empty'), folder, { recursive: true });
  await fill(kind, { databaseUrl: undefined, dataDir: folder, poolSize: 1 });
  const lite = await PGlite.create(join(folder, 'pglite'));
  const image = await lite.dumpDataDir('none');
  await lite.close();
  writeFileSync(`${folder}.tar`, await image.bytes());
}

async function prepareDatabase(adminUrl: string, prefix: string, kind: Kind): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const name = `${prefix}_${kind}`;
  const draft = `${name}_draft`;
  await admin.query(`create database ${draft}${kind === 'empty' ? '' : ` template ${prefix}_empty strategy file_copy`}`);
  await fill(kind, { databaseUrl: addressOf(adminUrl, draft), dataDir: '', poolSize: 4 });
  await admin.query(`alter database ${draft} rename to ${name}`);
  await admin.end();
}

async function fill(kind: Kind, settings: EngineSettings): Promise<void> {
  const engine = await openEngine(settings);
  await installSchema(engine);
  if (kind === 'demo') {
    const { fillDemoWorld } = await import('#server/demo/world/fill-demo-world');
    await fillDemoWorld(new Database(engine), { seed: 1, scale: 1, now: new Date(), onProgress: () => {} });
  }
  await engine.close();
}
