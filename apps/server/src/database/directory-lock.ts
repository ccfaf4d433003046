import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Thrown when another running process holds the directory. Its message is shown to people. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
}

/** A holder touches the lock this often, for processes that cannot look up its process id, such as those of another container. */
const BEAT_MS = 10_000;
/**
 * The holder of a lock that was not touched for this long counts as dead. Much longer than the interval, because filling the demo world
 * blocks a process for some seconds.
 */
const SILENT_MS = 60_000;

/**
 * Locks the embedded database's directory for this process, because the engine itself takes no lock. Takes over the lock of a process that
 * died. Returns the function that releases the lock.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), place: placeOfThis() });
  if (!tryCreate(path, mine)) takeOver(directory, path, mine);
  const beat = setInterval(() => touch(path), BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    rmSync(path, { force: true });
  };
}

/** Replaces a lock whose holder is dead; throws if it is alive. */
function takeOver(directory: string, path: string, mine: string): void {
  const found = read(path);
  const holder = parse(found);
  if (holder && isAlive(holder, path)) {
    throw new DirectoryInUseError(
      `The database in ${directory} is in use by another Yardage server (process ${holder.pid}${isHere(holder) ? '' : ` of ${holder.place}; if it was killed, try again in a minute`}). Stop that one first, or start this one with another DATA_DIR.`,
    );
  }
  const justTaken = () => new DirectoryInUseError(`The database in ${directory} was just taken by another Yardage server.`);
  if (found === '') {
    // The lock was released meanwhile, or another process is just writing it. If it stays empty, a crash left it behind.
    if (tryCreate(path, mine)) return;
    if (isRecent(path)) throw justTaken();
  }
  // One process at a time replaces a dead lock. The file is never missing meanwhile, because a third process could create it then.
  const taking = `${path}.taking`;
  if (!tryCreate(taking, mine)) {
    // If a process died while it replaced the lock, its file is removed here, and the next start succeeds.
    if (isSilent(taking)) rmSync(taking, { force: true });
    throw justTaken();
  }
  // Another process may have found the same dead lock and replaced it before.
  if (read(path) !== found) {
    rmSync(taking, { force: true });
    throw justTaken();
  }
  renameSync(taking, path);
}

interface Holder {
  pid: number;
  started: string | null;
  /** The machine or container; locks of earlier versions lack it. */
  place?: string;
}

/** Returns the machine and process namespace. In containers every server may be process 1, so ids are only comparable within one. */
function placeOfThis(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

const isHere = ({ place }: Holder) => place === undefined || place === placeOfThis();

function tryCreate(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parse(content: string): Holder | undefined {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {}
}

function isAlive(holder: Holder, path: string): boolean {
  if (!isHere(holder)) return isRecent(path);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // If the start time is unknown, the id may belong to another process by now, for instance after a restart of the machine: then the lock's
  // age decides. Earlier versions, whose locks have no place, do not touch their locks.
  if (holder.started === null) return holder.place === undefined || isRecent(path);
  return holder.started === startOf(holder.pid);
}

const isRecent = (path: string) => ageOf(path) < SILENT_MS;
/** Like isRecent, false if the file is gone. */
const isSilent = (path: string) => ageOf(path) >= SILENT_MS;

/** Returns the time since a lock was written or touched; NaN if it is gone. */
function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.NaN;
  }
}

/** Returns the start time of a process, by which a reused process id is detected; null if the system has no /proc. */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? null;
  } catch {
    return null;
  }
}
