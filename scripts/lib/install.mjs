import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describeMissingParts, describeThisMachine } from './lock.mjs';
import { show } from './processes.mjs';
import { findNode, PlainError, ROOT, say } from './project.mjs';

const LOCK = join(ROOT, 'package-lock.json');

/** Installs the packages of package-lock.json, unless all are already installed. */
export async function ensureInstalled() {
  const reason = findReasonToInstall();
  if (reason) await install(reason);
  // npm silently skips an optional package that it cannot fetch.
  const fault = findMissingParts();
  if (fault) throw new PlainError(fault);
}

function findMissingParts() {
  return describeMissingParts(readLock(LOCK), (path) => existsSync(join(ROOT, path, 'package.json')), describeThisMachine());
}

/** @param {string} reason */
async function install(reason) {
  say(`Installing packages (${reason}) …`);
  const startedAt = Date.now();
  // PATH without this project's own folder: the install replaces the Node.js that may be running this script.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(ROOT, 'node_modules')))
    .join(delimiter);
  const code = await show('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { ...process.env, PATH: path },
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new PlainError('The packages could not be installed; the lines above say why.');
  findNode();
  say(`Packages installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
}

/** Returns why an install is needed; undefined if it is not. */
function findReasonToInstall() {
  const installedPath = join(ROOT, 'node_modules/.package-lock.json');
  // npm writes this file last, so it is missing after an interrupted install.
  if (!existsSync(installedPath)) return 'first start';
  try {
    findNode();
  } catch {
    return 'Node.js is missing';
  }
  const wanted = readLock(LOCK);
  const installed = readLock(installedPath);
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue;
    const found = installed[path];
    const isLeftOut = !found && (entry.optional || entry.devOptional || entry.peer);
    if (isLeftOut) continue;
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity) return 'package-lock.json changed';
  }
  return findMissingParts() && 'a native part is missing';
}

/** @param {string} path @returns {import('./lock.mjs').LockPackages} */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}
