import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run lock:complete`, after an install that changed package-lock.json: npm leaves out the programs of other systems (optional
// packages as `@biomejs/cli-darwin-arm64`) that the registry at hand does not offer, and `npm ci` then refuses the file, here and there.

const LOCK = join(import.meta.dirname, '../package-lock.json');
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

interface LockEntry {
  version?: string;
  cpu?: string[];
  dev?: boolean;
  libc?: string[];
  optional?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, LockEntry>;
}

/** The optional packages that the lock's own entries ask for and it does not have, as entries for it. */
export function findMissing({ packages }: Lock): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isFound(packages, path, name)) missing[`node_modules/${name}`] = describeEntry(name, version, entry.dev === true);
    }
  }
  return missing;
}

/** Node.js looks in the package's own folder, then in that of each package around it. */
function isFound(packages: Record<string, LockEntry>, path: string, name: string): boolean {
  if (packages[`${path}${path && '/'}node_modules/${name}`]) return true;
  return (
    path !== '' &&
    isFound(packages, path.includes('node_modules/') ? path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, '') : '', name)
  );
}

/** Such packages say in their name what they are for; npm needs it in the entry, to know where not to fetch them. */
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

if (import.meta.main) {
  const lock: Lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  const missing = findMissing(lock);
  const { '': root, ...others } = { ...lock.packages, ...missing };
  const sorted = Object.entries(others).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} packages added to package-lock.json`);
}
