import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { loadInvoices } from './load-invoices.ts';
import { loadLedger } from './load-ledger.ts';
import { measure } from './measure.ts';
import { startBenchServer } from './start-server.ts';

// Compares the dashboard's calls and the newest statement of a customer with many invoices with one page of the invoice list.
// `npm run bench -- summary --invoices=100000`; the summary may cost at most three pages.

const MAX_PAGES = 3;
const HEAVY = '/api/customers/G1';

const { values } = parseArgs({
  allowPositionals: true,
  options: { invoices: { type: 'string', default: '100000' }, customers: { type: 'string', default: '200' } },
});

const server = await openTestServer(undefined);
try {
  await benchSummary(Number(values.invoices));
} finally {
  await server.stop();
}

async function benchSummary(invoices: number): Promise<void> {
  const name = `bench_summary_${invoices}`;
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, name);
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 4 });
  await migrate(engine);
  const database = new Database(engine);
  await loadLedger(database, { tickets: 2000, customers: Number(values.customers), heavyTickets: 1000 });
  await loadInvoices(database, invoices);
  await engine.close();

  const app = await startBenchServer(databaseUrl);
  const page = await measure(() => app.get(`${HEAVY}/invoices?pageSize=100`));
  console.log(`\n${invoices.toLocaleString('en-US')} invoices at one customer: a page of the list takes ${page.p50Ms.toFixed(2)} ms`);
  for (const [what, path] of [
    ['summary', '/summary'],
    ['summary, aging', '/summary?part=aging'],
    ['summary, rewards', '/summary?part=rewards'],
    ['possible discounts', '/possible-discounts'],
    ['today', '/today'],
    ['deliveries of today', '/today/deliveries'],
    ['newest statement', `/statements/${lastMonthEnd()}`],
  ] as const) {
    const { p50Ms, perSecond } = await measure(() => app.get(`${HEAVY}${path}`));
    const pages = p50Ms / page.p50Ms;
    const verdict = what === 'summary' && pages > MAX_PAGES ? `: over ${MAX_PAGES} pages` : '';
    console.log(`  ${what.padEnd(20)} ${p50Ms.toFixed(2)} ms, ${perSecond.toFixed(0)}/s, ${pages.toFixed(2)} pages${verdict}`);
    if (verdict) process.exitCode = 1;
  }
  app.stop();
}

/** Returns the date of the newest statement. */
function lastMonthEnd(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 10);
}
