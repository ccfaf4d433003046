import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { ROOT } from './project.mjs';

/** @typedef {{ code: number, output: string }} Outcome */

/**
 * Runs a command to its end and returns its output. With a `priority` above 0 it leaves the processor to others.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { priority?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export function capture(command, args, { priority = 0, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined && priority > 0) setPriority(child.pid, priority);
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/**
 * Runs a command to its end and shows its output on stderr, unless `options.stdio` says otherwise.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a command in the foreground and ends when it does, also if it takes a while to stop. Ctrl-C reaches it from the terminal; other
 * signals are passed on.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export function runToItsEnd(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' });
    process.on('SIGINT', () => {});
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** How long a process may take to stop after a signal. */
const STOP_TIMEOUT_MS = 20_000;
const PARENT_POLL_MS = 100;

/** @typedef {{ command: string, args: string[], cwd?: string, isShielded?: boolean }} Command */

/**
 * Runs long-lived processes in parallel until one ends or the user stops them. The first signal asks all of them to stop and counts
 * as a good end; a tool that does not stop in time is killed.
 * @param {Command[]} commands
 * @returns {Promise<number>} the exit code to end with
 */
export async function runUntilStopped(commands) {
  let isStopping = false;
  const children = commands.map(spawnLong);
  const stop = () => {
    // npm forwards a signal that the terminal has already delivered, so the same Ctrl-C may arrive twice.
    if (isStopping) return;
    isStopping = true;
    for (const child of children) child.kill('SIGTERM');
    // The server has its own limit, which may be longer, for payments and uploads under way.
    setTimeout(() => {
      for (const [index, child] of children.entries()) if (!commands[index]?.isShielded) child.kill('SIGKILL');
    }, STOP_TIMEOUT_MS).unref();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
  const watch = watchNpm(() => {
    if (isStopping) return;
    for (const child of children) child.kill('SIGKILL');
  });
  const codes = await Promise.all(
    children.map(async (child, index) => {
      const { code, signal } = await ended(child);
      // A tool that was asked to stop may end with any code. The server must end cleanly, unless SIGTERM came before it listened.
      const isGoodEnd = isStopping && (!commands[index]?.isShielded || signal === 'SIGTERM' || code === 143);
      stop();
      return isGoodEnd ? 0 : (code ?? 1);
    }),
  );
  clearInterval(watch);
  return codes.find((code) => code !== 0) ?? 0;
}

/** If npm is killed, it cannot forward the signal, so detect it by the changed parent process. @param {() => void} onKilled */
function watchNpm(onKilled) {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) onKilled();
  }, PARENT_POLL_MS);
}

/**
 * A shielded process gets each signal once, from this script and not also from the terminal, and ends with this script. Windows
 * has neither process groups nor these signals.
 * @param {Command} command
 */
function spawnLong({ command, args, cwd = ROOT, isShielded = false }) {
  if (!isShielded || process.platform === 'win32') return spawn(command, args, { cwd, stdio: 'inherit' });
  return spawn(command, ['--import', new URL('./end-with-parent.mjs', import.meta.url).href, ...args], {
    cwd,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve({ code: 1, signal: null });
    });
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}
