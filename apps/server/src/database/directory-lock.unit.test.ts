import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUseError, lockDirectory } from './directory-lock.ts';

const MODULE = new URL('./directory-lock.ts', import.meta.url).href;
/** A script that locks the given directory, prints a line, and runs until it is ended. */
const HOLDER = `import { lockDirectory } from '${MODULE}'; lockDirectory(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000);`;
/** A script that takes and releases the lock, or prints why it cannot. */
const TAKER = `import { lockDirectory } from '${MODULE}'; try { lockDirectory(process.argv[1])(); } catch (error) { console.log(error.message); }`;

const nodeArgs = (source: string, directory: string) => ['--input-type=module', '--eval', source, directory];

describe("the embedded database's directory", () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'yardage-lock-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('is refused to a second process, with a message that says who has it and what to do', () => {
    const unlock = lockDirectory(directory);
    const { stdout } = spawnSync(process.execPath, nodeArgs(TAKER, directory), { encoding: 'utf8' });
    expect(stdout).toContain(`The database in ${directory} is in use by another Yardage server (process ${process.pid}).`);
    expect(stdout).toContain('DATA_DIR');
    unlock();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  it('is free again after it was released', () => {
    lockDirectory(directory)();
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  it('is taken over from a process that was killed', async () => {
    const holder = spawn(process.execPath, nodeArgs(HOLDER, directory), { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  it('is taken over if the process id of the dead owner was reused', () => {
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: process.pid, started: 'before this process began' }));
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  it('is taken over if the lock file was cut off while it was written', () => {
    writeFileSync(join(directory, 'lock'), '{"pid":');
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  it('is not taken from another container that is alive, although its process has the same number', () => {
    const lock = join(directory, 'lock');
    const elsewhere = { pid: process.pid, started: 'in its own container', place: 'other-container pid:[1]' };
    writeFileSync(lock, JSON.stringify(elsewhere));
    expect(() => lockDirectory(directory)).toThrow('other-container');
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(lock, longAgo, longAgo);
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  it('is not taken while another process writes it, but if a crash left it empty or half replaced', () => {
    const [lock, taking] = [join(directory, 'lock'), join(directory, 'lock.taking')];
    const longAgo = new Date(Date.now() - 120_000);
    writeFileSync(lock, '');
    expect(() => lockDirectory(directory)).toThrow('just taken');
    utimesSync(lock, longAgo, longAgo);
    writeFileSync(taking, '{}');
    expect(() => lockDirectory(directory)).toThrow('just taken');
    utimesSync(taking, longAgo, longAgo);
    expect(() => lockDirectory(directory)).toThrow('just taken');
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  it('is taken by one of many that find the same dead lock at once', async () => {
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: 2 ** 22 - 1, started: 'dead' }));
    // All try at the same signal, and the one that gets the lock keeps it until all have tried.
    const script = `import { lockDirectory } from '${MODULE}'; console.log('ready');
      process.stdin.once('data', () => { try { lockDirectory(process.argv[1]); console.log('locked'); } catch { console.log('refused'); } });`;
    const takers = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, nodeArgs(script, directory), { stdio: ['pipe', 'pipe', 'inherit'] });
      const taker = { child, output: '', closed: once(child, 'close') };
      child.stdout.on('data', (chunk) => {
        taker.output += chunk;
      });
      return taker;
    });
    const last = () => takers.map(({ output }) => output.trim().split('\n').at(-1)).sort();
    await expect.poll(last).toEqual(['ready', 'ready', 'ready', 'ready']);
    for (const { child } of takers) child.stdin.write('go\n');
    await expect.poll(last).toEqual(['locked', 'refused', 'refused', 'refused']);
    for (const { child } of takers) child.stdin.end();
    await Promise.all(takers.map(({ closed }) => closed));
  });
});
