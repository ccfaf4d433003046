import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { type Engine, openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { loadLedger } from './load-ledger.ts';
import { quantile } from './measure.ts';
import { memoryLine, signToken, startBenchServer } from './start-server.ts';

// Response time of a page of tickets during downloads: `npm run bench -- documents --downloads=20`. The p95 may at most double. Quiet times
// are taken before, between and after the downloads, so that a machine that is busy with something else slows both. Each user may have two
// downloads at a time, so there are half as many users as downloads, and times are taken only while all downloads are under way.

const MAX_SLOWDOWN_FACTOR = 2;
const WARM_UP_CALLS = 300;
const CALLS = 600;
const TICKETS = 500;
const DOWNLOADS_A_USER = 2;

const { values } = parseArgs({ allowPositionals: true, options: { downloads: { type: 'string', default: '20' } } });
const downloads = Number(values.downloads);

const server = await openTestServer(undefined);
try {
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query('create database bench_documents');
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, 'bench_documents');
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 4 });
  await migrate(engine);
  await loadLedger(new Database(engine), { tickets: 20_000, customers: 100, heavyTickets: 5000, steadyTickets: 1000 });
  await addUsers(engine);
  const { rows } = await engine.pool
    .query<{ id: string }>(`set role yardage_system; select id from tickets where customer_id = 1 order by id limit ${TICKETS}`)
    .then((results) => (results as unknown as pg.QueryResult<{ id: string }>[])[1] as pg.QueryResult<{ id: string }>);
  await engine.close();
  const app = await startBenchServer(databaseUrl);
  try {
    await compare(
      app,
      rows.map(({ id }) => Number(id)),
    );
  } finally {
    app.stop();
  }
} finally {
  await server.stop();
}

async function compare(app: Awaited<ReturnType<typeof startBenchServer>>, ticketIds: number[]): Promise<void> {
  const read = () => app.get('/api/customers/G2/tickets?pageSize=20');
  for (let call = 0; call < WARM_UP_CALLS; call += 1) await read();
  const quietTimes = await timesOf(read, () => false);
  const tokens = await Promise.all(Array.from({ length: downloads }, (_, index) => signToken(userOf(index))));
  const busyTimes: { kind: string; times: number[] }[] = [];
  for (const kind of ['read', 'unread'] as const) {
    const open = tokens.map((token) => download(app.port, token, ticketIds, kind === 'read'));
    let isOver = false;
    for (const { ended } of open)
      void ended.then(() => {
        isOver = true;
      });
    await Promise.all(open.map(({ begun }) => begun));
    const times = await timesOf(read, () => isOver);
    if (times.length < CALLS / 2) throw new Error(`a download was over after ${times.length} reads`);
    busyTimes.push({ kind, times });
    for (const { call, ended } of open) {
      call.destroy();
      await ended;
    }
    quietTimes.push(...(await timesOf(read, () => false)));
  }
  const quiet = figuresOf(quietTimes);
  for (const { kind, times: measured } of busyTimes) {
    const busy = figuresOf(measured);
    const times = busy.p95Ms / quiet.p95Ms;
    console.log(
      `  ${downloads} downloads of ${TICKETS} tickets, ${kind}: p50 ${quiet.p50Ms.toFixed(1)} → ${busy.p50Ms.toFixed(1)} ms, p95 ${quiet.p95Ms.toFixed(1)} → ${busy.p95Ms.toFixed(1)} ms, ×${times.toFixed(2)}${times > MAX_SLOWDOWN_FACTOR ? ' (too slow)' : ''}`,
    );
  }
  console.log(`  ${memoryLine(await app.memory())}`);
}

const userOf = (download: number) => `user-${Math.floor(download / DOWNLOADS_A_USER)}`;

/** Adds the users who download, all of the first customer. */
async function addUsers(engine: Engine): Promise<void> {
  const count = Math.ceil(downloads / DOWNLOADS_A_USER);
  await new Database(engine).transaction('system', async ({ client }) => {
    await client.query(
      `insert into users (id, subject, email, first_name, last_name)
       select 1000 + n, 'user-' || n, 'user-' || n || '@example.com', 'User', n::text from generate_series(0, $1::int - 1) n`,
      [count],
    );
    await client.query(
      `insert into members (customer_id, user_id, role_id, status_id, request_type_name, email, first_name, last_name, phone, company_name, customer_number, address_line1, city, state_id, zip)
       select 1, 1000 + n, 1, 2, 'Added', 'user-' || n || '@example.com', 'User', n::text, '4235550100', 'Company', 'C', '1 Road', 'Town', 43, '37401'
       from generate_series(0, $1::int - 1) n`,
      [count],
    );
  });
}

/** Times sequential reads, until there are enough or the downloads are over. */
async function timesOf(read: () => Promise<void>, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < CALLS && !isOver()) {
    const startedAt = performance.now();
    await read();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function figuresOf(times: readonly number[]): { p50Ms: number; p95Ms: number } {
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

interface Download {
  call: ClientRequest;
  /** Resolves with the beginning of the file. */
  begun: Promise<void>;
  ended: Promise<unknown>;
}

function download(port: number, token: string, ticketIds: number[], isRead: boolean): Download {
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/customers/G1/tickets/download',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  call.on('error', () => {});
  call.end(JSON.stringify({ ticketIds, format: 'zip' }));
  const response = once(call, 'response').then(([answer]: IncomingMessage[]) => {
    if (answer?.statusCode !== 200) throw new Error(`a download answered ${answer?.statusCode}`);
    return answer;
  });
  const ended = response.then(async (answer) => {
    if (isRead) for await (const _ of answer);
    else await once(answer, 'close');
  });
  return { call, begun: response.then(() => {}), ended: ended.catch(() => undefined) };
}
