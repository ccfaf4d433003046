import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dropDatabase, runAsAdmin } from '#server/testing/drop-database';
import { addressOf } from '#server/testing/templates';
import { type Engine, type EngineSettings, openEngine } from './engine.ts';
import { migrate, readMigrations } from './migrate.ts';

// Migration 0021 added applications and a journal to the ledger, and had to fill both from the existing payments and documents.

const LAST_BEFORE = '0020';
let engine: Engine;
let remove: () => Promise<void>;

async function openBlank(): Promise<{ settings: EngineSettings; remove: () => Promise<void> }> {
  const templates = inject('templates');
  if (templates.engine === 'none') throw new Error(templates.reason);
  if (templates.engine === 'pglite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'yardage-ledger-'));
    return {
      settings: { databaseUrl: undefined, dataDir, poolSize: 1 },
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  }
  const { adminUrl, prefix } = templates;
  const name = `${prefix}_ledger_${process.pid}`;
  await runAsAdmin(adminUrl, `create database ${name}`);
  const settings = { databaseUrl: addressOf(adminUrl, name), dataDir: '', poolSize: 2 };
  return { settings, remove: () => dropDatabase(adminUrl, name) };
}

const asSystem = async (text: string) => {
  const client = await engine.pool.connect();
  try {
    await client.query('begin; set local role yardage_system');
    const { rows } = await client.query<{ answer: unknown }>(text);
    await client.query('commit');
    return rows[0]?.answer;
  } finally {
    client.release();
  }
};

/** Two customers in a time zone whose evening is the next day in UTC. Each row of payments says what happened to it. */
const OLD_ROWS = [
  `insert into data_sources (id, code, name, time_zone) values (1, 'EAST', 'East', 'America/New_York')`,
  `insert into price_lists (id, data_source_id, name, effective_from) values (1, 1, 'List', '2026-01-01')`,
  `insert into customers (id, data_source_id, customer_number, global_customer_number, company_name, display_name, address_line1, city,
     state_id, zip, tax_rate_ppm, price_list_id, since)
   select n, 1, n::text, 'G' || n, 'Company', 'Company', '1 Main St', 'Hixson', 43, '37343', 92500, 1, '2026-01-01' from generate_series(1, 2) n`,
  `insert into invoices (id, customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
   select n, case when n = 6 then 2 else 1 end, 'I' || n, '2026-01-10', '2026-02-09', '-', n * 10000, 0, n * 10000, 500 from generate_series(1, 6) n`,
  `insert into payments (id, customer_id, cart_id, method, source_name, payment_result, result_code, status_message, amount_cents, discount_cents,
     idempotency_key, started_at, settled_at, returned_at) values
     (1, 1, 'paid', 'CreditCard', 'Portal', 1, 100000, '-', 19500, 500, 'a', '2026-01-20T15:00Z', '2026-01-21T02:00Z', null),
     (2, 1, 'pending', 'eCheck', 'Portal', 2, 100100, '-', 30000, 0, 'b', '2026-01-22T15:00Z', null, null),
     (3, 1, 'returned', 'eCheck', 'Portal', 0, 200300, '-', 40000, 0, 'c', '2026-01-23T15:00Z', '2026-01-24T15:00Z', '2026-02-03T15:00Z'),
     (4, 1, 'declined', 'CreditCard', 'Portal', 0, 200100, '-', 50000, 0, 'd', '2026-01-25T15:00Z', null, null),
     (5, 2, 'check', 'Check', 'Accounting', 1, 100000, '-', 60000, 0, null, '2026-01-26T15:00Z', '2026-01-26T15:00Z', null)`,
  `insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on) values
     (1, 2, 1, 19500, 500, 1, '2026-01-20'), (2, 3, 1, 30000, 0, 2, '2026-01-22'), (3, 4, 1, 40000, 0, 0, '2026-01-24'),
     (4, 5, 1, 50000, 0, 0, '2026-01-25'), (5, 6, 2, 60000, 0, 1, '2026-01-26')`,
  `insert into statements (customer_id, statement_date) values (1, '2026-01-31'), (2, '2026-01-31')`,
];

const INVOICES = `select json_agg(json_build_array(document_number, paid_cents, pending_cents, discount_taken_cents, open_cents) order by id) as answer
  from invoices`;
const PAYMENTS = `select json_agg(json_build_array(cart_id, applied_cents, on_account_cents, received_on) order by id) as answer from payments`;
const BALANCES = `select json_agg(json_build_array(c.id, (select sum(total_cents - paid_cents) from invoices i where i.customer_id = c.id)) order by c.id)
  as answer from customers c`;
const balancesOn = (day: string) => `select json_agg(json_build_array(c.id,
    (select sum(e.invoice_cents + e.account_cents) from ledger_entries e where e.customer_id = c.id and e.posted_on <= '${day}')) order by c.id) as answer
  from customers c`;

describe('the ledger of an installation from before migration 0021', () => {
  let balancesBefore: unknown;

  beforeAll(async () => {
    const opened = await openBlank();
    remove = opened.remove;
    engine = await openEngine(opened.settings);
    await migrate(
      engine,
      readMigrations().filter(({ name }) => name.slice(0, LAST_BEFORE.length) <= LAST_BEFORE),
    );
    for (const statement of OLD_ROWS) await asSystem(statement);
    balancesBefore = await asSystem(BALANCES);
    await migrate(engine);
  });
  afterAll(async () => {
    await engine?.close();
    await remove?.();
  });

  it('FED-06 has the same balances, and the sums of its applications on the documents', async () => {
    expect(balancesBefore).toEqual([
      [1, 130_000],
      [2, 0],
    ]);
    expect(await asSystem(BALANCES)).toEqual(balancesBefore);
    expect(await asSystem(INVOICES)).toEqual([
      ['I1', 0, 0, 0, 10_000],
      ['I2', 20_000, 0, 500, 0],
      ['I3', 0, 30_000, 0, 30_000],
      ['I4', 0, 0, 0, 40_000],
      ['I5', 0, 0, 0, 50_000],
      ['I6', 60_000, 0, 0, 0],
    ]);
    expect(await asSystem(PAYMENTS)).toEqual([
      ['paid', 19_500, 0, null],
      ['pending', 30_000, 0, null],
      ['returned', 0, 0, null],
      ['declined', 0, 0, null],
      ['check', 60_000, 0, '2026-01-26'],
    ]);
  });

  it('FED-06 has a journal with the balance of every day, in the days of the data source', async () => {
    // The card settled on the evening of the 20th, the e-check counted from the 24th until it came back on February 3.
    expect(await asSystem(balancesOn('2026-01-09'))).toEqual([
      [1, null],
      [2, null],
    ]);
    const ofFirst = async (day: string) => ((await asSystem(balancesOn(day))) as [number, number][])[0]?.[1];
    expect(await ofFirst('2026-01-19')).toBe(150_000);
    expect(await ofFirst('2026-01-20')).toBe(130_000);
    expect(await ofFirst('2026-01-31')).toBe(90_000);
    expect(await ofFirst('2026-02-03')).toBe(130_000);
    expect(await asSystem(balancesOn('9999-12-31'))).toEqual(balancesBefore);
  });

  it('FED-06 continues: a pending payment from before settles, and the books change accordingly', async () => {
    await asSystem(
      `update payments set payment_result = 1, result_code = 100000, settled_at = '2026-02-10T15:00Z' where cart_id = 'pending'`,
    );
    expect(((await asSystem(INVOICES)) as unknown[])[2]).toEqual(['I3', 30_000, 0, 0, 0]);
    expect(((await asSystem(balancesOn('2026-02-10'))) as unknown[])[0]).toEqual([1, 100_000]);
  });
});
