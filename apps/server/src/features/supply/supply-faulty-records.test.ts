import { forgetDeskRecord } from '@yardage/contract/desk-integration';
import { forgetOpenRecord, getFreshness, listRefused, listWaiting, putSupply, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const STAFF = 'desk@example.com';
let app: TestApp;

const put = async (resource: SupplyResource, ...records: unknown[]): Promise<SupplyAnswer> => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect([answer.status, answer.body.detail, answer.body.errors]).toEqual([200, undefined, undefined]);
  return answer.body;
};
const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as T[]);
const refusedKeys = async () =>
  (await app.call(listRefused, { as: SERVICE })).body.items.map(({ key }: { key: string }) => key) as string[];
const plant = (key: string, more = {}) => sampleRecord.plants({ key, number: key, ...more });
const names = async (...keys: string[]) =>
  (await rows<{ name: string }>('select name from plants where number = any($1) order by number', [keys])).map(({ name }) => name);

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
  for (const resource of SUPPLY_RESOURCE_NAMES) await put(resource, sampleRecord[resource]());
});
afterAll(() => app?.close());

describe('characters that are not valid text', () => {
  it('FED-04 refuse their record with the field, are dropped if they are NUL, and leave the others alone', async () => {
    const { results } = await put(
      'plants',
      plant('a1', { name: 'Cut \ud83d' }),
      plant('a2', { name: 'Filled up\0\0\0' }),
      plant('a3\ud83d', { number: 'a3' }),
      { ...plant('a4'), 'x\ud83d': 1 },
      plant('a5'),
    );
    expect(results).toMatchObject([
      { index: 0, key: 'a1', outcome: 'refused', errors: { name: [expect.stringMatching(/not valid text/)] } },
      { index: 1, key: 'a2', outcome: 'created' },
      { index: 2, key: null, outcome: 'refused', errors: { key: [expect.stringMatching(/not valid text/)] } },
      { index: 3, key: 'a4', outcome: 'refused', errors: { record: [expect.stringMatching(/not valid text/)] } },
      { index: 4, key: 'a5', outcome: 'created' },
    ]);
    expect(await names('a1', 'a2', 'a5')).toEqual(['Filled up', 'Amnicola']);
    expect(await refusedKeys()).toEqual(expect.arrayContaining(['a1', 'a4']));
    // The corrected version may have the same time.
    expect(await put('plants', plant('a1'), plant('a4'))).toMatchObject({ counts: { created: 2 } });
  });

  it('ERR-06 are named with their field outside the records, too', async () => {
    const answer = await app.call(putSupply.plants, { as: SERVICE, body: { dataSource: 'EAST\ud83d', records: [] } });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('in dataSource')]);
  });
});

describe('a job at 0, 0', () => {
  it('FED-02 TRK-17 has no place on the map, because systems without coordinates send 0, 0', async () => {
    const sent = (key: string, jobLatitude: number | null, jobLongitude: number | null) =>
      sampleRecord.orders({ key, number: key, jobLatitude, jobLongitude });
    expect(await put('orders', sent('z1', 0, 0), sent('z2', 35.05, 0), sent('z3', 35.05, null))).toMatchObject({ counts: { created: 3 } });
    expect(
      await rows(
        "select job_latitude::float8 as north, job_longitude::float8 as east from orders where alt_key in ('z1', 'z2', 'z3') order by alt_key",
      ),
    ).toEqual([
      { north: null, east: null },
      { north: 35.05, east: 0 },
      { north: null, east: null },
    ]);
  });
});

describe('a version of the future', () => {
  it('FED-04 is refused, and one that is stored already gives way to the next right one', async () => {
    const [ahead, right] = ['2049-01-05T12:00:00Z', '2026-01-06T12:00:00Z'];
    const { results } = await put('plants', plant('b1', { updatedAt: ahead }), plant('b2', { updatedAt: right }));
    expect(results).toMatchObject([
      { outcome: 'refused', errors: { updatedAt: [expect.stringMatching(/^The time lies in the future/)] } },
      { outcome: 'created' },
    ]);
    expect(await put('plants', plant('b1', { updatedAt: right }))).toMatchObject({ counts: { created: 1 } });
    await rows("update supply_records set updated_at = '2045-01-01' where key = 'b1'");
    expect(await put('plants', plant('b1', { updatedAt: right, name: 'Corrected' }))).toMatchObject({ counts: { updated: 1 } });
    expect(await names('b1')).toEqual(['Corrected']);
  });

  it('FED-04 also refuses the year 1, which some systems send for an unknown time', async () => {
    const record = sampleRecord.tickets({ key: 'year-1', loadingAt: '0001-01-01T00:00:00Z' });
    expect((await put('tickets', record)).results).toMatchObject([
      { outcome: 'refused', errors: { loadingAt: ['Use a date between 1950 and 2050.'] } },
    ]);
  });
});

describe('two contents of one version', () => {
  it('FED-04 are listed as refused until a newer one, or the first one again, is applied', async () => {
    const refusedPlants = async () => {
      const { items } = (await app.call(getFreshness, { as: SERVICE })).body;
      return items.find(({ resource }: { resource: string }) => resource === 'plants').refused as number;
    };
    const before = await refusedPlants();
    await put('plants', plant('c1'), plant('c2'));
    const { results } = await put('plants', plant('c1', { name: 'Other' }), plant('c2', { name: 'Other' }));
    expect(results).toMatchObject([{ outcome: 'refused', errors: { updatedAt: [expect.any(String)] } }, { outcome: 'refused' }]);
    expect(await refusedKeys()).toEqual(expect.arrayContaining(['c1', 'c2']));
    expect([await refusedPlants(), await names('c1', 'c2')]).toEqual([before + 2, ['Amnicola', 'Amnicola']]);
    await put('plants', plant('c1', { name: 'Other', updatedAt: '2026-01-05T12:00:01Z' }), plant('c2'));
    expect([await refusedPlants(), await names('c1', 'c2')]).toEqual([before, ['Other', 'Amnicola']]);
  });

  it('FED-04 FED-07 are one if they differ in the form of their times or in the order of lists whose order has no meaning', async () => {
    const { updatedAt } = sampleRecord.plants();
    const otherForms = [updatedAt.replace('Z', '.000Z'), updatedAt.replace('T12:00:00Z', 'T07:00:00-05:00')];
    await put('plants', plant('d1'));
    for (const form of otherForms)
      expect(await put('plants', plant('d1', { updatedAt: form }))).toMatchObject({ counts: { unchanged: 1 } });
    const tickets = ['d2', 'd3'].map((key) => sampleRecord.tickets({ key, number: key }));
    await put('tickets', ...tickets);
    const invoice = (ticketKeys: string[]) => {
      const amount = 3000;
      return sampleRecord.invoices({ key: 'd4', number: 'd4', ticketKeys, sales: amount, tax: 0, total: amount });
    };
    expect(await put('invoices', invoice(['d2', 'd3']))).toMatchObject({ counts: { created: 1 } });
    expect(await put('invoices', invoice(['d3', 'd2']))).toMatchObject({ counts: { unchanged: 1 } });
  });
});

describe('a discount', () => {
  it('FED-06 of a new invoice is refused without its last day, because nobody could ever use it, unless the invoice is void', async () => {
    const [sales, tax, total] = [100, 0, 100];
    const invoice = (more: object) =>
      sampleRecord.invoices({ key: 'e1', number: 'e1', ticketKeys: [], orderKey: null, sales, tax, total, ...more });
    const { results } = await put('invoices', invoice({ discount: 5, discountLastDay: null }));
    expect(results).toMatchObject([{ outcome: 'refused', errors: { discountLastDay: ['Say until which day the discount holds.'] } }]);
    const voided = { discount: 5, discountLastDay: null, voidedOn: '2026-01-08' };
    const corrected = invoice({ discount: 0, discountLastDay: null, updatedAt: '2026-01-20T00:00:00Z' });
    expect(await put('invoices', corrected)).toMatchObject({ counts: { created: 1 } });
    expect(await put('invoices', invoice({ ...voided, updatedAt: '2026-02-01T00:00:00Z' }))).toMatchObject({ counts: { updated: 1 } });
    // Earlier releases took it, so later versions of an invoice may still have it.
    const kept = { discount: 5, discountLastDay: null, key: 'e2', number: 'e2' };
    await put('invoices', invoice({ ...kept, discount: 0 }));
    expect(await put('invoices', invoice({ ...kept, updatedAt: '2026-02-01T00:00:00Z' }))).toMatchObject({ counts: { updated: 1 } });
    expect(await put('invoices', invoice({ ...kept, updatedAt: '2026-02-01T00:00:00Z' }))).toMatchObject({ counts: { unchanged: 1 } });
  });
});

describe('a record that was sent by mistake', () => {
  const forget = (query: Record<string, string>) => app.call(forgetOpenRecord, { as: SERVICE, query });

  it('FED-05 FED-06 can be forgotten while it waits or is refused, unless a version of it was applied', async () => {
    await put('tickets', sampleRecord.tickets({ key: '2026-01-06/mistyped', orderKey: 'nowhere' }));
    const waiting = async () => (await app.call(listWaiting, { as: SERVICE })).body.total as number;
    const before = await waiting();
    const named = { resource: 'tickets', dataSource: SAMPLE_SOURCE, key: '2026-01-06/mistyped' };
    expect((await forget(named)).body).toEqual(named);
    expect([await waiting(), (await forget(named)).status]).toEqual([before - 1, 404]);
    await put('data-sources', sampleRecord['data-sources']({ key: 'EAST/1' }));
    expect(await refusedKeys()).toContain('EAST/1');
    expect((await forget({ resource: 'data-sources', key: 'EAST/1' })).status).toBe(200);
    expect(await refusedKeys()).not.toContain('EAST/1');
    // Staff can forget a record at the desk, too.
    await rows("insert into users (email, first_name, last_name, is_staff, staff_role) values ($1, 'Dee', 'Desk', true, 'Administrator')", [
      STAFF,
    ]);
    await put('plants', plant('gone', { name: '' }));
    const query = { resource: 'plants', dataSource: SAMPLE_SOURCE, key: 'gone' };
    // A version that staff have not seen is kept.
    const unseen = await app.call(forgetDeskRecord, { as: STAFF, query: { ...query, updatedAt: '2001-01-01T00:00:00Z' } });
    expect([unseen.status, unseen.body.detail]).toEqual([409, 'Another version of the record has come meanwhile. Look at it first.']);
    const seen = (await app.call(listRefused, { as: SERVICE })).body.items.find(({ key }: { key: string }) => key === 'gone');
    expect((await app.call(forgetDeskRecord, { as: STAFF, query: { ...query, updatedAt: seen?.updatedAt } })).body).toEqual(query);
    expect(await refusedKeys()).not.toContain('gone');
    const applied = await forget({ resource: 'plants', dataSource: SAMPLE_SOURCE, key: 'P1' });
    expect([applied.status, applied.body.detail]).toEqual([409, expect.stringMatching(/^A version of the record is applied/)]);
    const audit =
      "select a.subject, u.email from audit_log a left join users u on u.id = a.user_id where action = 'supply.forget' order by a.id";
    expect(await rows(audit)).toEqual([
      { subject: '2026-01-06/mistyped', email: null },
      { subject: 'EAST/1', email: null },
      { subject: 'gone', email: STAFF },
    ]);
  });
});

describe('a credit with lines', () => {
  const line = { ticketKey: 'K100', productKey: 'MIX', description: 'Short', quantity: 1, unitPrice: 100, amount: 100 };
  const credit = (updatedAt: string, more = {}) => sampleRecord.credits({ key: 'R7', number: 'CM7', applications: [], updatedAt, ...more });

  it('FED-06 is refused if its lines do not add up to its sales', async () => {
    const off = { lines: [line, { ...line, amount: 20 }] };
    const [refused] = (await put('credits', credit('2026-02-01T10:00:00Z', off))).results;
    expect(refused).toMatchObject({ outcome: 'refused', errors: { sales: ['Its lines add up to $120.00.'] } });
    expect(await put('credits', credit('2026-02-01T11:00:00Z', { lines: [] }))).toMatchObject({ counts: { created: 1 } });
    expect(await put('credits', credit('2026-02-01T12:00:00Z', off))).toMatchObject({ counts: { refused: 1 } });
    expect(await put('credits', credit('2026-02-01T13:00:00Z'))).toMatchObject({ counts: { updated: 1 } });
  });

  it('FED-06 that an earlier release took as it is may be applied and voided', async () => {
    await rows('update credit_lines set amount_cents = 12000 where credit_id = (select id from credits where document_number = $1)', [
      'CM7',
    ]);
    const off = { lines: [{ ...line, amount: 120 }] };
    const applied = { ...off, applications: [{ invoiceKey: 'I1', amount: 1, on: '2026-02-02' }] };
    expect(await put('credits', credit('2026-02-02T10:00:00Z', applied))).toMatchObject({ counts: { updated: 1 } });
    const voided = { ...off, voidedOn: '2026-02-03', voidReason: 'Mistake' };
    expect(await put('credits', credit('2026-02-03T10:00:00Z', voided))).toMatchObject({ counts: { updated: 1 } });
  });
});
