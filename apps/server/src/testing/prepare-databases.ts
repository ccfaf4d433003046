import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { EngineName } from '#server/database/engine';
import { openTestServer } from './postgres-server.ts';
import type { Templates } from './templates.ts';

interface Prepared {
  templates: Templates;
  remove(): Promise<void>;
}

/** An engine that is being prepared. */
class Preparation {
  readonly prepared: Promise<Prepared>;
  isUsed = false;
  #isCancelled = false;
  #child: ChildProcess | undefined;

  constructor(engine: EngineName) {
    this.prepared = this.#prepare(engine);
  }

  /** Ends what is under way. Vitest would wait for its processes, then say that something keeps it from ending. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    this.#child?.kill('SIGKILL');
    await (await this.prepared).remove();
  }

  /** Reports a failure here and in every test that needs a database. An exception would end the run of all projects. */
  async #prepare(engine: EngineName): Promise<Prepared> {
    try {
      const startedAt = Date.now();
      const prepared = engine === 'pglite' ? openFolder() : await openServer();
      if (this.#isCancelled) return prepared;
      const args = [join(import.meta.dirname, 'prepare-template.ts'), JSON.stringify(prepared.templates)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
      this.#child = child;
      // It must not write into the folder while that is removed.
      process.prependOnceListener('exit', () => child.kill('SIGKILL'));
      await once(child, 'exit');
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      if (!this.#isCancelled) console.log(`Test databases for ${engine} are ready (${seconds} s).`);
      return prepared;
    } catch (error) {
      const reason = `There are no test databases for ${engine}: ${(error as Error).message}`;
      console.error(reason);
      return { templates: { engine: 'none', reason }, remove: async () => {} };
    }
  }
}

/** The engine whose templates a Vitest project needs. The browser tests start the server on a copy of an embedded one. */
const ENGINE_OF_PROJECT: Readonly<Record<string, EngineName>> = {
  'api-pglite': 'pglite',
  'api-postgresql': 'postgresql',
  browser: 'pglite',
};

// Vitest runs this file once per project, one after the other. The shared state lets both engines be prepared once and in parallel.
const shared = globalThis as { preparedForTests?: Map<EngineName, Preparation> };

/** Vitest calls this before a project's first test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!shared.preparedForTests) {
    shared.preparedForTests = new Map();
    const engines = new Set(project.vitest.projects.map(({ name }) => ENGINE_OF_PROJECT[name]).filter((name) => name !== undefined));
    for (const engine of engines) shared.preparedForTests.set(engine, new Preparation(engine));
  }
  const engine = ENGINE_OF_PROJECT[project.name];
  const preparation = engine && shared.preparedForTests.get(engine);
  if (!preparation) throw new Error(`no test databases are planned for the project ${project.name}`);
  preparation.isUsed = true;
  const { templates, remove } = await preparation.prepared;
  project.provide('testEngine', engine);
  project.provide('templates', templates);
  return async () => {
    // A run of a few files needs only the engine of their project. All tests have ended.
    for (const other of shared.preparedForTests?.values() ?? []) if (!other.isUsed) await other.cancel();
    await remove();
  };
}

async function openServer(): Promise<Prepared> {
  const { template, stop } = await openTestServer(process.env.DATABASE_URL);
  return { templates: template, remove: stop };
}

function openFolder(): Prepared {
  const folder = mkdtempSync(join(tmpdir(), 'yardage-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  // Two projects share the folder, so it is removed when the process exits, not with the first project.
  return { templates: { engine: 'pglite', folder }, remove: async () => {} };
}
