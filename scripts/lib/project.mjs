import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The Node.js that this project is written for; older ones only run the start-up scripts. */
const REQUIRED_MAJOR = 24;

/** A fault whose message is all a person needs: the scripts print it as one line, without a stack. */
export class PlainError extends Error {}

/** Says what happens, on stderr, so that stdout stays free for what a command is asked for. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** The pinned Node.js that came with the install, or this one where it is new enough. */
export function findNode() {
  const pinned = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR) return process.execPath;
  throw new PlainError(
    `Node.js ${REQUIRED_MAJOR} did not come with the install (are install scripts switched off?). Install Node.js ${REQUIRED_MAJOR} and try again.`,
  );
}

/** Runs a script's work; a plain fault becomes one line on stderr and exit code 1. @param {() => Promise<number | void>} work */
export async function main(work) {
  try {
    process.exitCode = (await work()) || 0;
  } catch (error) {
    say(error instanceof PlainError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  }
}

/**
 * How the server's process is to keep its memory: a young generation that fits the caches and a bound on the old one. Node.js would otherwise let
 * garbage grow with the machine; measured under load, 430 MB become 211.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];
