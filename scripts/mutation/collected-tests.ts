/** A test of a file, as the runner executes it. */
export interface CollectedTest {
  id: string;
  name: string;
  fileName: string;
  run(): unknown;
}

/** The tests of the files that were loaded, and where the next one belongs. */
export const collected: { tests: CollectedTest[]; fileName: string; suites: string[] } = { tests: [], fileName: '', suites: [] };

type Body = (...args: unknown[]) => unknown;

function add(name: string, run: () => unknown): void {
  const { tests, fileName, suites } = collected;
  const full = [...suites, name].join(' ');
  tests.push({ id: `${fileName}#${tests.length} ${full}`, name: full, fileName, run });
}

/** Vitest's `describe` and `it` as far as pure tests use them. They only collect. */
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

// The real one: it works outside of a Vitest worker.
export { expect } from 'vitest';
