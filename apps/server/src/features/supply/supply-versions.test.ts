import { putSupply, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

let app: TestApp;
let minute = 0;

const put = async (resource: SupplyResource, ...records: unknown[]): Promise<SupplyAnswer> => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  const answer = await app.call(putSupply[resource], { as: SERVICE, body });
  expect([answer.status, answer.body.detail, answer.body.errors]).toEqual([200, undefined, undefined]);
  return answer.body;
};
const outcome = ({ results }: SupplyAnswer) => results[0]?.outcome;
const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as T[]);
/** A moment after all earlier ones. */
const newer = () => new Date(Date.parse('2026-02-01T12:00:00Z') + ++minute * 60_000).toISOString();

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('tickets')))
    await put(resource, sampleRecord[resource]());
});
afterAll(() => app?.close());

/** A ticket of its own for each test. */
const ticket = (key: string, more = {}) => sampleRecord.tickets({ key, number: key, updatedAt: newer(), ...more });

describe('a ticket', () => {
  const statusOf = async (key: string) => (await rows<{ status_id: number }>('select status_id from tickets where alt_key = $1', [key]))[0];

  it('FED-05 FED-07 has the status of its times, whether its versions come in order or only the last one does', async () => {
    const first = ticket('status', { updatedAt: '2026-01-07T12:00:00Z' });
    const steps = ['loadingAt', 'leavePlantAt', 'arrivedAt', 'pourStartedAt', 'finishedAt'];
    const times = Object.fromEntries(steps.map((step, index) => [step, `2026-01-06T1${index + 2}:00:00Z`]));
    const second = ticket('status', times);
    await put('tickets', first);
    await put('tickets', second);
    await put('tickets', { ...second, key: 'status-alone' });
    expect([await statusOf('status'), await statusOf('status-alone')]).toEqual([{ status_id: 6 }, { status_id: 6 }]);
    // A time that is taken back takes the status back; times that are left out do not.
    await put('tickets', ticket('status', { finishedAt: null }));
    expect(await statusOf('status')).toEqual({ status_id: 5 });
    await put('tickets', ticket('status'));
    expect(await statusOf('status')).toEqual({ status_id: 5 });
  });
});
