import { putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

let app: TestApp;

const put = async (resource: SupplyResource, records: readonly unknown[], dataSource = SAMPLE_SOURCE) => {
  const body = resource === 'data-sources' ? { records } : { dataSource, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect(answer.body.counts?.refused, answer.text).toBe(0);
};
const member = sampleRecord.members;
const later = (minutes: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + minutes * 60_000).toISOString();

const mailsTo = async (email: string) =>
  (await app.database.read<{ body: string }[]>(
    'system',
    sql`select json_agg(m order by id) as answer from demo_mailbox m where ${email} = any(recipients)`,
  )) ?? [];

/** Waits until a member who is sent last has their mail and none is queued: whatever was due before has gone out, too. */
async function waitForRound(): Promise<void> {
  const email = `last${Math.random()}@ridge.example`;
  await put('members', [member({ key: email, email })]);
  const queued = sql`select count(*)::int as answer from outgoing_mails where state = 'queued'`;
  await app.eventually(['invite-members', 'mails'], async () => {
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await app.database.read('system', queued)).toBe(0);
  });
}

beforeAll(async () => {
  app = await openTestApp({ world: 'empty', hasJobs: true });
  const ground = SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('members'));
  for (const resource of ground) await put(resource, [sampleRecord[resource]()]);
});
afterAll(() => app?.close());

describe('members that the supplier sends', () => {
  it('FED-02 invites a new member once, also when the record is repeated or changed', async () => {
    const ada = member({ email: 'ada@ridge.example' });
    await put('members', [ada]);
    await waitForRound();
    await put('members', [ada]);
    await put('members', [{ ...ada, updatedAt: later(1), lastName: 'Changed' }]);
    await waitForRound();
    const mails = await mailsTo('ada@ridge.example');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain('you now have access to');
    expect(mails[0]?.body).toContain('Temporary password');
  });

  it('FED-02 sends one mail about several accounts', async () => {
    const email = 'both@ridge.example';
    await put('customers', [sampleRecord.customers({ key: 'C2', customerNumber: '2002', globalCustomerNumber: 'G2002' })]);
    await put('members', [member({ key: 'b1', email }), member({ key: 'b2', email, customerKey: 'C2' })]);
    await waitForRound();
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain('(2002)');
  });

  it('FED-02 sends no mail with `invite: false`, for a disabled member or in a test data source, unless it is asked for', async () => {
    await put('data-sources', [sampleRecord['data-sources']({ key: 'TRIAL', isTest: true })]);
    for (const resource of ['products', 'price-lists', 'contacts'] as const) await put(resource, [sampleRecord[resource]()], 'TRIAL');
    await put('customers', [sampleRecord.customers({ customerNumber: '3003', globalCustomerNumber: 'G3003' })], 'TRIAL');
    await put('members', [member({ key: 't1', email: 'tried@ridge.example' })], 'TRIAL');
    await put('members', [member({ key: 't2', email: 'asked@ridge.example', invite: true })], 'TRIAL');
    await put('members', [member({ key: 'q', email: 'quiet@ridge.example', invite: false })]);
    const off = member({ key: 'o', email: 'off@ridge.example', isEnabled: false });
    await put('members', [off]);
    await waitForRound();
    const counts = async () =>
      Promise.all(['tried', 'asked', 'quiet', 'off'].map(async (name) => (await mailsTo(`${name}@ridge.example`)).length));
    expect(await counts()).toEqual([0, 1, 0, 0]);
    await put('members', [{ ...off, updatedAt: later(2), isEnabled: true }]);
    await waitForRound();
    expect(await counts()).toEqual([0, 1, 0, 1]);
  });
});
