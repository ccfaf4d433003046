/** A test of a file, as the runner executes it. */
export interface CollectedTest {
  id: string;
  name: string;
  fileName: string;
  run(): unknown;
}

/** The tests of the files that were loaded, with what surrounds them, and where the next one belongs. */
export const collected = {
  tests: [] as CollectedTest[],
  setups: [] as (() => unknown)[],
  teardowns: [] as (() => unknown)[],
  fileName: '',
  suites: [] as string[],
  provided: new Map<string, unknown>(),
};

type Body = (...args: unknown[]) => unknown;

function add(name: string, run: () => unknown): void {
  const { tests, fileName, suites } = collected;
  const full = [...suites, name].join(' ');
  tests.push({ id: `${fileName}#${tests.length} ${full}`, name: full, fileName, run });
}

/** Vitest's functions as far as the tests use them. They only collect. */
export function describe(name: string, body: () => void): void {
  collected.suites.push(name);
  body();
  collected.suites.pop();
}

export const it = Object.assign((name: string, body: Body) => add(name, () => body()), {
  each: (rows: readonly unknown[]) => (name: string, body: Body) => {
    for (const row of rows) add(name, () => (Array.isArray(row) ? body(...row) : body(row)));
  },
});

export const beforeAll = (body: () => unknown) => void collected.setups.push(body);
export const afterAll = (body: () => unknown) => void collected.teardowns.unshift(body);
export const inject = (key: string) => collected.provided.get(key);

// The real ones: they work outside of a Vitest worker.
// biome-ignore lint/performance/noBarrelFile: it stands for Vitest
export { expect, vi } from 'vitest';
