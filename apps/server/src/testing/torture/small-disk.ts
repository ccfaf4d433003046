import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const BLOCK = Buffer.alloc(1_048_576);
const PROGRAMS = { mount: '/bin/mount', unmount: '/bin/umount' };
const REFILL_MS = 100;
const MAX_SEGMENTS = 200;
/** The name of a segment of the write-ahead log. */
const SEGMENT = /^[0-9A-F]{24}$/;

/** A file system of fixed size, in memory. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;
  #isFull = false;
  /** Ctrl-C must not leave a mounted folder behind. */
  readonly #end = () => process.exit(130);

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
    process.on('exit', this.remove);
    process.on('SIGINT', this.#end);
    process.on('SIGTERM', this.#end);
  }

  /** Mounts one. Returns why not, where that is not permitted. */
  static mount(megabytes: number): SmallDisk | string {
    const folder = mkdtempSync(join(tmpdir(), 'yardage-disk-'));
    chmodSync(folder, 0o755);
    const { status, stderr, error } = spawnSync(PROGRAMS.mount, ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
    if (status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    return `no file system of fixed size can be mounted here: ${error?.message ?? String(stderr).split('\n')[0]}`;
  }

  /** Makes a folder on it for the owner of another file. */
  makeFolder(name: string, sameOwnerAs: string): string {
    const path = join(this.folder, name);
    const { uid, gid } = statSync(sameOwnerAs);
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, uid, gid);
    return path;
  }

  /** Takes all the room that is left. */
  fill(): void {
    const file = openSync(this.#ballast, 'a');
    try {
      for (let size = BLOCK.length; size >= 4_096; ) {
        try {
          writeSync(file, BLOCK, 0, size);
        } catch {
          size /= 2;
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** Keeps it full for a while, also if somebody deletes a file. */
  async keepFull(forMs: number): Promise<void> {
    this.#isFull = true;
    for (const endsAt = Date.now() + forMs; this.#isFull && Date.now() < endsAt; await pause(REFILL_MS)) this.fill();
  }

  /** Gives the room back. */
  free(): void {
    this.#isFull = false;
    rmSync(this.#ballast, { force: true });
  }

  readonly remove = (): void => {
    process.off('exit', this.remove).off('SIGINT', this.#end).off('SIGTERM', this.#end);
    // Also if a file of it is still open.
    spawnSync(PROGRAMS.unmount, ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  };
}

/** A PostgreSQL whose tables of one database and whose log are on small disks. */
export interface MovedFiles {
  /** Uses up the segments of the log that exist, so that the next write needs room for a new one. That ends PostgreSQL. */
  useUpLog(): Promise<void>;
  /** Moves a schema of the database back to the ordinary disk. */
  moveBack(schema: string): Promise<void>;
  undo(): Promise<void>;
}

interface Moving {
  superuserUrl: string;
  databaseUrl: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Moves the database to one disk and the write-ahead log of its server to another. Nobody may be connected to the database. */
export async function moveFiles(
  { superuserUrl, databaseUrl, stop, start }: Moving,
  tables: SmallDisk,
  log: SmallDisk,
): Promise<MovedFiles> {
  const database = new URL(databaseUrl).pathname.slice(1);
  const space = `${database}_space`;
  const [{ folder = '' } = {}] = await ask(superuserUrl, `select current_setting('data_directory') as folder`);
  await ask(superuserUrl, `create tablespace ${space} location '${tables.makeFolder('tables', folder)}'`);
  await ask(superuserUrl, `alter database ${database} set tablespace ${space}`);
  const [{ first = '', last = '' } = {}] = await ask(
    superuserUrl,
    `checkpoint; select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_lsn()) as last from pg_control_checkpoint()`,
  );
  await stop();
  const ordinary = join(folder, 'pg_wal');
  const moved = log.makeFolder('log', folder);
  for (const name of ['archive_status', 'summaries']) copyFolder(join(ordinary, name), join(moved, name));
  for (const name of readdirSync(ordinary)) {
    // Those after the last one are empty.
    if (SEGMENT.test(name) && name >= first && name <= last) copyOwned(join(ordinary, name), join(moved, name));
  }
  renameSync(ordinary, `${ordinary}.kept`);
  symlinkSync(moved, ordinary);
  await start();
  return {
    useUpLog: async () => {
      for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
        const isUsed = await ask(superuserUrl, `select pg_logical_emit_message(true, 'torture', 'x'); select pg_switch_wal()`).catch(
          () => undefined,
        );
        if (!isUsed) return;
      }
      throw new Error('PostgreSQL still has room for its log');
    },
    moveBack: async (schema) => {
      const own = new URL(superuserUrl);
      own.pathname = `/${database}`;
      const relations = await ask(
        own.href,
        `select format('alter %s %s set tablespace pg_default', case relkind when 'r' then 'table' else 'index' end, oid::regclass) as statement
         from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'i')`,
      );
      for (const { statement = '' } of relations) await ask(own.href, statement);
    },
    undo: async () => {
      await stop();
      rmSync(ordinary);
      renameSync(`${ordinary}.kept`, ordinary);
      for (const name of readdirSync(ordinary)) if (SEGMENT.test(name)) rmSync(join(ordinary, name));
      for (const name of readdirSync(moved)) if (SEGMENT.test(name)) copyOwned(join(moved, name), join(ordinary, name));
      await start();
      await ask(superuserUrl, `drop database ${database} with (force)`);
      await ask(superuserUrl, `drop tablespace ${space}`);
    },
  };
}

function copyFolder(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  mkdirSync(to, { mode: 0o700 });
  chownSync(to, uid, gid);
}

function copyOwned(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  copyFileSync(from, to);
  chownSync(to, uid, gid);
}

/** Runs statements on a connection of their own, and returns the rows of the last one. */
async function ask(url: string, statements: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const results = [await client.query(statements)].flat();
    return results.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
