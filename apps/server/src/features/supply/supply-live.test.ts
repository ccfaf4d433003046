import { HEADERS } from '@yardage/contract/headers';
import { hubEvents } from '@yardage/contract/hub';
import { putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { openAnnouncer } from '#server/hub/hub-announcer';
import { connectHub, type HubClient } from '#server/testing/hub-client';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { testEngine } from '#server/testing/test-database';

let app: TestApp;
let url: string;
const open: HubClient[] = [];
const WITHIN = { timeout: 20_000 };
const CUSTOMER = sql`select id as answer from customers where global_customer_number = 'G1001'`;

const put = async (resource: SupplyResource, ...records: unknown[]) => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect(answer.body.counts.refused, JSON.stringify(answer.body.results)).toBe(0);
};
const connect = async (email: string) => {
  const client = await connectHub(url, await app.token(email));
  open.push(client);
  return client;
};
const changesAt = (client: HubClient) => client.heard.filter(({ event }) => event === 'RecordsChanged').map(({ payload }) => payload);

/** Counts the statements that wait for a lock on a table. */
const countWaiting = () =>
  app.database.read<number>(
    'system',
    sql`select count(*)::int as answer from pg_locks where not granted and locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())`,
  );

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('quotes')))
    await put(resource, sampleRecord[resource]());
  await put('customers', sampleRecord.customers({ key: 'C2', customerNumber: '1002', globalCustomerNumber: 'G1002' }));
  await put(
    'members',
    sampleRecord.members({ key: 'field', email: 'field@ridge.example', role: 'Field' }),
    sampleRecord.members({ key: 'payables', email: 'payables@ridge.example', role: 'Accounts Payable' }),
    sampleRecord.members({ key: 'other', email: 'other@ridge.example', customerKey: 'C2' }),
  );
});
afterAll(async () => {
  for (const client of open) client.close();
  await app?.close();
});

describe('changed records', () => {
  it('FED-09 are announced once per customer and resource, to those who may see them', async () => {
    const [owner, field, payables, other] = await Promise.all(
      ['ada', 'field', 'payables', 'other'].map((name) => connect(`${name}@ridge.example`)),
    );
    if (!owner || !field || !payables || !other) throw new Error('not connected');
    await put('quotes', sampleRecord.quotes());
    await put('orders', sampleRecord.orders());
    await put('tickets', sampleRecord.tickets(), sampleRecord.tickets({ key: 'K101', number: '110002' }));
    await put('invoices', sampleRecord.invoices());
    await put('tickets', sampleRecord.tickets());
    const all = await owner.hears('RecordsChanged', 4);
    expect(all.map(({ resource, ids }) => [resource, (ids as number[]).length])).toEqual([
      ['quotes', 1],
      ['orders', 1],
      ['tickets', 2],
      ['invoices', 1],
    ]);
    for (const change of all) expect(hubEvents.RecordsChanged.safeParse(change).success).toBe(true);
    expect((await field.hears('RecordsChanged', 2)).map(({ resource }) => resource)).toEqual(['orders', 'tickets']);
    expect((await payables.hears('RecordsChanged', 1)).map(({ resource }) => resource)).toEqual(['invoices']);
    // The other company's event arrives, so an earlier event for it would have arrived too.
    await put('quotes', sampleRecord.quotes({ key: 'Q2', customerKey: 'C2' }));
    await other.hears('RecordsChanged', 1);
    expect(changesAt(other)).toEqual([{ globalCustomerNumber: 'G1002', resource: 'quotes', ids: [expect.any(Number)] }]);
  });

  it('FED-09 are announced to the customer that an order or a quote leaves, too', async () => {
    await put('orders', sampleRecord.orders({ key: 'O8', number: '108', quoteKey: null }));
    await put('quotes', sampleRecord.quotes({ key: 'Q8', number: 'Q8' }));
    const [former, next] = [await connect('ada@ridge.example'), await connect('other@ridge.example')];
    const updatedAt = '2026-02-02T12:00:00Z';
    await put('orders', sampleRecord.orders({ key: 'O8', number: '108', quoteKey: null, customerKey: 'C2', updatedAt }));
    await put('quotes', sampleRecord.quotes({ key: 'Q8', number: 'Q8', customerKey: 'C2', updatedAt }));
    for (const client of [former, next]) {
      expect((await client.hears('RecordsChanged', 2)).map(({ resource }) => resource)).toEqual(['orders', 'quotes']);
    }
  });

  it('FED-09 include the load that a changed truck carries, and what the import command brings', async () => {
    const ticketedAt = new Date(Date.now() - 600_000).toISOString();
    const later = new Date(Date.now() + 60_000).toISOString();
    await put('tickets', sampleRecord.tickets({ key: 'K102', number: '110003', ticketedAt }));
    const field = await connect('field@ridge.example');
    await put('trucks', sampleRecord.trucks({ updatedAt: later, driverName: 'Bob Driver' }));
    expect(await field.hears('RecordsChanged', 1)).toMatchObject([{ resource: 'tickets', ids: [expect.any(Number)] }]);
    if (testEngine === 'pglite') return;
    // The command is a process without connections of its own.
    const announcer = openAnnouncer(app.database, (error) => {
      throw error;
    });
    const customerId = Number(await app.database.read('system', CUSTOMER));
    announcer.announceRecords([{ customerId, globalCustomerNumber: 'G1001', resource: 'orders', ids: [1] }]);
    await announcer.close();
    expect((await field.hears('RecordsChanged', 2))[1]).toEqual({ globalCustomerNumber: 'G1001', resource: 'orders', ids: [1] });
  });

  it.skipIf(testEngine === 'pglite')(
    'FED-09 RUN-04 are announced on other nodes while their own node stops, also by its last jobs',
    async () => {
      const stopping = await openTestApp({ opened: { database: app.database, close: async () => {} } });
      const stoppingUrl = await stopping.http.listen({ host: '127.0.0.1', port: 0 });
      const field = await connect('field@ridge.example');
      const holder = await app.database.engine.pool.connect();
      try {
        await holder.query('begin; lock table orders in share row exclusive mode');
        const order = sampleRecord.orders({ key: 'O9', number: '109', quoteKey: null });
        const sent = fetch(`${stoppingUrl}/api${putSupply.orders.path}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', [HEADERS.serviceKey]: await app.serviceKey() },
          body: JSON.stringify({ dataSource: SAMPLE_SOURCE, records: [order] }),
        });
        await expect.poll(countWaiting, WITHIN).toBe(1);
        const closed = stopping.http.close();
        const isListening = () => fetch(`${stoppingUrl}/healthz`).then(Boolean, () => false);
        await expect.poll(isListening, WITHIN).toBe(false);
        await holder.query('commit');
        const { status, headers } = await sent;
        expect([status, headers.get('connection')]).toEqual([200, 'close']);
        expect(await field.hears('RecordsChanged', 1)).toMatchObject([{ resource: 'orders', ids: [expect.any(Number)] }]);
        await closed;
        // What a job does that takes longer than the last call.
        const customerId = await app.database.read<number>('system', CUSTOMER);
        stopping.hub.announceRecords([{ customerId: Number(customerId), globalCustomerNumber: 'G1001', resource: 'tickets', ids: [7] }]);
      } finally {
        holder.release(true);
        await stopping.close();
      }
      expect((await field.hears('RecordsChanged', 2))[1]).toMatchObject({ resource: 'tickets', ids: [7] });
      expect(stopping.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );
});
