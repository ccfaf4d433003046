import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { SERVER_FLAGS } from '../scripts/lib/project.mjs';
import { bareOrder, bareOrders, bareTicket, bareTickets } from './bare-lists.ts';
import { leanClient } from './lean-client.ts';
import { loadLedger } from './load-ledger.ts';
import { type Measured, measure } from './measure.ts';
import { memoryLine, startBenchServer } from './start-server.ts';

/** As browsers send it. Responses are compressed in every figure. */
const BROWSER_ENCODINGS = 'gzip, deflate, br, zstd';

type App = Awaited<ReturnType<typeof startBenchServer>>;

// Compares lists over HTTP with plain `pg`, parsed rows and JSON.stringify, in one run on one PostgreSQL. Both sides count up to 10,000 rows,
// and all of them in the rows 'counted'.
// `npm run bench -- lists --tickets=10000,100000`

/** In every job's name: the most expensive search. */
const SEARCHED = 'cedar';
const HEAVY = 1;
/** Has the same number of tickets at every ledger size, so its times show the effect of other customers' data. */
const STEADY = 2;
const STEADY_TICKETS = 1000;
/** HTTP p50 of the steady customer's calls at the first size. */
const smallest = new Map<string, number>();

const { values } = parseArgs({
  allowPositionals: true,
  options: { tickets: { type: 'string', default: '10000,100000,1000000' }, customers: { type: 'string', default: '2000' } },
});

const server = await openTestServer(undefined);
try {
  for (const tickets of values.tickets.split(',').map(Number)) await benchSize(tickets);
} finally {
  await server.stop();
}

async function benchSize(tickets: number): Promise<void> {
  const name = `bench_${tickets}`;
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, name);
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 4 });
  await migrate(engine);
  const startedAt = Date.now();
  await loadLedger(new Database(engine), {
    tickets,
    customers: Number(values.customers),
    heavyTickets: tickets / 10,
    steadyTickets: STEADY_TICKETS,
  });
  await engine.close();
  console.log(
    `\n${tickets.toLocaleString('en-US')} tickets, ${values.customers} customers (loaded in ${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
  );

  const app = await startBenchServer(databaseUrl, { headers: { 'accept-encoding': BROWSER_ENCODINGS } });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 32 });
  // The server ends before the last idle connection closes.
  pool.on('error', () => {});
  // The first statement of each connection, not one more of each call.
  pool.on('connect', (client) => void client.query('set role yardage_system'));
  try {
    await compare(app, pool);
  } finally {
    await pool.end();
    app.stop();
  }
}

async function compare(app: App, pool: pg.Pool): Promise<void> {
  const lastTicket = async (condition: string) => {
    const { rows } = await pool.query<{ owner: number; order: number; ticket: number }>(
      `select customer_id::int as owner, order_id::int as order, id::int as ticket from tickets where ${condition} order by id desc limit 1`,
    );
    if (!rows[0]) throw new Error('the ledger has no such ticket');
    return rows[0];
  };
  const callsAbout = async (condition: string) => {
    const { owner, order, ticket } = await lastTicket(condition);
    const { rows } = await pool.query<{ total: number }>('select count(*)::int as total from tickets where customer_id = $1', [owner]);
    console.log(`  where ${condition}: a customer with ${rows[0]?.total.toLocaleString('en-US')} tickets`);
    return callsOf(app, pool, owner, order, ticket);
  };
  const rowsOf = async (who: string, condition: string) => {
    const times = new Map<string, number>();
    for (const [what, [http, bare]] of Object.entries(await callsAbout(condition)))
      times.set(what, await row(`${who}, ${what}`, http, bare));
    return times;
  };
  await row(
    'a call that does nothing',
    () => app.get('/healthz'),
    () => pool.query('select 1'),
  );
  const ordinary = await rowsOf('ordinary', `customer_id > ${STEADY}`);
  const heavy = await rowsOf('heavy', `customer_id = ${HEAVY}`);
  for (const [name, time] of heavy)
    console.log(`  heavy beside ordinary, ${name.padEnd(16)} ×${(time / (ordinary.get(name) ?? time)).toFixed(2)}`);
  for (const [name, [http]] of Object.entries(await callsAbout(`customer_id = ${STEADY}`))) {
    const { p50Ms } = await measure(http);
    const first = smallest.get(name) ?? p50Ms;
    smallest.set(name, first);
    console.log(`  steady, ${name.padEnd(16)} ${p50Ms.toFixed(2)} ms, growth ×${(p50Ms / first).toFixed(2)}`);
  }
  await compareEncodings(app);
  await compareWithBareFastify(app);
  console.log(`  ${memoryLine(await app.memory())}`);
}

/** A page of tickets with each compression, in one run. */
async function compareEncodings({ port, token }: App): Promise<void> {
  for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
    const client = leanClient(port, { authorization: `Bearer ${token}`, 'accept-encoding': encoding });
    const { p50Ms, perSecond } = await measure(() => client.get(`/api/customers/G${STEADY}/tickets?pageSize=100`));
    console.log(`  steady, tickets, ${encoding.padEnd(9)} ${p50Ms.toFixed(2)} ms, ${perSecond.toFixed(0)}/s, ${client.lastBytes()} bytes`);
    client.close();
  }
}

/**
 * A call that does nothing, and a page of tickets, beside a bare Fastify route that returns the same bytes. At least half of its throughput is
 * wanted.
 */
async function compareWithBareFastify({ port, token }: App): Promise<void> {
  const path = `/api/customers/G${STEADY}/tickets?pageSize=100`;
  const headers = { authorization: `Bearer ${token}` };
  const body = await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...headers, 'accept-encoding': 'identity' } })).text();
  const probe = await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  await besideBare({ name: 'a call that does nothing', port, path: '/healthz', body: probe, headers: { 'accept-encoding': 'identity' } });
  for (const encoding of ['identity', BROWSER_ENCODINGS]) {
    const name = `a page of tickets, ${encoding === 'identity' ? encoding : 'as browsers'}`;
    await besideBare({ name, port, path, body, headers: { ...headers, 'accept-encoding': encoding } });
  }
}

interface Beside {
  name: string;
  port: number;
  path: string;
  /** What the bare route returns. */
  body: string;
  headers: Readonly<Record<string, string>>;
}

async function besideBare({ name, port, path, body, headers }: Beside): Promise<void> {
  const bare = fork(join(import.meta.dirname, '../apps/server/src/testing/bare-fastify.ts'), { execArgv: [...SERVER_FLAGS] });
  try {
    bare.send(body);
    const [{ port: barePort }] = (await once(bare, 'message')) as [{ port: number }];
    const [ours, theirs] = [leanClient(port, headers), leanClient(barePort, headers)];
    const [own, plain] = [await measure(() => ours.get(path)), await measure(() => theirs.get('/'))];
    ours.close();
    theirs.close();
    const share = own.perSecond / plain.perSecond;
    console.log(`  beside bare Fastify, ${name}: ${own.perSecond.toFixed(0)}/s of ${plain.perSecond.toFixed(0)}/s, ×${share.toFixed(2)}`);
  } finally {
    bare.kill();
  }
}

/** The calls about a customer, over HTTP and as plain SQL. */
function callsOf(app: App, pool: pg.Pool, customerId: number, orderId: number, ticketId: number) {
  const path = `/api/customers/G${customerId}`;
  const pages = (search: string, isCountExact: boolean) => {
    const query = `pageSize=100${search && `&search=${search}`}${isCountExact ? '&count=exact' : ''}`;
    const wanted = { search: search && `%${search}%`, isCountExact };
    return {
      orders: [() => app.get(`${path}/orders?${query}`), () => bareOrders(pool, customerId, wanted)],
      tickets: [() => app.get(`${path}/tickets?${query}`), () => bareTickets(pool, customerId, wanted)],
    } as const;
  };
  const [plain, found, counted] = [pages('', false), pages(SEARCHED, false), pages('', true)];
  return {
    orders: plain.orders,
    'orders, counted': counted.orders,
    'orders, search': found.orders,
    order: [() => app.get(`${path}/orders/${orderId}`), () => bareOrder(pool, customerId, orderId)],
    tickets: plain.tickets,
    'tickets, counted': counted.tickets,
    'tickets, search': found.tickets,
    ticket: [() => app.get(`${path}/tickets/${ticketId}`), () => bareTicket(pool, customerId, ticketId)],
  } as const;
}

async function row(name: string, http: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<number> {
  const [over, plain] = [await measure(http), await measure(bare)];
  const tell = ({ p50Ms, perSecond }: Measured) => `${p50Ms.toFixed(2)} ms, ${perSecond.toFixed(0)}/s`;
  console.log(
    `  ${name.padEnd(28)} HTTP ${tell(over).padEnd(20)} bare ${tell(plain).padEnd(20)} time ×${(over.p50Ms / plain.p50Ms).toFixed(2)}, throughput ×${(over.perSecond / plain.perSecond).toFixed(2)}`,
  );
  return over.p50Ms;
}
