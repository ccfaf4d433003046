import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Prepares the databases that a project's tests start from. */
const globalSetup = './apps/server/src/testing/prepare-databases.ts';

/** Pure tests of the server stand beside the others under a name that says so, and run once instead of once an engine. */
const UNIT_TESTS = '**/*.unit.test.{ts,tsx}';

/** Vitest leaves one core free for itself; on a small machine that would be half of it. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** What is about HTTP or about the demo world, and not about the engine, runs on PostgreSQL only. */
const ONE_ENGINE_TESTS = '**/*.once.test.ts';

/**
 * Runs on PGlite, too: what depends on the engine (migrations, triggers, row-level security, locks) and the books. Both engines get the
 * same SQL and PGlite is PostgreSQL itself, so everything else runs on PostgreSQL. The browser tests use all of them on PGlite.
 */
const PGLITE_TESTS = [
  'apps/server/src/{database,jobs,demo/world}/**/*.test.ts',
  'apps/server/src/hub/hub.test.ts',
  'apps/server/src/features/ledger/**/*.test.ts',
  'apps/server/src/features/payments/{payments,part-payments,payment-crashes}.test.ts',
  'apps/server/src/features/supply/supply.test.ts',
  'apps/server/src/features/mail/mail-sender.test.ts',
];

const apiTests = {
  // One more than cores: some wait for a job to be tried again or for a killed server to start.
  maxWorkers: maxWorkers + 1,
  include: ['apps/server/src/**/*.test.ts'],
  exclude: [UNIT_TESTS],
  globalSetup,
  // Every file opens a database and an app of its own; the modules of the app are loaded once a worker, a third of the whole time otherwise.
  isolate: false,
  // Generous: a machine that is busy with something else is slow, not wrong.
  testTimeout: 90_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          // Every test undoes what it stubs; loading the modules anew for each file took as long as the tests.
          isolate: false,
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts', 'apps/web/src/**/*.test.{ts,tsx}', `apps/${UNIT_TESTS}`],
          exclude: ['**/node_modules/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api-pglite',
          ...apiTests,
          include: PGLITE_TESTS,
          exclude: [UNIT_TESTS, ONE_ENGINE_TESTS],
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'api-postgresql', ...apiTests, sequence: { groupOrder: 1 } } },
      {
        test: {
          name: 'browser',
          // A test with its browser and server fills a core. On two cores, three workers took a tenth longer than two.
          maxWorkers,
          isolate: false,
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['./e2e/harness/keep-evidence.ts'],
          globalSetup: ['./e2e/harness/build-web.ts', globalSetup, './e2e/harness/shared-portal.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 20_000, interval: 100 } },
          // After the others: a browser, a server and a database already fill two cores.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
