import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLockFaults } from './lib/lock.mjs';
import { capture } from './lib/processes.mjs';

// `npm run lock:complete`, after an install that changed package-lock.json. npm omits native packages for other systems (optional
// packages such as `@biomejs/cli-darwin-arm64`) that the current registry does not offer, and `npm ci` then refuses the lock. This
// script adds their entries, fetches missing integrity values from the registry, and fails if a package for Linux is not offered.

const LOCK = join(import.meta.dirname, '../package-lock.json');
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const QUESTIONS_AT_ONCE = 4;

type LockEntry = import('./lib/lock.mjs').LockEntry;

export interface Lock {
  packages: Record<string, LockEntry>;
}

/** Returns entries for optional packages that other entries require and the lock lacks. */
export function findMissing({ packages }: Lock): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isFound(packages, path, name)) missing[`node_modules/${name}`] = describeEntry(name, version, entry.dev === true);
    }
  }
  return missing;
}

/** Node.js looks in the package's own node_modules folder, then in those of the packages around it. */
function isFound(packages: Record<string, LockEntry>, path: string, name: string): boolean {
  if (packages[`${path}${path && '/'}node_modules/${name}`]) return true;
  return (
    path !== '' &&
    isFound(packages, path.includes('node_modules/') ? path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, '') : '', name)
  );
}

/** Derives the system from the package's name. npm needs it in the entry to know where not to install the package. */
function describeEntry(name: string, version: string, isDev: boolean): LockEntry {
  const words = name.split(/[/_-]/);
  const system = SYSTEMS.find((each) => words.includes(each));
  const processor = PROCESSORS.find((each) => words.includes(each));
  if (!/^\d/.test(version) || !processor)
    throw new Error(`${name}@${version} has no fixed version or names no processor: complete it by hand`);
  return {
    version,
    cpu: [processor],
    ...(isDev ? { dev: true } : {}),
    ...(system === 'linux' && !words.includes('wasi') ? { libc: [words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  };
}

/** Fetches missing integrity values from the registry; a package that the registry does not offer keeps none. */
async function addIntegrity(packages: Record<string, LockEntry>): Promise<number> {
  const waiting = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity);
  let added = 0;
  const ask = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [path, entry] = next;
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const { code, output } = await capture('npm', ['view', `${name}@${entry.version}`, 'dist.integrity', '--loglevel=silent']);
      if (code !== 0 || !output.startsWith('sha512-')) continue;
      entry.integrity = output.trim();
      added += 1;
    }
  };
  await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, ask));
  return added;
}

if (import.meta.main) {
  const lock: Lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  const missing = findMissing(lock);
  const { '': root, ...others } = { ...lock.packages, ...missing };
  const added = await addIntegrity(others);
  const sorted = Object.entries(others).sort(([a], [b]) => a.localeCompare(b, 'en'));
  const packages = { '': root, ...Object.fromEntries(sorted) };
  writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} packages and ${added} integrity values added`);
  const faults = findLockFaults(others);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
