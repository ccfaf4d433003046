import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { makePostgresHome, type PostgresHome } from './postgres-binaries.ts';

// Runs a PostgreSQL while its standard input is open, then stops and removes it. The tests hold the other end: however they end, the kernel
// closes it, so no process or folder is left behind. Prints the server's address as its first line. Executes the lines `crash` and
// `restart` of its input, and prints each when it is done.

/** Test data needs no protection against a power cut, which only costs time. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  listen_addresses: '',
  max_connections: '200',
  max_wal_size: '2GB',
  shared_buffers: '128MB',
};

const START_TIMEOUT_MS = 30_000;
const REVIVE_MS = 1_000;

/** Ctrl-C in a terminal also reaches this process; only the end of its input stops it. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

// `--durable`: what was committed survives a crash of the server, and a server that ends by itself is started again every second, as a
// service manager does. A folder with another PostgreSQL, which may be too old for the options below.
const isDurable = process.argv.includes('--durable');
const [installed] = process.argv.slice(2).filter((each) => each !== '--durable');
const home = makePostgresHome(installed);
let server: ChildProcess | undefined;
let starting: ChildProcess | undefined;
/** Whether the server was crashed on purpose and must stay down until `restart`. */
let isAway = false;
process.on('exit', () => {
  // An immediate shutdown is enough, because the files are removed anyway.
  for (const child of [server, starting]) child?.kill('SIGQUIT');
  rmSync(home.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

createCluster(home);
await restart();
console.log(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(join(home.folder, 'socket'))}`);

const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = { crash, restart };
const orders = createInterface({ input: process.stdin });
orders.on('line', async (line) => {
  await ACTIONS[line]?.();
  console.log(line);
});
orders.on('close', () => {
  if (!server) process.exit(0);
  server.removeAllListeners('exit').on('exit', () => process.exit(0));
  server.kill('SIGINT');
});

/** Ends the server without a checkpoint. It repairs its files at the next start, as after a crash. */
async function crash(): Promise<void> {
  isAway = true;
  const ended = (server ?? starting)?.removeAllListeners('exit');
  server = undefined;
  ended?.kill('SIGQUIT');
  if (ended && ended.exitCode === null && ended.signalCode === null) await once(ended, 'exit');
}

async function restart(): Promise<void> {
  isAway = false;
  if (server) return;
  server = await start(home);
  server.on('exit', () => {
    server = undefined;
    if (!isDurable) process.exit(1);
    void revive();
  });
}

/** Tries to start the server until it runs, for instance once its disk has room again. */
async function revive(): Promise<void> {
  while (!server && !isAway) {
    await pause(REVIVE_MS);
    if (!isAway) await restart().catch(() => {});
  }
}

function createCluster({ folder, programs, user }: PostgresHome): void {
  const args = ['-D', join(folder, 'data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  const locale = installed ? ['--locale=C'] : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const { status, stderr, error } = spawnSync(join(programs, 'bin/initdb'), [...args, ...locale], { cwd: folder, ...user });
  if (status !== 0) throw new Error(`PostgreSQL's files could not be made: ${error?.message ?? String(stderr)}`);
}

function start({ folder, programs, user }: PostgresHome): Promise<ChildProcess> {
  const durable = isDurable ? { synchronous_commit: 'on', full_page_writes: 'on' } : {};
  const settings = Object.entries({ ...SETTINGS, ...durable, unix_socket_directories: join(folder, 'socket') }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  return new Promise((resolve, reject) => {
    const child = spawn(join(programs, 'bin/postgres'), ['-D', join(folder, 'data'), ...settings], {
      cwd: folder,
      ...user,
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group, so that Ctrl-C in a terminal does not stop it before the tests are done.
      detached: true,
    });
    const timeout = setTimeout(() => reject(new Error('PostgreSQL did not start in time')), START_TIMEOUT_MS);
    starting = child;
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-10_000);
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(timeout);
      resolve(child);
    });
    child.on('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    child.on('error', reject);
  });
}
