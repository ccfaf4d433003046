import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collected } from './collected-tests.ts';

const COLLECTOR = new URL('./collected-tests.ts', import.meta.url).href;
const root = () => pathToFileURL(`${process.cwd()}/`).href;

/** Modules of the project are loaded again under another address. */
let generation = 0;
/** The changed text of one module. */
let changed: { url: string; source: string } | undefined;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'vitest' && context.parentURL !== COLLECTOR) return { url: COLLECTOR, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const isOfProject = resolved.url.startsWith(root()) && !/\/(node_modules|scripts)\//.test(resolved.url);
    return isOfProject ? { ...resolved, url: `${resolved.url.split('?')[0]}?generation=${generation}` } : resolved;
  },
  load(url, context, nextLoad) {
    if (!changed || url.split('?')[0] !== changed.url) return nextLoad(url, context);
    return { format: 'module-typescript', source: changed.source, shortCircuit: true };
  },
});

/** Loads test files with everything that they import, and prepares them. `change` replaces the text of a module. */
export async function loadTests(patterns: readonly string[], change?: { path: string; source: string }): Promise<void> {
  await unloadTests();
  generation += 1;
  changed = change && { url: pathToFileURL(change.path).href, source: change.source };
  for (const path of patterns.flatMap((pattern) => globSync(pattern).sort())) {
    collected.fileName = join(process.cwd(), path);
    await import(pathToFileURL(collected.fileName).href);
  }
  for (const setup of collected.setups) await setup();
}

/** Closes what the tests opened. */
export async function unloadTests(): Promise<void> {
  const { teardowns } = collected;
  Object.assign(collected, { tests: [], setups: [], teardowns: [] });
  for (const teardown of teardowns) await teardown();
}

/** Prepares the databases that API tests copy. Returns how to remove them. */
export async function prepareDatabases(): Promise<() => Promise<void>> {
  const { setup } = await import(pathToFileURL(join(process.cwd(), 'apps/server/src/testing/prepare-databases.ts')).href);
  const provide = (key: string, value: unknown) => collected.provided.set(key, value);
  return setup({ name: 'api-postgresql', vitest: { projects: [{ name: 'api-postgresql' }] }, provide });
}

/** Runs a test and returns why it failed; undefined if it passed. */
export async function failureOf(run: () => unknown): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
