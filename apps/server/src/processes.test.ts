import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { HEADERS } from '@yardage/contract/headers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { type Engine, openEngine } from '#server/database/engine';
import { migrate, readMigrations } from '#server/database/migrate';
import { runAdmin } from '#server/run-admin';
import { addChaosPeople, jobAddress } from '#server/testing/chat-chaos';
import { ChatDriver } from '#server/testing/chat-driver';
import { runAsAdmin } from '#server/testing/drop-database';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, payableInvoices } from '#server/testing/sample-payment';
import { runServer, type ServerProcess, startServer } from '#server/testing/start-server';
import { addressOf } from '#server/testing/templates';
import { copyTestDatabase } from '#server/testing/test-database';
import { startTestIssuer, type TestIssuer } from '#server/testing/test-issuer';

const OWNER = 'owner@example.com';
const CUSTOMER = 'chaos.0@example.com';
const DISPATCHER = 'chaos.desk.0@example.com';
const LOGIN = `yardage_runtime_${process.pid}`;
const PAYMENTS = 3;
/** A payment calls the processor twice, so it takes longer than the 15 seconds that the server once gave it. */
const PROCESSOR_MS = 8_000;

let issuer: TestIssuer;
let copy: Awaited<ReturnType<typeof copyTestDatabase>>;
let owner: Engine;
let database: Database;
let runtimeUrl: string;
let own: TestCustomer;
let env: Record<string, string>;
const started: ServerProcess[] = [];

async function start(role: string): Promise<ServerProcess> {
  const server = await startServer({ ...env, ROLE: role });
  started.push(server);
  return server;
}

beforeAll(async () => {
  [issuer, copy] = await Promise.all([startTestIssuer(), copyTestDatabase('demo')]);
  await runAsAdmin(copy.adminUrl, `create role ${LOGIN} login noinherit`);
  owner = await openEngine({ databaseUrl: copy.url, dataDir: '', poolSize: 4 });
  database = new Database(owner);
  const [customer] = await customersOf(database, OWNER);
  own = customer as TestCustomer;
  await addChaosPeople(database, 1, own.globalCustomerNumber);
  const url = new URL(copy.url);
  url.username = LOGIN;
  runtimeUrl = url.href;
  env = {
    ...issuer.env,
    DATABASE_URL: runtimeUrl,
    DATABASE_OWNER_URL: copy.url,
    LOG_LEVEL: 'error',
    SIMULATOR: 'off',
    STOP_DELAY_SECONDS: '2',
    PAYMENT_TIMEOUT_SECONDS: '60',
    SANDBOX_LATENCY_MS: String(PROCESSOR_MS),
  };
});
afterAll(async () => {
  for (const server of started) await server.kill();
  issuer?.stop();
  await owner?.close();
  await copy?.remove();
  await runAsAdmin(copy.adminUrl, `drop role if exists ${LOGIN}`);
});

const statusOf = async (url: string) => {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
};

async function call(url: string, token: string, body?: object): Promise<Response> {
  return fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      [HEADERS.globalCustomerNumber]: own.globalCustomerNumber,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

const mailState = (id: string) => database.read<string>('system', sql`select state as answer from outgoing_mails where id = ${id}::bigint`);

describe('processes with roles and a login of their own', () => {
  let web: ServerProcess;
  let other: ServerProcess;

  it('RUN-01 a web process enqueues work, a worker does it and serves no users', async () => {
    const { code, output } = await runServer({ ...env, ROLE: 'migrate' });
    expect([code, output]).toEqual([0, expect.any(String)]);
    [web, other] = await Promise.all([start('web'), start('web')]);
    const token = await issuer.token(OWNER);
    // Pages may get their tokens from the provider's token endpoint, which is another origin than the issuer.
    const policyOf = async ({ url }: ServerProcess) => (await fetch(`${url}/healthz`)).headers.get('content-security-policy');
    await expect.poll(() => policyOf(web), { timeout: 10_000 }).toMatch(/connect-src [^;]* http:\/\/localhost:\d+ /);
    const orderId = await database.read<string>(
      'system',
      sql`select max(id)::text as answer from orders where customer_id = ${own.customerId}`,
    );
    const path = `/api/customers/${own.globalCustomerNumber}/orders/${orderId}/send-email`;
    const sent = await call(`${web.url}${path}`, token, { email: 'site@example.com', message: 'The order for Monday' });
    expect([sent.status, await sent.text()]).toEqual([200, expect.any(String)]);
    const mailId = (await database.read<string>('system', sql`select max(id)::text as answer from outgoing_mails`)) ?? '';
    // Long enough for several looks at the queue.
    await pause(2_500);
    expect(await mailState(mailId)).toBe('queued');
    const worker = await start('worker');
    await expect.poll(() => mailState(mailId), { timeout: 30_000 }).toBe('sent');
    expect(await statusOf(`${worker.url}/readyz`)).toBe(200);
    expect(await statusOf(`${worker.url}/metrics`)).toBe(200);
    expect(await statusOf(`${worker.url}/api/accounts/states`)).toBe(404);
    expect(await statusOf(`${worker.url}/hub/?EIO=4&transport=polling`)).toBe(403);
  });

  it('RUN-02 commands work with the runtime login and leave the schema as it is', async () => {
    const lines: string[] = [];
    const terminal = { say: (line: string) => void lines.push(line), confirm: async () => false };
    // The worker above has stored how long things are kept.
    const settings = { databaseUrl: runtimeUrl, dataDir: '', hasOutsideSignIn: true, retention: {} };
    await runAdmin(['key', 'add', 'Dispatch', '--scopes', '*'], settings, terminal);
    await runAdmin(['retention', 'run', '--yes'], settings, terminal);
    await runAdmin(['key', 'list'], settings, terminal);
    expect(lines.at(-1)).toContain('Dispatch');
    await owner.pool.query("update schema_migrations set name = 'elsewhere' where name = (select max(name) from schema_migrations)");
    await expect(runAdmin(['key', 'list'], settings, terminal)).rejects.toThrow(/^The database lacks the migration .* Run ROLE=migrate/);
    const last = readMigrations().at(-1)?.name;
    await owner.pool.query("update schema_migrations set name = $1 where name = 'elsewhere'", [last]);
    const wrong = { ...settings, databaseUrl: addressOf(runtimeUrl, 'no_such_database') };
    await expect(runAdmin(['key', 'list'], wrong, terminal)).rejects.toThrow(/^DATABASE_URL: .* there is no such database\.$/);
  });

  it('RUN-01 production does not start on a database that the demo filled', async () => {
    const { DATABASE_URL, DATABASE_OWNER_URL } = env as Record<'DATABASE_URL' | 'DATABASE_OWNER_URL', string>;
    const { code, output } = await runServer({ MODE: 'production', ROLE: 'migrate', DATABASE_URL, DATABASE_OWNER_URL });
    expect([code, output]).toEqual([1, expect.stringContaining('invented customers and staff of the demo')]);
  });

  it('RUN-02 the runtime login sees no row without a scope, changes no table, and reads neither jobs nor the processor', async () => {
    const client = new pg.Client({ connectionString: runtimeUrl });
    await client.connect();
    const refused = async (statement: string) =>
      expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    const { rows: tables } = await owner.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    expect(tables.length).toBeGreaterThan(30);
    try {
      for (const { name } of tables) await refused(`select * from "${name}" limit 1`);
      for (const { name } of tables) await refused(`alter table "${name}" disable row level security`);
      await refused('create table public.other (id bigint)');
      await refused('set role yardage_owner');
      await refused('select * from pgboss.job');
      await refused('select * from sandbox_processor.orders');
      for (const role of ['yardage_app', 'yardage_system', 'yardage_jobs']) {
        await client.query(`set role ${role}`);
        await refused('select * from sandbox_processor.orders');
        await refused('alter table customers disable row level security');
        await refused('create table public.other (id bigint)');
        if (role !== 'yardage_jobs') await refused('select * from pgboss.job');
        else for (const name of ['customers', 'users', 'payments', 'outgoing_mails']) await refused(`select * from ${name}`);
      }
      await client.query('set role yardage_app');
      const { rows: walled } = await client.query<{ name: string }>(
        "select tablename as name from pg_policies where policyname = 'own_customer'",
      );
      expect(walled.length).toBeGreaterThan(15);
      for (const { name } of walled) expect((await client.query(`select from "${name}" limit 1`)).rowCount, name).toBe(0);
    } finally {
      await client.end();
    }
  });

  it('RUN-04 SIGTERM under load drops no payment and no message, answers nothing with 5xx, and moves each socket once', async () => {
    const invoices = await payableInvoices(database, own, PAYMENTS);
    const [token, customerToken, dispatcherToken] = await Promise.all([OWNER, CUSTOMER, DISPATCHER].map((email) => issuer.token(email)));
    const ready = new Set([web.url, other.url]);
    let turn = 0;
    const pick = () => [...ready][turn++ % ready.size] ?? other.url;
    const balance = new AbortController();
    // What a load balancer does: a node that is not ready gets no new requests.
    const balancing = (async () => {
      while (!balance.signal.aborted) {
        if ((await statusOf(`${web.url}/readyz`).catch(() => 0)) !== 200) ready.delete(web.url);
        await pause(100);
      }
    })();

    const begun = await call(`${web.url}/api/chat/customers/client/start`, customerToken ?? '', {
      category: 1,
      context: { jobAddress },
      clientSessionId: randomUUID(),
    });
    const { session } = (await begun.json()) as { session: { sessionId: string } };
    const { sessionId } = session;
    await call(`${web.url}/api/desk/chats/${sessionId}/join`, dispatcherToken ?? '', {});
    const headers = { [HEADERS.globalCustomerNumber]: own.globalCustomerNumber };
    const path = '/chat/customers/client';
    const drivers = Array.from(
      { length: 4 },
      () =>
        new ChatDriver({ pickUrl: () => [...ready][0] ?? other.url, token: customerToken ?? '', sessionId, path, headers, lossShare: 0 }),
    );
    await expect.poll(() => drivers.every(({ isSettled }) => isSettled), { timeout: 30_000 }).toBe(true);

    const statuses: number[] = [];
    const failures: string[] = [];
    const load = new AbortController();
    const reading = Array.from({ length: 4 }, async () => {
      while (!load.signal.aborted) {
        const url = `${pick()}/api/customers/${own.globalCustomerNumber}/orders?pageSize=10`;
        await call(url, token ?? '').then(
          async (answer) => {
            await answer.arrayBuffer();
            statuses.push(answer.status);
          },
          (error) => failures.push(String(error.cause ?? error)),
        );
        await pause(20);
      }
    });
    const writing = (async () => {
      for (let index = 0; !load.signal.aborted; index += 1) {
        drivers[index % drivers.length]?.write(`message ${index}`);
        await pause(100);
      }
    })();
    const paying = invoices.map((invoice) =>
      call(`${web.url}/api/payments/initiate?globalCustomerNumber=${own.globalCustomerNumber}`, token ?? '', cardRequest(own, [invoice])),
    );
    const underWay = () =>
      database.read<number>(
        'system',
        sql`select count(*)::int as answer from payments where payment_id is null and payment_result = 2 and requested_by is not null`,
      );
    await expect.poll(underWay, { timeout: 40_000 }).toBe(PAYMENTS);
    expect(await web.stop()).toBe(0);
    const answers = await Promise.all(paying);
    expect(answers.map(({ status }) => status)).toEqual(invoices.map(() => 200));
    const paid = sql`select count(distinct l.invoice_id)::int as answer from payment_invoices l where l.payment_result = 1 and l.invoice_id = any(${`{${invoices.map(({ id }) => id).join(',')}}`}::bigint[])`;
    expect(await database.read<number>('system', paid)).toBe(PAYMENTS);
    load.abort();
    balance.abort();
    await Promise.all([...reading, writing, balancing]);
    await expect.poll(() => drivers.every(({ isSettled }) => isSettled), { timeout: 30_000 }).toBe(true);
    const stored = await database.read<number>(
      'system',
      sql`select count(*)::int as answer from chat_messages where session_id = ${sessionId}::uuid and client_message_id is not null`,
    );
    for (const driver of drivers) driver.close();
    expect(drivers.flatMap(({ faults }) => faults)).toEqual([]);
    expect(stored).toBe(drivers.reduce((sum, { written }) => sum + written.length, 0));
    expect(drivers.map(({ counts }) => counts.connects)).toEqual([2, 2, 2, 2]);
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(failures).toEqual([]);
    expect(web.output()).not.toContain('"level":50');
  });

  it('RUN-03 a migration stops nobody from working, and the previous version runs on the newer schema', async () => {
    const token = await issuer.token(OWNER);
    const list = `/api/customers/${own.globalCustomerNumber}/orders?pageSize=10`;
    const statuses: number[] = [];
    const waits: number[] = [];
    const isOver = new AbortController();
    const reading = Array.from({ length: 3 }, async () => {
      while (!isOver.signal.aborted) {
        const answer = await call(`${other.url}${list}`, token);
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
    });
    const watching = (async () => {
      while (!isOver.signal.aborted) {
        const { rows } = await owner.pool.query<{ seconds: number }>(
          `select extract(epoch from clock_timestamp() - l.waitstart)::float8 as seconds from pg_locks l join pg_stat_activity a using (pid)
           where not l.granted and l.waitstart is not null and a.usename = $1 and a.datname = current_database()`,
          [LOGIN],
        );
        waits.push(0, ...rows.map(({ seconds }) => seconds));
        await pause(50);
      }
    })();
    // A long report keeps its lock on the table while the migration wants to change it.
    const report = await owner.pool.connect();
    await report.query('begin; lock table orders in access share mode');
    const newer = [
      { name: '9000_column.sql', text: 'alter table orders add column newer_note text' },
      {
        name: '9001_index.sql',
        text: '-- concurrently\ncreate index concurrently if not exists orders_newer_note_index on orders (newer_note);',
      },
    ];
    const migrator = await openEngine({ databaseUrl: copy.url, dataDir: '', poolSize: 2 });
    const migrating = migrate(migrator, [...readMigrations(), ...newer]);
    await pause(5_000);
    await report.query('commit');
    report.release();
    expect(await migrating).toEqual(['9000_column.sql', '9001_index.sql']);
    await migrator.close();
    isOver.abort();
    await Promise.all([...reading, watching]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThan(20);
    // Half a second on an idle machine. Without that limit they would wait as long as the report.
    expect(Math.max(...waits)).toBeLessThan(3);

    const previous = await start('web');
    expect((await call(`${previous.url}${list}`, token)).status).toBe(200);
  });
});
