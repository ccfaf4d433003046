import { HEADERS } from '@yardage/contract/headers';
import { createServiceKey } from '@yardage/contract/service-keys';
import { putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES } from '@yardage/contract/supply-records';
import { postPositions, postTicketEvents, type Taken } from '@yardage/contract/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ world: 'empty', hasJobs: true });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('invoices'))) {
    const records = [sampleRecord[resource]()];
    const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
    expect((await app.call(putSupply[resource], { as: SERVICE, body })).body.counts).toMatchObject({ created: 1 });
  }
});
afterAll(() => app?.close());

const rows = async (text: string): Promise<Record<string, unknown>[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text)).rows);
const post = async (endpoint: typeof postPositions | typeof postTicketEvents, body: object): Promise<Taken> => {
  const answer = await app.call(endpoint, { as: SERVICE, body });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body;
};

/** The key of the sample ticket. */
const { key: ticketKey } = sampleRecord.tickets();

describe("telemetry with the supplier's keys", () => {
  it('FED-03 TRK-07 names a load by the key of its ticket, with times in UTC or with an offset', async () => {
    const named = { dataSource: SAMPLE_SOURCE, ticketKey };
    const events = [
      { ...named, statusId: 2, at: '2026-01-06T12:00:00Z' },
      { ...named, statusId: 4, at: '2026-01-06T07:30:00-05:00' },
      { ...named, ticketKey: 'unknown', statusId: 4, at: '2026-01-06T12:30:00Z' },
      { ...named, dataSource: 'WEST', statusId: 5, at: '2026-01-06T12:30:00Z' },
      { dataSource: SAMPLE_SOURCE, statusId: 5, at: '2026-01-06T12:30:00Z' },
      { ...named, at: '2026-01-06T12:30:00Z' },
      { ...named, hasLeftJob: true, at: '2026-01-06T13:30:00Z' },
    ];
    expect(await post(postTicketEvents, { events })).toEqual({
      taken: 3,
      refused: [
        { index: 2, reason: 'There is no such ticket.' },
        { index: 3, reason: 'There is no such ticket.' },
        { index: 4, reason: 'ticketKey: Name the ticket by dataSource and ticketKey, or by ticketId.' },
        { index: 5, reason: 'statusId: Send either statusId or hasLeftJob.' },
      ],
    });
    expect(await rows(`select arrived_at, leave_job_at from tickets where alt_key = '${ticketKey}'`)).toEqual([
      { arrived_at: new Date('2026-01-06T12:30:00Z'), leave_job_at: new Date('2026-01-06T13:30:00Z') },
    ]);
  });

  it('FED-01 FED-03 TRK-06 names a truck by its key, and is accepted with keys of its data source only', async () => {
    const fix = { latitude: 35.1, longitude: -85.2, heading: 90, speed: { value: 30, unit: 'mph' }, power: true };
    const positions = ['T1', 'T2'].map((truckKey) => ({
      ...fix,
      dataSource: SAMPLE_SOURCE,
      truckKey,
      recordedAt: '2026-01-06T07:30:00-05:00',
    }));
    expect(await post(postPositions, { positions })).toEqual({ taken: 1, refused: [{ index: 1, reason: 'There is no such truck.' }] });
    expect(await rows('select recorded_at from truck_positions')).toEqual([{ recorded_at: new Date('2026-01-06T12:30:00Z') }]);
    await app.call(putSupply['data-sources'], { as: SERVICE, body: { records: [sampleRecord['data-sources']({ key: 'WEST' })] } });
    await rows(
      "insert into users (email, first_name, last_name, is_staff, staff_role) values ('desk@example.com', 'Des', 'Desk', true, 'Administrator')",
    );
    const key = await app.call(createServiceKey, {
      as: 'desk@example.com',
      body: { name: 'West', scopes: ['telemetry:write'], dataSources: ['WEST'] },
    });
    const west = await app.call(postPositions, { headers: { [HEADERS.serviceKey]: key.body.secret }, body: { positions } });
    expect(west.body).toMatchObject({ taken: 0 });
  });
});
