import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '../apps/server/src/database/database.ts';
import { type EngineSettings, openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { fillDemoWorld } from '../apps/server/src/demo/world/fill-demo-world.ts';
import { addChaosPeople, runChatChaos } from '../apps/server/src/testing/chat-chaos.ts';
import { findFreePorts } from '../apps/server/src/testing/free-ports.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { customersOf } from '../apps/server/src/testing/sample-call.ts';
import { startServer } from '../apps/server/src/testing/start-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { startTestIssuer } from '../apps/server/src/testing/test-issuer.ts';

// Clients chat while servers are killed and half of the responses get lost. No client may see a message lost, duplicated or out of
// order. `npm run bench -- chat --sessions=50 --kills=20`; four clients per session; runs on the embedded engine, then on PostgreSQL
// with one node and with two.

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sessions: { type: 'string', default: '50' },
    kills: { type: 'string', default: '20' },
    loss: { type: 'string', default: '0.5' },
    everyMs: { type: 'string', default: '3000' },
    runs: { type: 'string', default: 'pglite,one,two' },
  },
});
const sessions = Number(values.sessions);
const issuer = await startTestIssuer();
let hasFailed = false;

for (const run of values.runs.split(',')) await (run === 'pglite' ? onPglite() : onPostgres(run === 'two' ? 2 : 1));
issuer.stop();
if (hasFailed) process.exitCode = 1;

async function onPglite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardage-chaos-'));
  await chaos('embedded engine, one node', 1, { databaseUrl: undefined, dataDir, poolSize: 1 }, { DATA_DIR: dataDir });
  rmSync(dataDir, { recursive: true, force: true });
}

async function onPostgres(nodes: number): Promise<void> {
  const server = await openTestServer(undefined);
  const name = `chaos_${nodes}`;
  const admin = new pg.Client({ connectionString: server.template.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const databaseUrl = addressOf(server.template.adminUrl, name);
  const title = `PostgreSQL, ${nodes === 1 ? 'one node' : 'two nodes'}`;
  await chaos(title, nodes, { databaseUrl, dataDir: '', poolSize: 4 }, { DATABASE_URL: databaseUrl });
  await server.stop();
}

async function chaos(title: string, nodes: number, settings: EngineSettings, env: Record<string, string>): Promise<void> {
  const engine = await openEngine(settings);
  await migrate(engine);
  const database = new Database(engine);
  await fillDemoWorld(database, { seed: 1, scale: 1, now: new Date(), onProgress: () => {} });
  const globalCustomerNumber = (await customersOf(database, 'owner@example.com'))[0]?.globalCustomerNumber ?? '';
  await addChaosPeople(database, sessions, globalCustomerNumber);
  await engine.close();
  const startedAt = Date.now();
  const report = await runChatChaos({
    sessions,
    kills: Number(values.kills),
    nodes,
    lossShare: Number(values.loss),
    writeEveryMs: Number(values.everyMs),
    livesMs: [1_000, 4_000],
    token: (email) => issuer.token(email),
    start: (port) => startServer({ ...issuer.env, ...env, PORT: String(port), LOG_LEVEL: 'error' }),
    ports: await findFreePorts(nodes),
    globalCustomerNumber,
  });
  const { faults, ...figures } = report;
  console.log(`\n${title} (${((Date.now() - startedAt) / 1000).toFixed(0)} s)`);
  for (const [figure, value] of Object.entries(figures)) console.log(`  ${figure.padEnd(18)} ${Math.round(value)}`);
  console.log(faults.length === 0 ? '  nothing lost, doubled or out of order' : `  FAULTS\n  ${faults.slice(0, 20).join('\n  ')}`);
  hasFailed ||= faults.length > 0;
}
