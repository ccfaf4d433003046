import { listDifferences, putControlTotals } from '@yardage/contract/control-totals';
import { HEADERS } from '@yardage/contract/headers';
import { createServiceKey } from '@yardage/contract/service-keys';
import { forgetOpenRecord, getFreshness, listRefused, listWaiting, putSupply, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { getProfile } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp, type TestCall } from '#server/testing/test-app';

let app: TestApp;
let minute = 0;

const put = async (resource: SupplyResource, ...records: unknown[]): Promise<SupplyAnswer> => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect(answer.body.counts?.refused, answer.text).toBe(0);
  return answer.body;
};
const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as T[]);
/** The next version of a member, with an address of its own. */
const member = (name: string, more = {}) =>
  sampleRecord.members({
    key: name,
    email: `${name}@ridge.example`,
    role: 'Field',
    updatedAt: new Date(Date.parse('2026-02-01T12:00:00Z') + ++minute * 60_000).toISOString(),
    ...more,
  });
const access = (name: string) =>
  rows(
    'select r.name as role, m.is_enabled, m.status_id, m.invitation from members m join roles r on r.id = m.role_id where m.email = $1',
    [`${name}@ridge.example`],
  );
const audited = (name: string) => rows('select action, detail from audit_log where subject = $1 order by id', [`${name}@ridge.example`]);

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('members')))
    await put(resource, sampleRecord[resource]());
});
afterAll(() => app?.close());

it("FED-02 the supplier's correction of a name renames the person, but not at another customer", async () => {
  const profile = async () => (await app.call(getProfile, { as: 'jhon@ridge.example' })).body;
  await put('members', member('jhon', { firstName: 'Jhon', lastName: 'Smth' }));
  await put('members', member('jhon', { firstName: 'John', lastName: 'Smith' }));
  expect(await profile()).toMatchObject({ firstName: 'John', lastName: 'Smith' });
  await put('customers', sampleRecord.customers({ key: 'C3', customerNumber: '1003', globalCustomerNumber: 'G1003' }));
  await put('members', member('jhon-at-c3', { email: 'jhon@ridge.example', customerKey: 'C3', firstName: 'Johnny' }));
  expect(await profile()).toMatchObject({ firstName: 'John', lastName: 'Smith' });
});

describe('what people change in the portal about a supplied member', () => {
  it('FED-02 a removal stays in force until the supplier changes the access itself', async () => {
    await put('members', member('removed'));
    await rows("delete from members where email = 'removed@ridge.example'");
    await put('members', member('removed'));
    await put('members', member('removed', { phone: '4235550199' }));
    expect(await access('removed')).toEqual([]);
    await put('members', member('removed', { role: 'Owner' }));
    expect(await access('removed')).toMatchObject([{ role: 'Owner', is_enabled: true, status_id: 2 }]);
  });

  it('FED-02 a disabled state and a role stay in force until the supplier changes the same field', async () => {
    await put('members', member('changed'));
    await rows(`update members set is_enabled = false, role_id = (select id from roles where name = 'Accounts Payable'), invitation = 'none'
      where email = 'changed@ridge.example'`);
    await put('members', member('changed', { lastName: 'Newname' }));
    const kept = { role: 'Accounts Payable', is_enabled: false, invitation: 'none' };
    expect(await access('changed')).toMatchObject([kept]);
    await put('members', member('changed', { isEnabled: false }));
    expect(await access('changed')).toMatchObject([{ role: 'Accounts Payable', is_enabled: false }]);
    await put('members', member('changed', { isEnabled: true }));
    expect(await access('changed')).toMatchObject([{ role: 'Accounts Payable', is_enabled: true }]);
    await put('members', member('changed', { role: 'Owner' }));
    expect(await access('changed')).toMatchObject([{ role: 'Owner', is_enabled: true }]);
  });

  it('FED-02 a removed member who asks for access again is the same member, and still has to be approved', async () => {
    await put('members', member('again'));
    await rows(`with gone as (delete from members where email = 'again@ridge.example' returning *)
      insert into members (customer_id, user_id, role_id, status_id, is_enabled, request_type_name, email, first_name, last_name, phone, company_name,
        customer_number, address_line1, city, state_id, zip, position, requested_at)
      select customer_id, user_id, role_id, 1, is_enabled, 'Registration', email, first_name, last_name, phone, company_name, customer_number,
        address_line1, city, state_id, zip, position, now() from gone`);
    await put('members', member('again'));
    expect(await access('again')).toMatchObject([{ status_id: 1 }]);
    await put('members', member('again', { role: 'Owner' }));
    expect(await access('again')).toMatchObject([{ role: 'Owner', status_id: 2 }]);
  });
});

describe('access that the supplier gives or takes', () => {
  it('STF-08 is in the audit log with the name of the key, and only if it changed', async () => {
    await put('members', member('audited'));
    await put('members', member('audited', { phone: '4235550198' }));
    await put('members', member('audited', { role: 'Owner' }));
    await put('members', member('audited', { role: 'Owner', isEnabled: false }));
    const by = { suppliedBy: expect.stringMatching(/./), customer: 'G1001' };
    expect(await audited('audited')).toMatchObject([
      { action: 'members.add', detail: { role: 'Field', isEnabled: true, ...by } },
      { action: 'members.update', detail: { role: 'Owner', isEnabled: true, ...by } },
      { action: 'members.update', detail: { role: 'Owner', isEnabled: false, ...by } },
    ]);
  });

  it('FED-02 STF-08 goes to another person with another address: both are in the audit log, and the new one gets the mail', async () => {
    await put('members', member('mistyped'));
    await rows("update members set invitation = 'sent' where email = 'mistyped@ridge.example'");
    await put('members', member('mistyped', { email: 'right@ridge.example' }));
    expect([await access('mistyped'), await access('right')]).toMatchObject([[], [{ role: 'Field', is_enabled: true, invitation: 'due' }]]);
    const by = { suppliedBy: expect.stringMatching(/./), customer: 'G1001' };
    expect(await audited('mistyped')).toMatchObject([
      { action: 'members.add' },
      { action: 'members.delete', detail: { role: 'Field', ...by } },
    ]);
    expect(await audited('right')).toMatchObject([{ action: 'members.add', detail: { role: 'Field', isEnabled: true, ...by } }]);
  });
});

describe('a key that is limited to data sources', () => {
  let headers: Record<string, string>;

  beforeAll(async () => {
    await rows(
      "insert into users (email, first_name, last_name, is_staff, staff_role) values ('desk@example.com', 'Des', 'Desk', true, 'Administrator')",
    );
    const key = await app.call(createServiceKey, {
      as: 'desk@example.com',
      body: { name: 'east', scopes: ['*'], dataSources: [SAMPLE_SOURCE] },
    });
    headers = { [HEADERS.serviceKey]: key.body.secret };
  });

  it('FED-01 writes to no other, in any call', async () => {
    const dataSource = 'WEST';
    const west = sampleRecord['data-sources']({ key: dataSource, name: 'West' });
    const send = (body: object, resource: SupplyResource = 'plants') => app.call(putSupply[resource], { headers, body });
    const refused = [
      await send({ records: [west] }, 'data-sources'),
      await send({ records: [sampleRecord['data-sources']({ name: 'East again' }), west] }, 'data-sources'),
    ];
    expect(await rows('select code from data_sources')).toEqual([{ code: SAMPLE_SOURCE }]);
    await put('data-sources', west);
    await app.call(putSupply.trucks, { as: SERVICE, body: { dataSource, records: [sampleRecord.trucks({ plantKey: 'missing' })] } });
    const totals = { dataSource, tickets: [{ day: '2026-01-05', count: 1, quantity: 1 }] };
    refused.push(
      await send({ dataSource, records: [sampleRecord.plants()] }),
      await app.call(forgetOpenRecord, { headers, query: { resource: 'trucks', dataSource, key: 'T1' } }),
      await app.call(putControlTotals, { headers, body: totals }),
    );
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([403, 'data-source-not-granted']));
    expect(await rows('select resource, state from supply_records where data_source = $1 order by 1', [dataSource])).toEqual([
      { resource: 'data-sources', state: 'applied' },
      { resource: 'trucks', state: 'waiting' },
    ]);
    expect(await rows('select from control_differences')).toEqual([]);
  });

  it('FED-01 reads the waiting, refused, delivered and differing records of no other', async () => {
    const dataSource = 'NORTH';
    await put('data-sources', sampleRecord['data-sources']({ key: dataSource, name: 'North' }));
    const fault = { ...sampleRecord.plants(), name: '' };
    const waiting = sampleRecord.trucks({ key: 'waiting', plantKey: 'missing' });
    for (const source of [dataSource, SAMPLE_SOURCE]) {
      await app.call(putSupply.plants, { as: SERVICE, body: { dataSource: source, records: [{ ...fault, key: 'refused' }] } });
      await app.call(putSupply.trucks, { as: SERVICE, body: { dataSource: source, records: [waiting] } });
      const totals = { dataSource: source, tickets: [{ day: '2026-01-05', count: 1, quantity: 1 }] };
      await app.call(putControlTotals, { as: SERVICE, body: totals });
    }
    for (const endpoint of [listWaiting, listRefused, getFreshness, listDifferences]) {
      const sources = async (call: TestCall) =>
        new Set((await app.call(endpoint, call)).body.items.map((item: { dataSource: string }) => item.dataSource));
      expect(await sources({ as: SERVICE }), endpoint.id).toContain(dataSource);
      expect.soft([...(await sources({ headers }))], endpoint.id).toEqual([SAMPLE_SOURCE]);
      if (endpoint === getFreshness) continue;
      const { total, items } = (await app.call(endpoint, { headers, query: { dataSource } })).body;
      expect.soft([total, items], endpoint.id).toEqual([0, []]);
    }
  });

  it('FED-01 announces to their customers only', async () => {
    const send = async (audience: 'all' | 'data-source') => {
      const record = sampleRecord.announcements({ key: audience, audience });
      return (await app.call(putSupply.announcements, { headers, body: { dataSource: SAMPLE_SOURCE, records: [record] } })).body.results[0];
    };
    expect(await send('all')).toMatchObject({ outcome: 'refused', errors: { audience: [expect.stringContaining('limited')] } });
    expect(await send('data-source')).toMatchObject({ outcome: 'created' });
    await put('announcements', sampleRecord.announcements({ key: 'everybody', audience: 'all' }));
    // Nor may it take such an announcement away from the others.
    const record = sampleRecord.announcements({ key: 'everybody', audience: 'data-source', updatedAt: '2026-03-01T10:00:00Z' });
    const body = { dataSource: SAMPLE_SOURCE, records: [record] };
    const limited = await app.call(putSupply.announcements, { headers, body });
    expect(limited.body.results).toMatchObject([{ outcome: 'refused', errors: { audience: [expect.stringContaining('limited')] } }]);
    await put('announcements', { ...record, updatedAt: '2026-03-02T10:00:00Z' });
  });
});
