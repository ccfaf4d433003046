import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRecord } from '#server/testing/supply-samples';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { applySupplyBatch } from './apply-supply-batch.service.ts';
import { PURGED_TABLES } from './purge.queries.ts';
import { purgeTestData } from './purge-test-data.service.ts';

const BY = { userId: null, requestId: 'test' };

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test?.close());

/** Sends one record of each resource to a data source; numbers that are unique everywhere carry its code. */
async function fill(code: string, isTest: boolean): Promise<void> {
  const own: Partial<Record<SupplyResource, object>> = {
    'data-sources': { key: code, isTest },
    customers: { globalCustomerNumber: `G${code}` },
    members: { email: `${code.toLowerCase()}@ridge.example` },
    orders: { jobAddress1: `2 ${code} Rd`, jobAddress2: 'Hixson, TN 37343' },
  };
  for (const resource of SUPPLY_RESOURCE_NAMES) {
    const record = { ...sampleRecord[resource](), ...own[resource] };
    const dataSource = resource === 'data-sources' ? undefined : code;
    const { answer } = await applySupplyBatch(test.database, { resource, dataSource, records: [record], isAtomic: true });
    expect(answer.counts.created, resource).toBe(1);
  }
}

/** Adds what people make of the records: a signed load, an order that somebody follows, rules and replies of the desk. */
const useWhatWasSent = (code: string) =>
  test.database.transaction('system', async ({ client }) => {
    const user = `(insert into users (email, first_name, last_name) values ('signs@ridge.example', 'Sam', 'Sample')
      on conflict (email) do update set first_name = 'Sam' returning id)`;
    const { rows } = await client.query(`with signer as ${user} select id from signer`);
    const own = `customers c join data_sources d on d.id = c.data_source_id and d.code = $1`;
    await client.query(
      `with signed as (
         insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
         select c.id, t.id, gen_random_uuid(), true, 'Late', 'Sam', $2, 'Sam', now() from ${own} join tickets t on t.customer_id = c.id returning id, customer_id)
       insert into ticket_sign_off_photos (customer_id, sign_off_id, file_name, content_type, content, preview)
       select customer_id, id, 'a.png', 'image/png', '', '' from signed`,
      [code, rows[0].id],
    );
    await client.query(
      `insert into alert_follows (customer_id, user_id, order_id, types) select c.id, $2, o.id, '{}' from ${own} join orders o on o.customer_id = c.id`,
      [code, rows[0].id],
    );
    // An event of the customer that the supplier's own webhook got.
    await client.query(
      `with happened as (insert into events (type, customer_id, data) select 'sample', c.id, '{}' from ${own} returning sequence),
         hook as (insert into webhook_endpoints (name, url, types) values ('Sample', 'https://example.com/hook', '{}') returning id)
       insert into webhook_deliveries (endpoint_id, event_sequence, state) select hook.id, sequence, 'delivered' from hook, happened`,
      [code],
    );
    await client.query(
      `insert into canned_replies (data_source_id, title, message) select id, 'Hello', 'Hello' from data_sources where code = $1`,
      [code],
    );
  });

const counts = () =>
  test.database.transaction('system', async ({ client }) => {
    const tables = [
      'data_sources',
      'customers',
      'tickets',
      'invoices',
      'payments',
      'credits',
      'ledger_entries',
      'trucks',
      'supply_records',
      'known_streets',
    ];
    const { rows } = await client.query(`select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`);
    return rows[0];
  });

describe('test data', () => {
  it('FED-08 has no table that would keep a purge from deleting what it refers to', async () => {
    const { rows } = await test.database.transaction('system', ({ client }) =>
      client.query<{ referring: string; target: string }>(
        `select distinct conrelid::regclass::text as referring, confrelid::regclass::text as target from pg_constraint
         where contype = 'f' and confdeltype = 'a' and confrelid <> 'customers'::regclass and confrelid::regclass::text = any($1)
           and conrelid::regclass::text <> all($1)
           and not exists (select from pg_constraint other
             where other.conrelid = pg_constraint.conrelid and other.confdeltype = 'c' and other.confrelid::regclass::text = any($1))`,
        [PURGED_TABLES],
      ),
    );
    expect(rows).toEqual([]);
  });

  it('FED-08 is purged with everything that came with it, and no other data is', async () => {
    await fill('EAST', false);
    const before = await counts();
    await fill('TRIAL', true);
    expect(await counts()).not.toEqual(before);
    await useWhatWasSent('TRIAL');
    expect(await purgeTestData(test.database, 'EAST', BY)).toEqual({ outcome: 'not-a-test' });
    expect(await purgeTestData(test.database, 'NOWHERE', BY)).toEqual({ outcome: 'unknown-source' });
    expect(await purgeTestData(test.database, 'TRIAL', BY)).toMatchObject({
      outcome: 'purged',
      keptCustomers: 0,
      deleted: { tickets: 1, invoices: 1, events: 1, webhook_deliveries: 1 },
    });
    expect(await counts()).toEqual(before);
    // The same records can be sent again.
    await fill('TRIAL', true);
  });

  it('FED-08 can be sent again if a customer had to stay, and its numbers are free for the real data', async () => {
    const put = async (resource: SupplyResource, dataSource: string | undefined, ...records: object[]) =>
      (await applySupplyBatch(test.database, { resource, dataSource, records, isAtomic: false })).answer.counts;
    const second = { key: 'C2', customerNumber: '1002', globalCustomerNumber: 'G-SECOND' };
    await put('customers', 'TRIAL', sampleRecord.customers(second));
    await test.database.transaction('system', ({ client }) =>
      client.query(
        `insert into audit_log (customer_id, action, subject, detail, request_id)
         select id, 'test', 'test', '{}', 'test' from customers where global_customer_number = 'GTRIAL'`,
      ),
    );
    expect(await purgeTestData(test.database, 'TRIAL', BY)).toMatchObject({ outcome: 'purged', keptCustomers: 1 });
    const first = { globalCustomerNumber: 'GTRIAL' };
    await put('contacts', 'TRIAL', sampleRecord.contacts());
    expect(await put('customers', 'TRIAL', sampleRecord.customers(first), sampleRecord.customers(second))).toMatchObject({
      created: 1,
      updated: 1,
    });
    expect(await put('quotes', 'TRIAL', sampleRecord.quotes({ customerKey: 'C2' }))).toMatchObject({ created: 1 });
    const people = await test.database.transaction('system', ({ client }) =>
      client.query(
        `select from customer_contacts k join customers c on c.id = k.customer_id where c.global_customer_number in ('GTRIAL', 'G-SECOND')`,
      ),
    );
    expect(people.rowCount).toBe(2);
    await purgeTestData(test.database, 'TRIAL', BY);
    expect(await put('customers', 'EAST', sampleRecord.customers({ ...first, key: 'REAL', customerNumber: '2001' }))).toMatchObject({
      created: 1,
    });
  });

  it('FED-08 cannot be made of the data of real customers', async () => {
    const resend = async (isTest: boolean, updatedAt: string) => {
      const records = [sampleRecord['data-sources']({ key: 'EAST', isTest, updatedAt })];
      const { answer } = await applySupplyBatch(test.database, {
        resource: 'data-sources',
        dataSource: undefined,
        records,
        isAtomic: false,
      });
      return answer.results[0];
    };
    expect(await resend(true, '2026-03-01T12:00:00Z')).toMatchObject({ outcome: 'refused', errors: { isTest: [expect.any(String)] } });
    expect(await purgeTestData(test.database, 'EAST', BY)).toEqual({ outcome: 'not-a-test' });
    expect(await resend(false, '2026-03-02T12:00:00Z')).toMatchObject({ outcome: 'updated' });
  });
});
