import { parseArgs } from 'node:util';
import { HEADERS } from '@yardage/contract/headers';
import { ALL_SCOPES } from '@yardage/contract/service-scopes';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { SUPPLIER_KEYS, serviceKeysService } from '../apps/server/src/features/service-keys/service-keys.service.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { SAMPLE_SOURCE } from '../apps/server/src/testing/supply-samples.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { quantile } from './measure.ts';
import { startBenchServer } from './start-server.ts';
import { BATCH, fillGround, ticketOf } from './supply-fixtures.ts';

// Loads tickets over HTTP: `npm run bench -- supply-load --rows=1000000`. The server's memory must stay flat, and a page of tickets must take
// at most 1.5 times as long as without a load. Quiet and busy phases take turns, so that a busy machine slows both.

const MAX_SLOWDOWN_FACTOR = 1.5;
/** The largest memory of the second half may exceed that of the first by this factor. */
const FLAT = 1.1;
const PHASES = 10;
const READS = 100;
const WARM_UP_READS = 300;

const { values } = parseArgs({ allowPositionals: true, options: { rows: { type: 'string', default: '1000000' } } });
const batches = Math.ceil(Number(values.rows) / BATCH);

const server = await openTestServer(undefined);
try {
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query('create database bench_load');
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, 'bench_load');
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 2 });
  await migrate(engine);
  const database = new Database(engine);
  await fillGround(database);
  const { secret } = await serviceKeysService(database, SUPPLIER_KEYS).create(
    { name: 'Bench', scopes: [ALL_SCOPES] },
    { userId: null, requestId: 'bench' },
  );
  await engine.close();
  const app = await startBenchServer(databaseUrl);
  try {
    await measureLoad(app, secret);
  } finally {
    app.stop();
  }
} finally {
  await server.stop();
}

async function measureLoad(app: Awaited<ReturnType<typeof startBenchServer>>, key: string): Promise<void> {
  let sent = 0;
  const memory: number[] = [];
  const batchMs: number[] = [];
  const sendBatch = async () => {
    const first = sent * BATCH;
    sent += 1;
    const body = JSON.stringify({
      dataSource: SAMPLE_SOURCE,
      records: Array.from({ length: BATCH }, (_, index) => ticketOf(first + index)),
    });
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${app.port}/api/supply/tickets`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [HEADERS.serviceKey]: key },
      body,
    });
    const { counts } = (await answer.json()) as { counts?: { created: number } };
    if (counts?.created !== BATCH) throw new Error(`a batch answered ${answer.status}: ${JSON.stringify(counts)}`);
    batchMs.push(performance.now() - startedAt);
    memory.push(await app.rss());
  };
  const read = () => app.get('/api/customers/G1/tickets?pageSize=20');

  for (let batch = 0; batch < Math.min(20, batches / 4); batch += 1) await sendBatch();
  for (let call = 0; call < WARM_UP_READS; call += 1) await read();
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let phase = 1; phase <= PHASES; phase += 1) {
    await timeReads(read, quiet, (count) => count >= READS);
    const until = Math.round((batches * phase) / PHASES);
    let isLoaded = false;
    const load = (async () => {
      while (sent < until) await sendBatch();
      isLoaded = true;
    })();
    await timeReads(read, busy, () => isLoaded);
    await load;
  }
  console.log(
    `${sent * BATCH} tickets with two lines each, in batches of ${BATCH}: median ${quantile(batchMs, 0.5).toFixed(0)} ms a batch`,
  );
  const half = Math.floor(memory.length / 2);
  const [early, late] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
  const isFlat = late <= early * FLAT;
  console.log(`  server memory: at most ${mb(early)} in the first half, ${mb(late)} in the second${isFlat ? '' : ' (it grows)'}`);
  const times = quantile(busy, 0.5) / quantile(quiet, 0.5);
  console.log(
    `  a page of tickets: p50 ${quantile(quiet, 0.5).toFixed(1)} → ${quantile(busy, 0.5).toFixed(1)} ms, p95 ${quantile(quiet, 0.95).toFixed(1)} → ` +
      `${quantile(busy, 0.95).toFixed(1)} ms, p99 ${quantile(quiet, 0.99).toFixed(1)} → ${quantile(busy, 0.99).toFixed(1)} ms, ×${times.toFixed(2)} and ×${(quantile(busy, 0.95) / quantile(quiet, 0.95)).toFixed(2)}${times > MAX_SLOWDOWN_FACTOR ? ' (too slow)' : ''}`,
  );
}

async function timeReads(read: () => Promise<void>, times: number[], isOver: (count: number) => boolean): Promise<void> {
  for (let count = 0; !isOver(count); count += 1) {
    const startedAt = performance.now();
    await read();
    times.push(performance.now() - startedAt);
  }
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
