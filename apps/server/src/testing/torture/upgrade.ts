import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openEngine } from '#server/database/engine';
import { migrate, readMigrations } from '#server/database/migrate';
import { dropDatabase, runAsAdmin } from '../drop-database.ts';
import { spawnServer } from '../start-server.ts';
import { addressOf } from '../templates.ts';
import { plant } from './fleet.ts';
import { type Fault, type Ground, lossesOf, type Report, type TortureOptions, until } from './torture.ts';

/** A hash of each table and of the parts of the schema. */
type Content = Record<string, string>;

/** The schema before the ledger had applications and a journal: the largest step of all upgrades. */
const FIRST_SCHEMA = '0020';
const MIGRATED_WITHIN_MS = 300_000;

/** A migration counts as done before it runs. */
export const UPGRADE_FAULT: Fault = {
  file: 'database/migrate.ts',
  from: `await client.query(\`begin; set local lock_timeout = \${LOCK_TIMEOUT_MS}\`);
      await client.query({ text: migration.text, ...NO_ANSWER_TIMEOUT });
      await note(client, migration);`,
  to: `await note(client, migration).catch(() => {});
      await client.query(\`begin; set local lock_timeout = \${LOCK_TIMEOUT_MS}\`);
      await client.query({ text: migration.text, ...NO_ANSWER_TIMEOUT });`,
  finds: /different after a kill/,
};

/** Nothing outside is called. */
const PRODUCTION = {
  MODE: 'production',
  ROLE: 'migrate',
  PUBLIC_URL: 'http://127.0.0.1:9',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'x',
  OIDC_AUDIENCE: 'x',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@example.com',
  STRIPE_SECRET_KEY: 'sk_test_nothing',
  STRIPE_WEBHOOK_SECRET: 'whsec_nothing',
  SUBSCRIPTION_KEY: 'subscription',
  LOG_LEVEL: 'fatal',
};

/**
 * A filled database of an old version is migrated by processes that are killed in the middle, again and again. After each kill its
 * content and schema must be those of whole migrations only, and in the end those of a database that was migrated in this process. A process
 * that is not killed must end there, too.
 */
export async function tortureUpgrade({ databaseUrl }: Ground, { isLong, fault }: TortureOptions): Promise<Report> {
  const adminUrl = addressOf(databaseUrl, 'postgres');
  const name = new URL(databaseUrl).pathname.slice(1);
  const names = { old: `${name}_old`, steps: `${name}_steps`, killed: `${name}_killed`, spared: `${name}_spared` };
  const urls = Object.fromEntries(Object.entries(names).map(([key, each]) => [key, addressOf(databaseUrl, each)])) as typeof names;
  const copyOld = (to: string) => runAsAdmin(adminUrl, `create database ${to} template ${names.old}`);
  try {
    await runAsAdmin(adminUrl, `create database ${names.old}`);
    await fillOld(urls.old, isLong ? 100_000 : 4_000);
    for (const copy of [names.steps, names.killed, names.spared]) await copyOld(copy);
    const losses: string[] = [];
    let kills = 0;
    let compared = 0;
    for (const target of targets(isLong ? 15 : 3)) {
      if (!(await killAt(urls.killed, target, fault))) continue;
      kills += 1;
      const done = await countDone(urls.killed);
      // A build of indexes that was interrupted leaves some of them, and is done again.
      if (readMigrations()[done]?.text.startsWith('-- concurrently')) continue;
      await migrateTo(urls.steps, done);
      const different = differences(await contentOf(urls.steps), await contentOf(urls.killed));
      losses.push(...lossesOf(`different after a kill with ${done} migrations done`, different));
      compared += 1;
    }
    const last = await run(urls.killed, fault);
    await migrateTo(urls.steps, readMigrations().length);
    const expected = await contentOf(urls.steps);
    if (!expected.ledger_entries || expected.ledger_entries.startsWith('0 ')) throw new Error('the journal is empty');
    const found = await contentOf(urls.killed);
    const startedAt = Date.now();
    const spared = await run(urls.spared);
    const seconds = (Date.now() - startedAt) / 1000;
    return {
      figures: {
        kills,
        'compared after a kill': compared,
        migrations: readMigrations().length,
        'tables and parts of the schema': Object.keys(expected).length,
        'seconds without a kill': seconds.toFixed(1),
      },
      losses: [
        ...losses,
        ...(last.code === 0 && spared.code === 0
          ? []
          : [`the upgrade does not end: ${`${last.output}${spared.output}`.trim().slice(-300)}`]),
        ...lossesOf('different after the kills', differences(expected, found)),
        ...lossesOf('different without a kill', differences(expected, await contentOf(urls.spared))),
        ...(compared > 0 ? [] : ['no process was killed in the middle']),
      ],
    };
  } finally {
    for (const each of Object.values(names)) await dropDatabase(adminUrl, each);
  }
}

const differences = (expected: Content, found: Content) =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter((key) => expected[key] !== found[key]);

/** The numbers of migrations after which a process is killed, spread over all that are to be done. */
function targets(count: number): number[] {
  const names = readMigrations().map((each) => each.name);
  const first = names.filter((each) => each.slice(0, 4) <= FIRST_SCHEMA).length;
  return Array.from({ length: count }, (_, index) => first + Math.floor((index * (names.length - first)) / count));
}

async function run(databaseUrl: string, fault?: Fault): Promise<{ code: number | null; output: string }> {
  const planted = plant(fault);
  const { server, output } = spawnServer({ ...PRODUCTION, DATABASE_URL: databaseUrl, ...planted.env }, planted.flags);
  const timer = setTimeout(() => server.kill('SIGKILL'), MIGRATED_WITHIN_MS);
  await once(server, 'close');
  clearTimeout(timer);
  return { code: server.exitCode, output: output() };
}

/** Runs the first migrations in this process, up to a number of them. */
async function migrateTo(databaseUrl: string, count: number): Promise<void> {
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 2 });
  await migrate(engine, readMigrations().slice(0, count));
  await engine.close();
}

async function asked<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const DONE = 'select count(*)::int as done from schema_migrations';
const OTHERS = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Migrates, and kills the process while it runs the migration after the given number. Returns false if it ended before. */
async function killAt(databaseUrl: string, target: number, fault?: Fault): Promise<boolean> {
  return asked(databaseUrl, async (client) => {
    const planted = plant(fault);
    const { server } = spawnServer({ ...PRODUCTION, DATABASE_URL: databaseUrl, ...planted.env }, planted.flags);
    const closed = once(server, 'close');
    let isRunning = true;
    void closed.then(() => {
      isRunning = false;
    });
    for (; isRunning; await pause(2)) {
      // Only while a statement of a migration runs.
      const { rows } = await client.query<{ done: number; isBusy: boolean }>(
        `${DONE.replace(' from', `, exists (${OTHERS} and state = 'active' and xact_start < now()) as "isBusy" from`)}`,
      );
      if (rows[0] && rows[0].done >= target && rows[0].isBusy) break;
    }
    const isKilled = isRunning && server.kill('SIGKILL');
    await closed;
    // The statement that was running ends by itself, and is rolled back.
    await until(async () => (await client.query(OTHERS)).rowCount === 0, MIGRATED_WITHIN_MS);
    return isKilled;
  });
}

const countDone = (databaseUrl: string) =>
  asked(databaseUrl, async (client) => (await client.query<{ done: number }>(DONE)).rows[0]?.done ?? 0);

/** Migrates a new database to the old schema and fills it as that version did. */
async function fillOld(databaseUrl: string, count: number): Promise<void> {
  const engine = await openEngine({ databaseUrl, dataDir: '', poolSize: 2 });
  const all = readMigrations();
  await migrate(
    engine,
    all.filter(({ name }) => name.slice(0, 4) <= FIRST_SCHEMA),
  );
  const client = await engine.pool.connect();
  await client.query('begin; set local role yardage_system');
  for (const statement of [
    `insert into data_sources (id, code, name, time_zone) values (1, 'EAST', 'East', 'America/New_York')`,
    `insert into price_lists (id, data_source_id, name, effective_from) values (1, 1, 'List', '2026-01-01')`,
    `insert into customers (id, data_source_id, customer_number, global_customer_number, company_name, display_name, address_line1, city,
       state_id, zip, tax_rate_ppm, price_list_id, since)
     select n, 1, n::text, 'G' || n, 'Company', 'Company', '1 Main St', 'Hixson', 43, '37343', 92500, 1, '2026-01-01' from generate_series(1, 20) n`,
    `insert into invoices (id, customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
     select n, 1 + n % 20, 'I' || n, date '2026-01-10' + n % 28, date '2026-02-09' + n % 28, '-', 10000 + n, 0, 10000 + n, 500
     from generate_series(1, ${count}) n`,
    `insert into payments (id, customer_id, cart_id, method, source_name, payment_result, result_code, status_message, amount_cents, discount_cents,
       idempotency_key, started_at, settled_at)
     select n, 1 + n % 20, 'C' || n, 'CreditCard', 'Portal', 1, 100000, '-', 10000 + n, 0, 'K' || n, date '2026-02-01' + n % 28, date '2026-02-02' + n % 28
     from generate_series(1, ${count / 2}) n`,
    `insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
     select n, n, 1 + n % 20, 10000 + n, 0, 1, date '2026-02-02' + n % 28 from generate_series(1, ${count / 2}) n`,
    `insert into statements (customer_id, statement_date) select n, '2026-01-31' from generate_series(1, 20) n`,
  ]) {
    await client.query(statement);
  }
  await client.query('commit');
  client.release();
  await engine.close();
}

/** Returns a hash of each table's rows, without the moments and random values of the migration itself, and one of the schema. */
function contentOf(databaseUrl: string): Promise<Content> {
  return asked(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string; own: string[] }>(
      `select t.tablename as name, coalesce(array_agg(c.column_name::text) filter (where c.column_default ~ 'now\\(\\)|random'), '{}') as own
       from pg_tables t join information_schema.columns c on c.table_schema = t.schemaname and c.table_name = t.tablename
       where t.schemaname = 'public' and t.tablename <> 'schema_migrations' and has_table_privilege('yardage_system', format('%I.%I', t.schemaname, t.tablename), 'select')
       group by 1 order by 1`,
    );
    const content: Content = {};
    // The owner sees no rows of customers; the system's role does.
    await client.query('set role yardage_system');
    for (const { name, own } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(md5((to_jsonb(t) - $1::text[])::text), '' order by (to_jsonb(t) - $1::text[])::text), '')) as hash
         from "${name}" t`,
        [own],
      );
      content[name] = rows[0]?.hash ?? '';
    }
    await client.query('reset role');
    const { rows } = await client.query<Record<string, string>>(
      `select (select md5(string_agg(table_name || column_name || data_type || coalesce(column_default, '') || is_nullable, ',' order by table_name, column_name))
           from information_schema.columns where table_schema = 'public') as columns,
         (select md5(string_agg(pg_get_indexdef(indexrelid) || indisvalid, ',' order by indexrelid::regclass::text)) from pg_index i
           join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace) as indexes,
         (select md5(string_agg(conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated, ',' order by conrelid::regclass::text, conname))
           from pg_constraint where connamespace = 'public'::regnamespace) as constraints,
         (select md5(string_agg(pg_get_functiondef(p.oid), ',' order by p.oid::regprocedure::text)) from pg_proc p
           where p.pronamespace = 'public'::regnamespace and p.prokind = 'f') as functions,
         (select md5(string_agg(t.tgrelid::regclass || t.tgenabled::text || pg_get_triggerdef(t.oid), ',' order by t.tgrelid::regclass::text, t.tgname))
           from pg_trigger t where not t.tgisinternal) as triggers,
         (select md5(string_agg(concat(c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity, c.relacl), ',' order by c.oid::regclass::text))
           from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')) as grants,
         (select md5(string_agg(concat(p.oid::regprocedure, p.proacl), ',' order by p.oid::regprocedure::text)) from pg_proc p
           where p.pronamespace = 'public'::regnamespace) as function_grants,
         (select md5(string_agg(to_jsonb(p)::text, ',' order by p.schemaname, p.tablename, p.policyname)) from pg_policies p) as policies`,
    );
    return { ...content, ...rows[0] };
  });
}
