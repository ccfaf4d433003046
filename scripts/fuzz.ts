import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run fuzz -- --requests 200000`: the sweep of generated requests that `npm test` does with few, with many. Prints its seed; `--seed`
// repeats a run and `--only orders.list` (or an area) sends all requests there. Stops at the first 5xx.
const ROOT = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '200000' }, seed: { type: 'string' }, only: { type: 'string', default: '' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`Sending ${values.requests} generated requests, seed ${seed}.`);
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const args = [
  vitest,
  'run',
  '--project',
  'api-postgresql',
  'apps/server/src/http/fuzz.test.ts',
  '--bail',
  '1',
  '--disable-console-intercept',
];
const env = { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: seed, FUZZ_ONLY: values.only };
const [code] = await once(spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }), 'exit');
process.exitCode = code ?? 1;
