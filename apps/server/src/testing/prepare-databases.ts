import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { EngineName } from '#server/database/engine';
import { openTestServer } from './postgres-server.ts';
import type { TemplateOrder } from './templates.ts';

interface Prepared {
  order: TemplateOrder;
  remove(): Promise<void>;
}

/** Which engine's templates a Vitest project needs; the browser tests start the server on a copy of an embedded one. */
const ENGINE_OF_PROJECT: Readonly<Record<string, EngineName>> = {
  'api-pglite': 'pglite',
  'api-postgresql': 'postgresql',
  browser: 'pglite',
};

// Vitest runs this file once a project and one after the other; kept here, both engines are prepared once and side by side.
const shared = globalThis as { preparedForTests?: Map<EngineName, Promise<Prepared>> };

/** Vitest calls it before a project's first test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!shared.preparedForTests) {
    shared.preparedForTests = new Map();
    const engines = new Set(project.vitest.projects.map(({ name }) => ENGINE_OF_PROJECT[name]).filter((name) => name !== undefined));
    for (const engine of engines) shared.preparedForTests.set(engine, prepare(engine));
    // A failure is the failure of the project that waits for it, also when it comes before anybody waits.
    for (const prepared of shared.preparedForTests.values()) prepared.catch(() => {});
  }
  const engine = ENGINE_OF_PROJECT[project.name];
  const prepared = engine && (await shared.preparedForTests.get(engine));
  if (!prepared) throw new Error(`no test databases for the project ${project.name}`);
  project.provide('testEngine', prepared.order.engine);
  project.provide('templates', prepared.order);
  return prepared.remove;
}

async function prepare(engine: EngineName): Promise<Prepared> {
  const startedAt = Date.now();
  const prepared =
    engine === 'pglite'
      ? openFolder()
      : await openTestServer(process.env.DATABASE_URL).then(({ order, stop }) => ({ order, remove: stop }));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'prepare-template.ts'), JSON.stringify(prepared.order)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  console.log(`Test databases for ${engine} are ready (${((Date.now() - startedAt) / 1000).toFixed(1)} s).`);
  return prepared;
}

function openFolder(): Prepared {
  const folder = mkdtempSync(join(tmpdir(), 'yardage-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  // Two projects share the folder, so it is removed with the process and not with the first of them.
  return { order: { engine: 'pglite', folder }, remove: async () => {} };
}
