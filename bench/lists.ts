import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { bareOrders, bareTickets } from './bare-lists.ts';
import { loadLedger } from './load-ledger.ts';
import { type Measured, measure } from './measure.ts';
import { startServer } from './start-server.ts';

// Lists over HTTP beside the same SQL through bare `pg` with parsed rows and JSON.stringify, in one run, on one PostgreSQL.
// `npm run bench -- --tickets=10000,100000`

const HEAVY = 1;
const ORDINARY = 1500;

const { values } = parseArgs({
  options: { tickets: { type: 'string', default: '10000,100000' }, customers: { type: 'string', default: '2000' } },
});

const server = await openTestServer(undefined);
try {
  for (const tickets of values.tickets.split(',').map(Number)) await benchSize(tickets);
} finally {
  await server.stop();
}

async function benchSize(tickets: number): Promise<void> {
  const name = `bench_${tickets}`;
  const admin = new pg.Client({ connectionString: server.order.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const databaseUrl = addressOf(server.order.adminUrl, name);
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 4 });
  await migrate(engine);
  const startedAt = Date.now();
  await loadLedger(new Database(engine), { tickets, customers: Number(values.customers), heavyTickets: tickets / 10 });
  await engine.close();
  console.log(
    `\n${tickets.toLocaleString('en-US')} tickets, ${values.customers} customers (loaded in ${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
  );

  const app = await startServer(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 32 });
  // The server ends before the last idle connection does.
  pool.on('error', () => {});
  for (const [who, customerId] of [
    ['ordinary', ORDINARY],
    ['heavy', HEAVY],
  ] as const) {
    const path = `/api/customers/G${customerId}`;
    await row(
      `${who} orders, page of 100`,
      () => app.get(`${path}/orders?pageSize=100`),
      () => bareOrders(pool, customerId, ''),
    );
    await row(
      `${who} tickets, page of 100`,
      () => app.get(`${path}/tickets?pageSize=100`),
      () => bareTickets(pool, customerId, ''),
    );
    await row(
      `${who} tickets, search`,
      () => app.get(`${path}/tickets?pageSize=100&search=cedar`),
      () => bareTickets(pool, customerId, '%cedar%'),
    );
  }
  console.log(`  server memory ${((await app.rss()) / 1e6).toFixed(0)} MB`);
  await pool.end();
  app.stop();
}

async function row(name: string, http: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<void> {
  const [over, plain] = [await measure(http), await measure(bare)];
  const tell = ({ p50Ms, perSecond }: Measured) => `${p50Ms.toFixed(2)} ms, ${perSecond.toFixed(0)}/s`;
  console.log(
    `  ${name.padEnd(28)} HTTP ${tell(over).padEnd(20)} bare ${tell(plain).padEnd(20)} time ×${(over.p50Ms / plain.p50Ms).toFixed(2)}, throughput ×${(over.perSecond / plain.perSecond).toFixed(2)}`,
  );
}
