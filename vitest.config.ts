import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Prepares the databases that a project's tests start from. */
const globalSetup = './apps/server/src/testing/prepare-databases.ts';

/** Pure tests of the server stand beside the others under a name that says so, and run without a database. */
const UNIT_TESTS = '**/*.unit.test.{ts,tsx}';

/** Vitest leaves one core free for itself; on a small machine that would be half of it. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/**
 * Runs on PGlite, too: what depends on the engine (migrations, triggers, row-level security) and the books. Both engines get the same SQL
 * and PGlite is PostgreSQL itself, so everything else runs on PostgreSQL. The browser tests use all of it on PGlite: the hub, jobs, mails
 * and payments.
 */
const PGLITE_TESTS = [
  'apps/server/src/database/{ledger-migration,migrate,tables,walls}.test.ts',
  'apps/server/src/demo/world/demo-world.test.ts',
  'apps/server/src/features/ledger/ledger.test.ts',
  'apps/server/src/features/supply/supply.test.ts',
];

/** About the files of the embedded database, so only on PGlite. */
const EMBEDDED_TESTS = 'apps/server/src/**/*-embedded.test.ts';

/** Generous: a machine that is busy with something else is slow, not wrong. `vi.waitFor` has no setting and gets its time at each call. */
const poll = { timeout: 20_000, interval: 50 };

const apiTests = {
  // One more than cores: some wait for a job to be tried again or for a killed server to start.
  maxWorkers: maxWorkers + 1,
  include: ['apps/server/src/**/*.test.ts'],
  exclude: [UNIT_TESTS],
  globalSetup,
  // Every file opens a database and an app of its own; the modules of the app are loaded once a worker, a third of the whole time otherwise.
  isolate: false,
  // Node.js loads the modules itself, as it does for the server: no test replaces one, and Vite's runner makes every call of an import slower.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: 90_000,
  expect: { poll },
  hookTimeout: 180_000,
};

/**
 * Tests that take long, most of them because they start servers. They begin first, so that the others fill the time they wait, and none of
 * them is left alone at the end.
 */
const LONG_TESTS = new RegExp(
  `/(${[
    ...['torture/payments', 'torture/outage', 'chat-chaos', 'processes', 'backup', 'payment-crashes', 'push-world', 'supply-kills'],
    ...['jobs', 'http/outage', 'access', 'fuzz', 'hub-recheck', 'fill-demo-world', 'stored-markup'],
  ].join('|')})\\.test\\.ts$`,
);

/** Without the durations of an earlier run Vitest sorts files by size, which says little. */
class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Within a project only: workers are started anew for another one.
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const isLong = ({ moduleId }: TestSpecification) => LONG_TESTS.test(moduleId);
    return [...byProject.values()].flatMap((own) => [...own.filter(isLong), ...own.filter((file) => !isLong(file))]);
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirst },
    // Servers and databases are stopped at the end. On a busy machine that takes longer than the ten seconds of the default.
    teardownTimeout: 60_000,
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
          expect: { poll },
        },
      },
      {
        test: {
          name: 'api-pglite',
          ...apiTests,
          include: [...PGLITE_TESTS, EMBEDDED_TESTS],
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'api-postgresql', ...apiTests, exclude: [UNIT_TESTS, EMBEDDED_TESTS], sequence: { groupOrder: 1 } } },
      {
        test: {
          name: 'browser',
          // A test with its browser and server fills a core. On two cores, three workers took a tenth longer than two.
          maxWorkers,
          isolate: false,
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['./e2e/harness/save-artifacts.ts'],
          globalSetup: ['./e2e/harness/build-web.ts', globalSetup, './e2e/harness/shared-portal.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: { poll: { ...poll, interval: 100 } },
          // After the others: a browser, a server and a database already fill two cores.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
