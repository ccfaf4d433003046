import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS } from './mutation/parts.mjs';
import { mutateSql } from './mutation/sql-mutants.ts';

// `npm run mutate -- PART`: changes operators and conditions one at a time and counts the changes that no test notices. The parts are in
// `mutation/parts.mjs`; `npm run mutate -- PART sql` changes the SQL of the part instead. Further arguments go to Stryker, for instance
// `--mutate packages/domain/src/money.ts`. Stryker is installed here, not with the project: it brings 175 packages that nothing else needs
// (decision 56).
const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(import.meta.dirname, 'mutation');

async function run(command: string, args: string[], cwd: string, env = process.env): Promise<number> {
  const [code] = await once(spawn(command, args, { cwd, stdio: 'inherit', env }), 'exit');
  return code ?? 1;
}

async function runStryker(part: string, options: string[]): Promise<number> {
  const stryker = join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  if (!existsSync(stryker) && (await run('npm', ['ci', '--ignore-scripts'], FOLDER)) !== 0) return 1;
  const env = { ...process.env, MUTATION_PART: part };
  return run(process.execPath, [stryker, 'run', join(FOLDER, 'stryker.config.mjs'), ...options], ROOT, env);
}

const [part = 'domain', ...options] = process.argv.slice(2);
if (!(part in PARTS)) throw new Error(`The parts are ${Object.keys(PARTS).join(', ')}.`);
process.exitCode = options[0] === 'sql' ? await mutateSql(PARTS[part as keyof typeof PARTS]) : await runStryker(part, options);
