import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { HEADERS } from '@yardage/contract/headers';
import type { Taken } from '@yardage/contract/telemetry';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { SUPPLIER_KEYS, serviceKeysService } from '../apps/server/src/features/service-keys/service-keys.service.ts';
import { installSchema } from '../apps/server/src/install.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { loadLedger } from './load-ledger.ts';
import { quantile } from './measure.ts';
import { startBenchServer } from './start-server.ts';

// 2,000 trucks that post their position every five seconds through one gateway, with one key: `npm run bench -- telemetry`.
// Once with a call per truck, once with a call per hundred trucks.

const TRUCKS = 2_000;
const EVERY_MS = 5_000;
const SECONDS = 20;
const TICK_MS = 50;

const server = await openTestServer(undefined);
try {
  await benchTelemetry();
} finally {
  await server.stop();
}

async function benchTelemetry(): Promise<void> {
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query('create database bench_telemetry');
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, 'bench_telemetry');
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 4 });
  await installSchema(engine);
  const database = new Database(engine);
  await loadLedger(database, { tickets: 20_000, customers: 200, heavyTickets: 5_000 });
  const key = { name: 'Gateway', scopes: ['telemetry:write'] };
  const { secret } = await serviceKeysService(database, SUPPLIER_KEYS).create(key, { userId: null, requestId: 'bench' });
  await database.engine.pool.query("select setval(pg_get_serial_sequence('trucks', 'id'), 1000)");
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into trucks (data_source_id, plant_id, number, zonar_account, driver_name)
       select 1, 1, 'F' || n, 'Z', 'Driver ' || n from generate_series(1, ${TRUCKS}) n returning id`,
    ),
  );
  await engine.close();

  const app = await startBenchServer(databaseUrl);
  const trucks = rows.map(({ id }) => Number(id));
  try {
    for (const batch of [1, 100]) {
      const before = await countFixes(databaseUrl);
      const taken = await drive(app.port, secret, trucks, batch);
      const stored = (await countFixes(databaseUrl)) - before;
      if (stored !== taken) throw new Error(`${taken} positions were taken and ${stored} are stored`);
    }
  } finally {
    app.stop();
  }
}

async function countFixes(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from truck_fixes');
  await client.end();
  return rows[0]?.count ?? 0;
}

/** Sends every truck's position every five seconds, whether or not earlier calls were answered. Returns how many were taken. */
async function drive(port: number, secret: string, trucks: readonly number[], batch: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const sending: Promise<void>[] = [];
  const callsPerMs = trucks.length / batch / EVERY_MS;
  const startedAt = performance.now();
  let sent = 0;
  let next = 0;
  let taken = 0;
  let refused = 0;
  while (performance.now() - startedAt < SECONDS * 1000) {
    for (; sent < (performance.now() - startedAt) * callsPerMs; sent += 1) {
      const positions = Array.from({ length: batch }, () => positionOf(trucks[next++ % trucks.length] ?? 0));
      const sentAt = performance.now();
      sending.push(
        post(agent, port, secret, { positions }).then(({ status, answer }) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status !== 200) return;
          times.push(performance.now() - sentAt);
          taken += answer.taken;
          refused += answer.refused.length;
        }),
      );
    }
    await pause(TICK_MS);
  }
  await Promise.all(sending);
  agent.destroy();
  const at = (share: number) => quantile(times, share).toFixed(1);
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const rate = (taken * 1000) / (performance.now() - startedAt);
  console.log(
    `${batch} a call: ${rate.toFixed(0)} positions/s (wanted ${(trucks.length * 1000) / EVERY_MS}), p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${refused} refused, ${answers}`,
  );
  return taken;
}

function positionOf(truckId: number) {
  return {
    truckId,
    latitude: 35 + Math.random(),
    longitude: -85 - Math.random(),
    heading: 90,
    speed: { value: 30, unit: 'mph' },
    power: true,
    recordedAt: new Date().toISOString(),
  };
}

function post(agent: Agent, port: number, secret: string, body: object): Promise<{ status: number; answer: Taken }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', [HEADERS.serviceKey]: secret };
    const call = request({ host: '127.0.0.1', port, path: '/api/telemetry/positions', method: 'POST', agent, headers }, (answer) => {
      json(answer).then((content) => resolve({ status: answer.statusCode ?? 0, answer: content as Taken }), reject);
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}
