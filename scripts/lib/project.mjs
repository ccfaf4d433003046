import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The Node.js version of this project; older ones only run the start-up scripts. */
const REQUIRED_MAJOR = 24;

/** An error whose message is enough for the user: the scripts print it as one line, without a stack. */
export class PlainError extends Error {}

/** Prints progress on stderr, so that stdout only has a command's result. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Returns the name of the package with Node.js for this machine. package.json lists them as optional: npm installs the one that fits. */
export function nodePackage() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return `${system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${process.arch}`;
}

/** Returns the pinned Node.js from the install, or the current one if it is new enough. */
export function findNode() {
  const pinned = join(ROOT, 'node_modules', nodePackage(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR) return process.execPath;
  throw new PlainError(
    `Node.js ${REQUIRED_MAJOR} did not come with the install: there is no package ${nodePackage()} of it. Install Node.js ${REQUIRED_MAJOR} and try again.`,
  );
}

/**
 * How many heaps glibc keeps for native memory, instead of eight a core. Read from the environment when a process starts. Measured under
 * load, it reduces 257 MB to 240 MB.
 */
const MALLOC_ARENAS = '2';

/**
 * Runs a script. A PlainError becomes one line on stderr and exit code 1. What it starts keeps its compiled code for the next time, which
 * saves a fifth of the server's start.
 * @param {() => Promise<number | void>} work
 */
export async function main(work) {
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache/compile');
  process.env.MALLOC_ARENA_MAX ??= MALLOC_ARENAS;
  try {
    process.exitCode = (await work()) || 0;
  } catch (error) {
    say(error instanceof PlainError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  }
}

/**
 * Memory flags of the server: a young generation that fits the caches and a limit on the old one. Otherwise Node.js lets garbage grow
 * with the machine's memory; measured under load, they reduce 430 MB to 211 MB.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];
