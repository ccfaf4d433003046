import { PARTS } from './parts.mjs';

const part = /** @type {keyof typeof PARTS} */ (process.env.MUTATION_PART ?? 'domain');
/** @type {{ mutate: string[], tests: string[], hasDatabase?: boolean }} */
const { mutate, tests, hasDatabase } = PARTS[part];

// biome-ignore lint/style/noDefaultExport: Stryker wants it
export default {
  testRunner: 'in-process',
  plugins: ['./scripts/mutation/in-process-runner.ts'],
  inProcess: { tests, hasDatabase },
  mutate,
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  ignorePatterns: ['apps/web', 'bench', 'docs', 'e2e', 'examples', 'ops', 'test-results', '.data*', '.cache'],
  tsconfigFile: 'none.json',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  tempDirName: '.cache/mutation',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: `test-results/mutation-${part}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  warnings: { slow: false },
};
