import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('./processes.mjs', import.meta.url).href;

/** Acts as the server: prints the signals it gets, and exits with 0 when the test lets it. */
const SERVER = `
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => console.log('got ' + name));
  process.on('SIGUSR2', () => process.exit(0));
  console.log('server ' + process.pid); setInterval(() => {}, 1000);`;

/** Acts as start.mjs. */
const STARTER = `
  import { runUntilStopped } from '${MODULE}';
  process.exitCode = await runUntilStopped([{ command: process.execPath, args: ['--eval', process.argv[1]], isShielded: true }]);`;

async function start(server = SERVER): Promise<{ starter: ChildProcess; ended: Promise<unknown[]>; serverPid: number; output(): string }> {
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', STARTER, server], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  // From the beginning: it may end before the test looks.
  const ended = once(starter, 'exit');
  let output = '';
  starter.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  while (!output.includes('server ')) await wait(20);
  return { starter, ended, serverPid: Number(/server (\d+)/.exec(output)?.[1]), output: () => output };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === 'win32')('a server under npm start', () => {
  it('gets one signal and ends with 0, however often Ctrl-C arrives', async () => {
    const { starter, ended, serverPid, output } = await start();
    // Like a terminal: signal the whole group, then once more as npm does.
    process.kill(-Number(starter.pid), 'SIGINT');
    while (!output().includes('got ')) await wait(20);
    starter.kill('SIGINT');
    // Node.js takes no more signals while it ends, so the server ends only after the second one.
    await wait(100);
    process.kill(serverPid, 'SIGUSR2');
    const [code] = await ended;
    expect(code).toBe(0);
    expect(output().match(/got \w+/g)).toEqual(['got SIGTERM']);
  });

  it('passes on its exit code when it ends by itself', async () => {
    const { ended } = await start("console.log('server 0'); setTimeout(() => process.exit(3), 200);");
    const [code] = await ended;
    expect(code).toBe(3);
  });

  it('does not outlive a start script that was killed', async () => {
    const { starter, serverPid } = await start();
    expect(isAlive(serverPid)).toBe(true);
    starter.kill('SIGKILL');
    await expect.poll(() => isAlive(serverPid)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a command under npm run', () => {
  /** Acts as run.mjs. */
  const RUNNER = `import { runToItsEnd } from '${MODULE}'; process.exitCode = await runToItsEnd(process.execPath, ['--eval', process.argv[1]]);`;
  /** Acts as an import: finishes its rows after the first signal, and reports how far it came. */
  const COMMAND = `
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => { console.log('got ' + name); setTimeout(() => { console.log('finished'); process.exit(4); }, 300); });
    console.log('server ' + process.pid); setInterval(() => {}, 1000);`;
  const run = async () => {
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', RUNNER, COMMAND], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let output = '';
    runner.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    while (!output.includes('server ')) await wait(20);
    return { runner, output: () => output };
  };

  it('is waited for after Ctrl-C, and its exit code is passed on', async () => {
    const { runner, output } = await run();
    process.kill(-Number(runner.pid), 'SIGINT');
    expect(await once(runner, 'close')).toEqual([4, null]);
    expect(output().match(/got \w+|finished/g)).toEqual(['got SIGINT', 'finished']);
  });

  it('gets the signal that its runner gets alone', async () => {
    const { runner, output } = await run();
    runner.kill('SIGTERM');
    expect(await once(runner, 'close')).toEqual([4, null]);
    expect(output()).toContain('finished');
  });
});
