/**
 * Reads package-lock.json: which native packages (optional, for one system and processor) it lists, and which this machine needs.
 * Runs on Node.js 20 with nothing installed.
 */

/**
 * @typedef {{
 *   version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean,
 *   hasInstallScript?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[], optionalDependencies?: Record<string, string>,
 * }} LockEntry
 * @typedef {{ platform: string, arch: string, libc: string | undefined }} Machine
 * @typedef {Record<string, LockEntry>} LockPackages
 */

/** The machines where a fresh clone must work: the registry must offer every native package for them. @type {Machine[]} */
export const SUPPORTED_MACHINES = [
  { platform: 'linux', arch: 'x64', libc: 'glibc' },
  { platform: 'linux', arch: 'arm64', libc: 'glibc' },
];

/** @returns {Machine} */
export function describeThisMachine() {
  return { platform: process.platform, arch: process.arch, libc: process.platform === 'linux' ? findLibc() : undefined };
}

/** Node.js reports the glibc version it runs on; on musl there is none. */
function findLibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {});
  return report.header?.glibcVersionRuntime ? 'glibc' : 'musl';
}

/**
 * Returns the packages that running the portal needs, or all. npm marks those that only tests and checks need.
 * @param {LockPackages} packages
 * @param {'running' | 'all'} extent
 * @returns {LockPackages}
 */
export function selectPackages(packages, extent) {
  const entries = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
  return Object.fromEntries(entries.filter(([, entry]) => extent === 'all' || !(entry.dev || entry.devOptional)));
}

/**
 * Returns the lock's native packages for the given machine.
 * @param {LockPackages} packages
 * @param {Machine} machine
 * @returns {[path: string, entry: LockEntry][]}
 */
export function listNativeParts(packages, machine) {
  return Object.entries(packages).filter(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || !entry.optional || (!entry.os && !entry.cpu)) return false;
    return allows(entry.os, machine.platform) && allows(entry.cpu, machine.arch) && allows(findLibcOf(path, entry), machine.libc);
  });
}

/** Some musl packages are only marked by their name. @param {string} path @param {LockEntry} entry */
function findLibcOf(path, entry) {
  return entry.libc ?? (/musl/.test(path) ? ['musl'] : undefined);
}

/**
 * npm's lists name allowed values, or refused ones with an exclamation mark. A list of one may be written as a text.
 * @param {string | string[] | undefined} listed
 * @param {string | undefined} value
 */
function allows(listed, value) {
  if (!listed || value === undefined) return true;
  const list = [listed].flat();
  const [refused, allowed] = [list.filter((each) => each.startsWith('!')), list.filter((each) => !each.startsWith('!'))];
  return !refused.includes(`!${value}`) && (allowed.length === 0 || allowed.includes(value));
}

/**
 * Returns the lock's faults, one sentence each. A package without an integrity was never found in the registry.
 * @param {LockPackages} packages
 * @returns {string[]}
 */
export function findLockFaults(packages) {
  const unseen = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity);
  const needed = new Set(SUPPORTED_MACHINES.flatMap((machine) => listNativeParts(packages, machine).map(([path]) => path)));
  return unseen
    .filter(([path, entry]) => needed.has(path) || !entry.optional)
    .map(([path, entry]) => `${nameOf(path)}@${entry.version} has no integrity: a fresh install on Linux x64 or arm64 would fail.`);
}

/**
 * Returns the packages with an install script that `allowScripts` of package.json does not name, one sentence each.
 * @param {LockPackages} packages
 * @param {Record<string, boolean>} allowed
 * @returns {string[]}
 */
export function findUnnamedScripts(packages, allowed) {
  return Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && !(nameOf(path) in allowed))
    .map(([path]) => `${nameOf(path)} has an install script, and 'allowScripts' in package.json does not name it.`);
}

/**
 * Returns a message about native packages that this machine needs but the install did not bring; undefined if none are missing.
 * @param {LockPackages} packages
 * @param {(path: string) => boolean} isInstalled
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function describeMissingParts(packages, isInstalled, machine) {
  const missing = listNativeParts(packages, machine).filter(([path]) => !isInstalled(path));
  if (missing.length === 0) return undefined;
  const names = missing.map(([path, entry]) => `${nameOf(path)}@${entry.version}`).join(', ');
  return (
    `The package registry does not offer ${names}, which ${machine.platform} ${machine.arch} needs: ` +
    'use a registry that does, or pin a version that it offers in package.json ("overrides"), run `npm install` and `npm run lock:complete`.'
  );
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
