import { getDataAge } from '@yardage/contract/data-age';
import { getFreshness, listRefused, listWaiting, putSupply, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
});
afterAll(() => app?.close());

const call = (resource: SupplyResource, records: readonly unknown[], dataSource = SAMPLE_SOURCE, query = {}) =>
  app.call(putSupply[resource], { as: SERVICE, body: resource === 'data-sources' ? { records } : { dataSource, records }, query });

const put = async (resource: SupplyResource, records: readonly unknown[], dataSource = SAMPLE_SOURCE): Promise<SupplyAnswer> => {
  const answer = await call(resource, records, dataSource);
  expect([answer.status, answer.body.detail, answer.body.errors]).toEqual([200, undefined, undefined]);
  return answer.body;
};
const outcomes = ({ results }: SupplyAnswer) => results.map(({ outcome }) => outcome);
const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as T[]);
const count = async (table: string) => Number((await rows<{ count: string }>(`select count(*) from ${table}`))[0]?.count);
const later = (minutes: number) => new Date(Date.parse('2026-01-05T12:00:00Z') + minutes * 60_000).toISOString();

describe('a whole world', () => {
  it('FED-05 waits in any order of arrival, and is applied as soon as what it needs is there', async () => {
    const backwards = [...SUPPLY_RESOURCE_NAMES].reverse();
    for (const resource of backwards.slice(0, -1)) {
      const { results } = await put(resource, [sampleRecord[resource]()]);
      expect(results, resource).toMatchObject([{ outcome: 'waiting' }]);
    }
    const { body: waiting } = await app.call(listWaiting, { as: SERVICE, query: { resource: 'tickets' } });
    expect(waiting).toMatchObject({ total: 1, next: null, items: [{ resource: 'tickets', dataSource: SAMPLE_SOURCE, key: 'K100' }] });
    expect(waiting.items[0].waitsFor).toContainEqual({ resource: 'orders', key: 'O1' });
    expect(await count('tickets')).toBe(0);

    const { results, released } = await put('data-sources', [sampleRecord['data-sources']()]);
    expect([results, released]).toEqual([[{ index: 0, key: SAMPLE_SOURCE, outcome: 'created' }], SUPPLY_RESOURCE_NAMES.length - 1]);
    expect((await app.call(listWaiting, { as: SERVICE })).body.total).toBe(0);
    expect(
      await rows(
        `select o.order_number, t.ticket_number, t.quantity, t.status_id, p.amount_cents, t.alt_key, r.number as truck, q.quote_number, u.email
         from tickets t join orders o on o.id = t.order_id join ticket_products p on p.ticket_id = t.id join trucks r on r.id = t.truck_id
         join quotes q on q.id = o.quote_id join members m on m.customer_id = t.customer_id join users u on u.id = m.user_id`,
      ),
    ).toEqual([
      {
        order_number: '101',
        ticket_number: '110001',
        quantity: '10.00',
        status_id: 1,
        amount_cents: '150000',
        alt_key: 'K100',
        truck: '1101',
        quote_number: 'Q5001',
        email: 'ada@ridge.example',
      },
    ]);
  });

  it('FED-04 FED-07 is unchanged when it is sent again, and stale when it is older', async () => {
    for (const resource of SUPPLY_RESOURCE_NAMES) {
      expect(outcomes(await put(resource, [sampleRecord[resource]()])), resource).toEqual(['unchanged']);
      expect(outcomes(await put(resource, [sampleRecord[resource]({ updatedAt: later(-1) })])), resource).toEqual(['stale']);
      expect(outcomes(await put(resource, [sampleRecord[resource]({ updatedAt: later(1) })])), resource).toEqual(['updated']);
    }
    expect([await count('tickets'), await count('ticket_products'), await count('users'), await count('supply_records')]).toEqual([
      1,
      1,
      1,
      SUPPLY_RESOURCE_NAMES.length,
    ]);
  });

  it('FED-03 takes the newest of several versions in one batch, and refuses two with the same version', async () => {
    const versions = [3, 5, 4, 5].map((minutes) =>
      sampleRecord.plants({ key: 'P2', number: '12', updatedAt: later(minutes), name: `P ${minutes}` }),
    );
    expect(outcomes(await put('plants', versions))).toEqual(['stale', 'created', 'stale', 'unchanged']);
    const other = sampleRecord.plants({ key: 'P2', number: '12', updatedAt: later(5), name: 'Another' });
    expect(await put('plants', [other])).toMatchObject({ results: [{ outcome: 'refused', errors: { updatedAt: [expect.any(String)] } }] });
    expect(await rows("select name from plants where number = '12'")).toEqual([{ name: 'P 5' }]);
  });

  const ticket = (more = {}) => sampleRecord.tickets({ key: 'K101', number: '110002', ...more });

  it('replaces lines: lines missing in the new version are removed', async () => {
    await put('products', [sampleRecord.products({ key: 'FUEL', number: 'FUEL', kind: 'charge' })]);
    const line = { productKey: 'MIX', quantity: 10, unitPrice: 150, amount: 1500 };
    const fuel = { productKey: 'FUEL', quantity: 1, unitPrice: 18.5, amount: 18.5 };
    const lines = () =>
      rows(
        `select amount_cents, line_number from ticket_products p join tickets t on t.id = p.ticket_id where t.alt_key = 'K101' order by 2`,
      );
    await put('tickets', [ticket({ lines: [line, fuel] })]);
    expect(await lines()).toHaveLength(2);
    await put('tickets', [ticket({ updatedAt: later(3), lines: [fuel] })]);
    expect(await lines()).toEqual([{ amount_cents: '1850', line_number: 1 }]);
  });

  it('keeps what telemetry reported about a load, unless the record has it too', async () => {
    const stored = () => rows(`select status_id, notes, arrived_at is not null as has_arrived from tickets where alt_key = 'K101'`);
    await rows(`update tickets set status_id = 4, arrived_at = '2026-01-06T12:10:00Z' where alt_key = 'K101'`);
    await put('tickets', [ticket({ updatedAt: later(6), notes: 'Gate 2' })]);
    expect(await stored()).toEqual([{ status_id: 4, notes: 'Gate 2', has_arrived: true }]);
    await put('tickets', [ticket({ updatedAt: later(7), status: 'ticketed', arrivedAt: null })]);
    expect(await stored()).toEqual([{ status_id: 1, notes: null, has_arrived: false }]);
  });
});

describe('a record that breaks a rule', () => {
  it('FED-04 is refused with messages by field, kept visible, and stops no other', async () => {
    const answer = await put('plants', [
      sampleRecord.plants({ key: 'P3', number: '13' }),
      { ...sampleRecord.plants({ key: 'P4', number: '14' }), zip: '3734', state: 'XX' },
      'nonsense',
      { ...sampleRecord.plants({ key: 'P5', number: '15' }), colour: 'red' },
      sampleRecord.plants({ key: 'P6', number: '13' }),
      sampleRecord.plants({ key: 'P7', number: '11' }),
    ]);
    expect(outcomes(answer)).toEqual(['created', 'refused', 'refused', 'refused', 'refused', 'refused']);
    expect(answer.results[1]?.errors).toEqual({ zip: ['Use five digits.'], state: ['Use the two letters of a state, as in TN.'] });
    expect(answer.results[2]).toMatchObject({ key: null });
    expect(answer.results[4]?.errors).toEqual({ number: ['Another record has this number.'] });
    expect(answer.counts).toEqual({ created: 1, updated: 0, unchanged: 0, stale: 0, waiting: 0, refused: 5 });
    const { body } = await app.call(listRefused, { as: SERVICE, query: { resource: 'plants' } });
    expect(body.items.map(({ key }: { key: string }) => key)).toEqual(['P2', 'P4', 'P5', 'P6', 'P7']);
    // Once the number is free, the refused record is applied by itself; the corrected one as it comes.
    expect(await put('plants', [sampleRecord.plants({ key: 'P3', number: '16', updatedAt: later(1) })])).toMatchObject({ released: 1 });
    expect(outcomes(await put('plants', [sampleRecord.plants({ key: 'P4', number: '14', updatedAt: later(1) })]))).toEqual(['created']);
    expect((await app.call(listRefused, { as: SERVICE, query: { resource: 'plants' } })).body.total).toBe(3);
  });

  it('FED-06 a ticket of another customer’s order is refused, until it names the right one', async () => {
    await put('customers', [sampleRecord.customers({ key: 'C2', customerNumber: '1002', globalCustomerNumber: 'G1002' })]);
    const foreign = sampleRecord.tickets({ key: 'K200', customerKey: 'C2' });
    expect(await put('tickets', [foreign])).toMatchObject({
      results: [{ outcome: 'refused', errors: { orderKey: ['The order belongs to another customer.'] } }],
    });
    expect(outcomes(await put('tickets', [{ ...foreign, updatedAt: later(1), customerKey: 'C1' }]))).toEqual(['created']);
  });

  it('FED-06 a ticket whose amount is not its quantity times its price is refused', async () => {
    const lines = [{ productKey: 'MIX', quantity: 10, unitPrice: 150, amount: 1400 }];
    expect(await put('tickets', [sampleRecord.tickets({ key: 'K201', lines })])).toMatchObject({
      results: [{ outcome: 'refused', errors: { 'lines.0.amount': ['Quantity times price is $1,500.00.'] } }],
    });
  });

  it('FED-04 is found among the others if only the database refuses it', async () => {
    await app.database.engine.pool.query(`alter table contacts add constraint no_ghosts check (name not like 'Ghost%')`);
    const people = Array.from({ length: 40 }, (_, index) =>
      sampleRecord.contacts({ key: `X${index}`, name: [3, 17].includes(index) ? 'Ghost' : 'Person' }),
    );
    const { counts, results } = await put('contacts', people);
    expect(counts).toMatchObject({ created: 38, refused: 2 });
    expect(results.filter(({ outcome }) => outcome === 'refused')).toEqual(
      [3, 17].map((index) => ({
        index,
        key: `X${index}`,
        outcome: 'refused',
        errors: { record: ['The record contradicts what is stored.'] },
      })),
    );
    await app.database.engine.pool.query('alter table contacts drop constraint no_ghosts');
    expect((await put('contacts', people)).counts).toMatchObject({ created: 2, unchanged: 38 });
  });

  it('FED-04 undoes the whole batch if it is atomic', async () => {
    const before = [await count('plants'), await count('supply_records')];
    const good = sampleRecord.plants({ key: 'P8', number: '18' });
    for (const bad of [
      { ...good, key: 'P9', number: '11' },
      { ...good, key: 'P9', zip: 'x' },
    ]) {
      const answer = await call('plants', [good, bad], SAMPLE_SOURCE, { atomic: true });
      expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([400, expect.stringMatching(/^records\.1\.(number|zip)$/)]);
    }
    const waits = await call('orders', [sampleRecord.orders({ key: 'O9', plantKey: 'P8' })], SAMPLE_SOURCE, { atomic: true });
    expect(waits.body.errors).toEqual({ 'records.0.record': ['Waits for plants P8.'] });
    expect([await count('plants'), await count('supply_records')]).toEqual(before);
    expect((await call('plants', [good], SAMPLE_SOURCE, { atomic: true })).body.counts.created).toBe(1);
  });
});

describe('an invalid batch', () => {
  it('FED-02 is a problem document, and nothing is written', async () => {
    const before = await count('supply_records');
    const many = Array.from({ length: 1001 }, (_, index) => sampleRecord.plants({ key: `M${index}`, number: `M${index}` }));
    const tooMany = await call('plants', many);
    expect([tooMany.status, tooMany.body.errors.records]).toEqual([400, ['Send at most 1000 records at a time.']]);
    expect((await call('plants', 'nonsense' as never)).status).toBe(400);
    expect((await call('plants', [], 'no/code')).status).toBe(400);
    const huge = await call('plants', [sampleRecord.plants({ name: 'x'.repeat(10 * 1024 * 1024) })]);
    expect([huge.status, huge.body.code]).toEqual([413, 'payload-too-large']);
    expect(await count('supply_records')).toBe(before);
  });

  it('FED-02 takes 1,000 records of almost 10 MB', async () => {
    const body = 'x'.repeat(3900);
    const many = Array.from({ length: 1000 }, (_, index) => sampleRecord.announcements({ key: `N${index}`, title: 'y'.repeat(190), body }));
    expect((await put('announcements', many)).counts.created).toBe(1000);
  });
});

describe('the documentation', () => {
  it('FED-02 shows the schema of every resource, with descriptions', async () => {
    const { paths } = (await app.http.inject('/openapi.json')).json();
    const page = (await app.http.inject('/docs')).payload;
    for (const resource of SUPPLY_RESOURCE_NAMES) {
      const { schema } = paths[`/supply/${resource}`].put.requestBody.content['application/json'];
      const { properties } = schema.properties.records.items;
      expect(properties.updatedAt.description, resource).toContain('orders the versions');
      for (const field of Object.keys(properties)) expect(page, `${resource} ${field}`).toContain(`${field}: `);
    }
    expect(paths['/supply/tickets'].put.requestBody.content['application/json'].schema.properties.records.maxItems).toBe(1000);
  });
});

describe('freshness', () => {
  it('FED-13 reports for each data source and resource when it was last delivered, also if nothing was new', async () => {
    await rows("update supply_deliveries set delivered_at = '2026-01-01T00:00:00Z'");
    await put('trucks', []);
    const { items } = (await app.call(getFreshness, { as: SERVICE })).body;
    const ageOf = (resource: string) => items.find((item: { resource: string }) => item.resource === resource).ageSeconds;
    expect(ageOf('trucks')).toBeLessThan(60);
    expect(ageOf('plants')).toBeGreaterThan(86_400);
  });

  it('FED-13 shows a customer since when tickets are missing', async () => {
    const age = () => app.call(getDataAge, { as: 'ada@ridge.example', params: { globalCustomerNumber: 'G1001' } });
    await rows("update supply_deliveries set delivered_at = now() - interval '29 minutes' where resource = 'tickets'");
    expect((await age()).body).toMatchObject({ isOld: false });
    await rows("update supply_deliveries set delivered_at = now() - interval '31 minutes' where resource = 'tickets'");
    expect((await age()).body).toMatchObject({ isOld: true, deliveredAt: expect.any(String) });
    await put('tickets', []);
    expect((await age()).body).toMatchObject({ isOld: false });
    await rows("delete from supply_deliveries where resource = 'tickets'");
    expect((await age()).body).toEqual({ isOld: false, deliveredAt: null });
  });
});

describe('the values of a record', () => {
  it('FED-04 says what is wrong in words of a person who knows no schema', async () => {
    const { key, updatedAt, ...fields } = sampleRecord.invoices({ key: 'I-TEXTS' });
    const refusal = async (changes: object) => {
      const [result] = (await put('invoices', [{ key, updatedAt, ...fields, ...changes }])).results;
      return [result?.outcome, result?.errors];
    };
    expect(await refusal({ sales: undefined, tax: '12.50', number: '' })).toEqual([
      'refused',
      { sales: ['Send a value.'], tax: ['Send a number, without quotes.'], number: ['Send a value.'] },
    ]);
    expect(await refusal({ number: 'I'.repeat(41), ticketKeys: 'K100', sales: 2e10 })).toEqual([
      'refused',
      { number: ['Send at most 40 characters.'], ticketKeys: ['Send a list.'], sales: ['Send 10000000000 or less.'] },
    ]);
    expect(await refusal({ taxes: 1, freight: 2 })).toEqual(['refused', { record: ['The resource has no field taxes, freight.'] }]);
    const [product] = (await put('products', [{ ...sampleRecord.products({ key: 'TEXTS' }), material: 'sand' }])).results;
    expect(product?.errors).toEqual({ material: ['Send one of concrete, aggregate, block.'] });
  });

  it('FED-04 keeps the five digits of a ZIP+4, which accounting systems have', async () => {
    const zips = ['37406-1234', '374061234', '3740', '37406-12'];
    const { results } = await put(
      'plants',
      zips.map((zip, index) => ({ ...sampleRecord.plants({ key: `Z${index}`, number: `Z${index}` }), zip })),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'refused', 'refused']);
    expect(await rows(`select distinct zip from plants where number like 'Z%'`)).toEqual([{ zip: '37406' }]);
  });
});
