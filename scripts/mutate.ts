import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// `npm run mutate -- domain`: changes operators and conditions one at a time and counts the changes that no test notices.
// Further arguments go to Stryker, for instance `--mutate packages/domain/src/money.ts`. Stryker is installed here, not with the project:
// it brings 176 packages that nothing else needs (decision 56).
const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(import.meta.dirname, 'mutation');

async function run(command: string, args: string[], cwd: string): Promise<number> {
  const [code] = await once(spawn(command, args, { cwd, stdio: 'inherit' }), 'exit');
  return code ?? 1;
}

const [part = 'domain', ...options] = process.argv.slice(2);
const stryker = join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const isInstalled = existsSync(stryker) || (await run('npm', ['ci', '--ignore-scripts'], FOLDER)) === 0;
process.exitCode = isInstalled ? await run(process.execPath, [stryker, 'run', join(FOLDER, `${part}.json`), ...options], ROOT) : 1;
