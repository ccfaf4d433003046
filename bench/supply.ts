import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { copyInto } from './copy-into.ts';
import { BATCH, fillGround, put, ticketOf } from './supply-fixtures.ts';

// Compares batches of 1,000 tickets through the supply pipeline with COPY of the same rows into the same tables with the same indexes.
// Both take turns, so that a busy machine slows both. `npm run bench -- supply --batches=30`; a quarter of COPY's speed is wanted.

const WANTED = 0.25;

/** Leaves every value as PostgreSQL writes it. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig;

const { values } = parseArgs({ allowPositionals: true, options: { batches: { type: 'string', default: '20' } } });

const server = await openTestServer(undefined);
try {
  await benchSupply(Number(values.batches));
} finally {
  await server.stop();
}

async function benchSupply(batches: number): Promise<void> {
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query('create database bench_supply');
  const engine = await openEngine({ databaseUrl: addressOf(server.template.adminUrl, 'bench_supply'), dataDir: '', poolSize: 2 });
  await migrate(engine);
  await fillGround(new Database(engine));
  await engine.close();
  await admin.query('create database bench_copy template bench_supply');
  await admin.end();

  const opened = await openEngine({ databaseUrl: addressOf(server.template.adminUrl, 'bench_supply'), dataDir: '', poolSize: 2 });
  const database = new Database(opened);
  // Row-level security forbids COPY to everybody but a superuser.
  const copyUrl = new URL(addressOf(server.template.adminUrl, 'bench_copy'));
  copyUrl.username = 'postgres';
  const copyClient = new pg.Client({ connectionString: copyUrl.href });
  copyClient.on('error', () => {});
  await copyClient.connect();

  const [supplyMs, copyMs]: [number[], number[]] = [[], []];
  for (let batch = 0; batch < batches; batch += 1) {
    const records = Array.from({ length: BATCH }, (_, index) => ticketOf(batch * BATCH + index));
    const body = JSON.stringify(records);
    supplyMs.push(await timed(() => put(database, 'tickets', JSON.parse(body))));
    const rows = await readBatch(database, batch);
    copyMs.push(
      await timed(async () => {
        await copyClient.query('begin');
        await copyInto(copyClient, 'tickets', rows.tickets);
        await copyInto(copyClient, 'ticket_products', rows.lines);
        await copyClient.query('commit');
      }),
    );
  }
  await copyClient.end();
  await opened.close();
  const [supply, copy] = [median(supplyMs), median(copyMs)];
  const ratio = copy / supply;
  console.log(`${batches} batches of ${BATCH} tickets with two lines each, median of a batch:`);
  console.log(`  supply ${supply.toFixed(0)} ms (${Math.round((BATCH * 1000) / supply)} tickets/s)`);
  console.log(`  COPY   ${copy.toFixed(0)} ms (${Math.round((BATCH * 1000) / copy)} tickets/s)`);
  console.log(`  ${(ratio * 100).toFixed(0)} % of COPY's speed${ratio < WANTED ? `: less than the ${WANTED * 100} % wanted` : ''}`);
}

/** Returns the rows that a batch made. */
async function readBatch(database: Database, batch: number) {
  return database.transaction('system', async ({ client }) => {
    const keys = Array.from({ length: BATCH }, (_, index) => `K${batch * BATCH + index}`);
    const tickets = await client.query({ text: 'select * from tickets where alt_key = any($1)', values: [keys], types: AS_TEXT });
    const ids = tickets.rows.map(({ id }) => id);
    const lines = await client.query({ text: 'select * from ticket_products where ticket_id = any($1)', values: [ids], types: AS_TEXT });
    return { tickets: tickets.rows as Record<string, string | null>[], lines: lines.rows as Record<string, string | null>[] };
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
