import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describeMissingParts, describeThisMachine, selectPackages } from './lock.mjs';
import { show } from './processes.mjs';
import { findNode, nodePackage, PlainError, ROOT, say } from './project.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const FOR_TESTS = 'packages for tests are missing';

/**
 * Installs packages of package-lock.json, unless they are already installed. What runs the portal needs fewer of them than what develops
 * it: `all` includes the packages for tests and checks.
 * @param {'running' | 'all'} extent
 */
export async function ensureInstalled(extent = 'all') {
  const wanted = selectPackages(readLock(LOCK), extent);
  const reason = findReasonToInstall(wanted);
  if (reason) await install(reason, extent);
  // npm silently skips an optional package that it cannot fetch.
  const fault = findMissingParts(wanted);
  if (fault) throw new PlainError(fault);
}

/** @param {import('./lock.mjs').LockPackages} wanted */
function findMissingParts(wanted) {
  // Without a package of Node.js for this machine, one that is installed there will do: findNode() looks for it and says so.
  const isInstalled = (/** @type {string} */ path) =>
    existsSync(join(ROOT, path, 'package.json')) || path === `node_modules/${nodePackage()}`;
  return describeMissingParts(wanted, isInstalled, describeThisMachine());
}

/** @param {string} reason @param {'running' | 'all'} extent */
async function install(reason, extent) {
  say(`Installing packages (${reason}) …`);
  const startedAt = Date.now();
  // PATH without this project's own folder: the install replaces the Node.js that may be running this script.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(ROOT, 'node_modules')))
    .join(delimiter);
  const run = (/** @type {string[]} */ ...args) =>
    show('npm', [...args, extent === 'all' ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: { ...process.env, PATH: path },
      shell: process.platform === 'win32',
    });
  // `npm ci` empties node_modules first, below a portal that may be running. What is only missing is added, as the lock has it.
  let code = reason === FOR_TESTS ? await run('install', '--no-save') : 1;
  if (code !== 0) code = await run('ci');
  if (code !== 0) throw new PlainError('The packages could not be installed; the lines above say why.');
  findNode();
  say(`Packages installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
}

/** Returns why an install is needed; undefined if it is not. @param {import('./lock.mjs').LockPackages} wanted */
function findReasonToInstall(wanted) {
  const installedPath = join(ROOT, 'node_modules/.package-lock.json');
  // npm writes this file last, so it is missing after an interrupted install.
  if (!existsSync(installedPath)) return 'first start';
  try {
    findNode();
  } catch {
    return 'Node.js is missing';
  }
  const installed = readLock(installedPath);
  let isIncomplete = false;
  for (const [path, entry] of Object.entries(wanted)) {
    const found = installed[path];
    const isLeftOut = !found && (entry.optional || entry.devOptional || entry.peer);
    if (isLeftOut) continue;
    if (!found && entry.dev) isIncomplete = true;
    else if (!found || found.version !== entry.version || found.integrity !== entry.integrity) return 'package-lock.json changed';
  }
  if (isIncomplete) return FOR_TESTS;
  return findMissingParts(wanted) && 'a native part is missing';
}

/** @param {string} path @returns {import('./lock.mjs').LockPackages} */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}
