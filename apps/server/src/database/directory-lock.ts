import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another running process holds the directory. Its message is shown to people. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
}

/**
 * Locks the embedded database's directory for this process, because the engine itself takes no lock. Takes over the lock of a process that
 * died. Returns the function that releases the lock.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) });
  if (!tryCreate(path, mine)) {
    const holder = readHolder(path);
    if (holder && isAlive(holder)) {
      throw new DirectoryInUseError(
        `The database in ${directory} is in use by another Yardage server (process ${holder.pid}). Stop that one first, or start this one with another DATA_DIR.`,
      );
    }
    // Renaming is atomic: if two processes find the same dead lock, one removes it and the other's rename fails.
    const aside = `${path}.dead-${process.pid}`;
    try {
      renameSync(path, aside);
      rmSync(aside, { force: true });
    } catch {}
    if (!tryCreate(path, mine)) throw new DirectoryInUseError(`The database in ${directory} was just taken by another Yardage server.`);
  }
  return () => rmSync(path, { force: true });
}

interface Holder {
  pid: number;
  started: string | null;
}

function tryCreate(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return holder.started === null || holder.started === startOf(holder.pid);
}

/** Returns the start time of a process, or null if the system does not tell. It detects a process id that was reused. */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? null;
  } catch {
    return null;
  }
}
