import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const OBSERVABILITY = new URL('./observability.ts', import.meta.url).href;
const PROGRAM = `
  const { createLog } = await import(${JSON.stringify(OBSERVABILITY)});
  const log = createLog('info');
  for (let line = 1; line <= 3; line += 1) {
    log.info({ text: 'é'.repeat(100_000) }, 'line ' + line);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  console.log('went on');`;

/** Runs a process whose log goes to a file. Returns its exit code and output; one that does not end is killed. */
async function logTo(path: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['ignore', 'pipe', openSync(path, 'a')] });
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, output };
}

it('RUN-08 the log goes to a file, long lines included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yardage-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'log');
  expect(await logTo(path)).toEqual({ code: 0, output: 'went on\n' });
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['line 1', 'line 2', 'line 3']);
});

it.skipIf(!existsSync('/dev/full'))(
  'RUN-10 a full disk under the log neither ends the process nor keeps it from ending',
  async () => {
    expect(await logTo('/dev/full')).toEqual({ code: 0, output: 'went on\n' });
  },
  30_000,
);
