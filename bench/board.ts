import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { loadLedger } from './load-ledger.ts';
import { measure } from './measure.ts';
import { startBenchServer } from './start-server.ts';

// Compares a board of 500 trucks with a page of 100 tickets of the same customer: `npm run bench -- board`.

const TRUCKS = 500;
const OWN = '/api/customers/G1';

const server = await openTestServer(undefined);
try {
  await benchBoard();
} finally {
  await server.stop();
}

async function benchBoard(): Promise<void> {
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query('create database bench_board');
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, 'bench_board');
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 4 });
  await migrate(engine);
  const database = new Database(engine);
  await loadLedger(database, { tickets: 20_000, customers: 200, heavyTickets: 5_000 });
  await putOnTheRoad(database);
  await engine.close();

  const app = await startBenchServer(databaseUrl);
  await app.get(`${OWN}/truck-tracking/active-trucks`);
  const page = await measure(() => app.get(`${OWN}/tickets?pageSize=100`));
  console.log(`\n${TRUCKS} trucks on the road for one customer: a page of 100 tickets takes ${page.p50Ms.toFixed(2)} ms`);
  for (const [what, path] of [
    ['poll', 'positions'],
    ['board', 'active-trucks'],
  ] as const) {
    const { p50Ms, p95Ms, perSecond } = await measure(() => app.get(`${OWN}/truck-tracking/${path}`));
    const ratios = `${(p50Ms / page.p50Ms).toFixed(2)} pages of tickets, ${(p50Ms / page.p50Ms / (TRUCKS / 100)).toFixed(2)} a hundred trucks`;
    console.log(`  ${what.padEnd(6)} ${p50Ms.toFixed(2)} ms (p95 ${p95Ms.toFixed(2)}), ${perSecond.toFixed(0)}/s: ${ratios}`);
  }
  app.stop();
}

/** Gives the first customer one load on each of many new trucks, for 25 jobs that are on the map. */
async function putOnTheRoad(database: Database): Promise<void> {
  await database.engine.pool.query("select setval(pg_get_serial_sequence('trucks', 'id'), 1000)");
  await database.transaction('system', async ({ client }) => {
    // Loading in a few large statements takes longer than the timeout of a call.
    await client.query('set local statement_timeout = 0');
    await client.query('update orders set job_latitude = 35.2, job_longitude = -85.2, status_id = 6 where customer_id = 1 and id <= 25');
    await client.query(
      `with fleet as (insert into trucks (data_source_id, plant_id, number, zonar_account, driver_name)
         select 1, 1, 'F' || n, 'Z', 'Driver ' || n from generate_series(1, ${TRUCKS}) n returning id),
       loads as (insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, driver_name, load_number, quantity, leave_plant_at,
           tax_cents, alt_key)
         select 1, 1 + id % 25, 'F' || id, 3, now() - interval '20 minutes', 1, id, 'Driver', 11, 10, now() - interval '5 minutes', 0, 'F' || id from fleet
         returning id, truck_id)
       insert into truck_positions (truck_id, customer_id, ticket_id, latitude, longitude, heading, speed_mph, has_power, recorded_at)
       select truck_id, 1, id, 35.05 + truck_id % 100 * 0.001, -85.1, 90, 30, true, now() from loads`,
    );
  });
  await database.engine.pool.query('vacuum analyze');
}
