import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HUB } from '@yardage/contract/hub';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { installSchema } from '../apps/server/src/install.ts';
import { openSocket } from '../apps/server/src/testing/hub-client.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { SERVER_FLAGS } from '../scripts/lib/project.mjs';
import { loadLedger } from './load-ledger.ts';
import { quantile } from './measure.ts';
import { signToken, startBenchServer } from './start-server.ts';

// Idle live connections, each of another user: memory, work while nothing happens, and how long an announcement takes to its 20 receivers.
// Beside it the same with Socket.IO alone. `npm run bench -- sockets --sockets=5000 --nodes=1`

const { values } = parseArgs({
  allowPositionals: true,
  options: { sockets: { type: 'string', default: '5000' }, nodes: { type: 'string', default: '1' } },
});
const SOCKETS = Number(values.sockets);
const IN_A_ROOM = 20;
const ROOMS = Math.max(10, Math.ceil(SOCKETS / IN_A_ROOM));
const IDLE_SECONDS = 20;
const ANNOUNCEMENTS = 500;
const EVERY_MS = 20;
/** How many connect at once. */
const CONNECTING = 40;

interface Node {
  port: number;
  child: ChildProcess;
}
type Usage = { rss: number; cpuMs: number };
type Socket = Awaited<ReturnType<typeof openSocket>>;
type Connect = (index: number, port: number) => Promise<Socket>;

const server = await openTestServer(undefined);
try {
  await benchSockets();
} finally {
  await server.stop();
}

async function benchSockets(): Promise<void> {
  const databaseUrl = await prepare();
  const watcher = new pg.Client({ connectionString: databaseUrl });
  // The server ends before the last idle connection closes.
  watcher.on('error', () => {});
  await watcher.connect();

  const bare = fork(join(import.meta.dirname, '../apps/server/src/testing/bare-sockets.ts'), {
    execArgv: [...SERVER_FLAGS, '--expose-gc'],
  });
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
  const bareTimes = await run('Socket.IO alone', [{ port, child: bare }], watcher, (index, at) =>
    openSocket(`http://127.0.0.1:${at}`, { auth: { room: `G${roomOf(index)}` } }),
  );
  bare.kill();

  const tokens = await Promise.all(Array.from({ length: SOCKETS }, (_, index) => signToken(`user-${index}`)));
  const environment = { TRUSTED_PROXIES: '1' };
  const nodes = await Promise.all(Array.from({ length: Number(values.nodes) }, () => startBenchServer(databaseUrl, { environment })));
  try {
    const times = await run(`portal, ${nodes.length} node(s)`, nodes, watcher, (index, at) => {
      // Connections from one address are limited, so each comes from its own.
      const extraHeaders = { 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` };
      return openSocket(`http://127.0.0.1:${at}${HUB.namespace}`, { path: HUB.path, auth: { token: tokens[index] }, extraHeaders });
    });
    console.log(
      `portal beside Socket.IO alone: p50 ×${(times.p50 / bareTimes.p50).toFixed(2)}, p99 ×${(times.p99 / bareTimes.p99).toFixed(2)}`,
    );
  } finally {
    for (const node of nodes) node.stop();
    await watcher.end();
  }
}

function roomOf(index: number): number {
  return 1 + (index % ROOMS);
}

/** Stores a user per connection, twenty at each customer. */
async function prepare(): Promise<string> {
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query('create database bench_sockets');
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, 'bench_sockets');
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 4 });
  await installSchema(engine);
  const database = new Database(engine);
  await loadLedger(database, { tickets: ROOMS * 10, customers: ROOMS, heavyTickets: 10 });
  await database.transaction('system', async ({ client }) => {
    await client.query(
      `insert into users (id, subject, email, first_name, last_name)
       select 1000 + n, 'user-' || n, 'user-' || n || '@example.com', 'User', n::text from generate_series(0, $1::int - 1) n`,
      [SOCKETS],
    );
    await client.query(
      `insert into members (customer_id, user_id, role_id, status_id, request_type_name, email, first_name, last_name, phone, company_name, customer_number, address_line1, city, state_id, zip)
       select 1 + n % $2::int, 1000 + n, 1, 2, 'Added', 'user-' || n || '@example.com', 'User', n::text, '4235550100', 'Company', 'C', '1 Road', 'Town', 43, '37401'
       from generate_series(0, $1::int - 1) n`,
      [SOCKETS, ROOMS],
    );
  });
  await database.engine.pool.query('analyze');
  await engine.close();
  return databaseUrl;
}

/** Connects everybody, waits, announces, and prints what it cost. */
async function run(name: string, nodes: readonly Node[], watcher: pg.Client, connect: Connect) {
  const before = await usageOf(nodes);
  const arrivals: [id: number, at: number][] = [];
  const sockets: Socket[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTING }, async () => {
      while (next < SOCKETS) {
        const index = next++;
        const socket = await connect(index, nodes[index % nodes.length]?.port ?? 0);
        socket.on('RecordsChanged', ({ ids }: { ids: number[] }) =>
          arrivals.push([ids[0] ?? 0, performance.timeOrigin + performance.now()]),
        );
        sockets.push(socket);
      }
    }),
  );
  const connectSeconds = (performance.now() - startedAt) / 1000;
  await pause(5_000);
  const idle = await usageOf(nodes);
  const database = await databaseWork(watcher);
  await pause(IDLE_SECONDS * 1000);
  const rested = await usageOf(nodes);
  const work = await databaseWork(watcher);
  const each = (a: number, b: number) => ((b - a) / IDLE_SECONDS).toFixed(1);
  console.log(
    `${name}: ${sockets.length} connections in ${connectSeconds.toFixed(1)} s, ${((idle.rss - before.rss) / sockets.length / 1000).toFixed(1)} kB each, ` +
      `${(idle.rss / 1e6 / nodes.length).toFixed(0)} MB a node; idle: ${each(idle.cpuMs, rested.cpuMs)} ms of processor a second, ` +
      `${each(database.transactions, work.transactions)} transactions and ${each(database.activeMs, work.activeMs)} ms of the database a second`,
  );
  const times = await announce(nodes[0] as Node, arrivals);
  for (const socket of sockets) socket.close();
  return times;
}

async function announce({ child }: Node, arrivals: readonly [id: number, at: number][]) {
  const sentAt = new Map<number, number>();
  const note = (message: { id?: number; sentAt?: number }) => message.id !== undefined && sentAt.set(message.id, message.sentAt ?? 0);
  child.on('message', note);
  for (let id = 1; id <= ANNOUNCEMENTS; id += 1) {
    const customerId = roomOf(id * 7);
    child.send({ customerId, globalCustomerNumber: `G${customerId}`, resource: 'orders', ids: [id] });
    await pause(EVERY_MS);
  }
  await pause(1_000);
  child.off('message', note);
  const times = arrivals.map(([id, at]) => at - (sentAt.get(id) ?? Number.NaN));
  const delivery = { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  const missing = ANNOUNCEMENTS * Math.min(IN_A_ROOM, SOCKETS) - times.length;
  console.log(
    `  delivery p50 ${delivery.p50.toFixed(2)} ms, p99 ${delivery.p99.toFixed(2)} ms, ${times.length} received, ${missing} missing`,
  );
  return delivery;
}

async function usageOf(nodes: readonly Node[]): Promise<Usage> {
  const all = await Promise.all(
    nodes.map(async ({ child }) => {
      child.send('memory');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    }),
  );
  return { rss: all.reduce((sum, { rss }) => sum + rss, 0), cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) };
}

/** Transactions and time of the server's own connections so far. */
async function databaseWork(watcher: pg.Client): Promise<{ transactions: number; activeMs: number }> {
  const { rows } = await watcher.query<{ transactions: number; active: number }>(
    'select xact_commit::float8 as transactions, active_time as active from pg_stat_database where datname = current_database()',
  );
  return { transactions: rows[0]?.transactions ?? 0, activeMs: rows[0]?.active ?? 0 };
}
