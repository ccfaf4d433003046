import { type ArrivalAccuracyRow, getArrivalAccuracy } from '@yardage/contract/desk-arrivals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInRouting } from '#server/adapters/routing/built-in.routing';
import { sql } from '#server/database/drizzle';
import { EtaRefresher } from '#server/features/truck-tracking/eta-refresher.service';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

const write = (statement: string) => app.database.transaction('system', ({ client }) => client.query(statement));
const rows = async () =>
  (await app.call(getArrivalAccuracy, { as: 'dispatcher@example.com', query: { weeks: 8 } })).body.rows as ArrivalAccuracyRow[];

describe('the accuracy of arrival times', () => {
  it('POUR-04 is reported by plant and week: errors, and how often the arrival was inside the predicted span', async () => {
    await write('delete from arrival_predictions');
    // Ten loads of one plant: one minute late, two, … ten. The span is five minutes to either side.
    await write(
      `insert into arrival_predictions (ticket_id, plant_id, predicted_at, estimated_at, earliest_at, latest_at)
       select id, plant_id, arrived_at - interval '20 minutes', arrived_at - late, arrived_at - late - interval '5 minutes', arrived_at - late + interval '5 minutes'
       from (select t.*, interval '1 minute' * row_number() over (order by t.id) as late from (
         select t.* from tickets t where t.plant_id = (select min(plant_id) from tickets)
           and t.arrived_at >= date_trunc('week', now() - interval '14 days') + interval '1 day'
           and t.arrived_at < date_trunc('week', now() - interval '14 days') + interval '6 days'
         order by t.id limit 10) as t) as loads`,
    );
    const found = await rows();
    expect(found.length).toBe(2);
    expect(found.map(({ plantId }) => plantId === null)).toEqual([true, false]);
    for (const row of found)
      expect(row).toMatchObject({ loads: 10, medianErrorMinutes: 5.5, meanErrorMinutes: 5.5, p90ErrorMinutes: 9.1, insideShare: 0.5 });
  });

  it('POUR-04 counts what was predicted when a truck left, once, and nothing that was predicted later', async () => {
    const [own] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer];
    await write('delete from arrival_predictions; delete from truck_etas');
    await write(`update tickets set leave_plant_at = now() - interval '30 minutes' where status_id = 3`);
    // A new refresher has no memory of the last refresh.
    const look = () => new EtaRefresher(app.database, builtInRouting, app.http.log as never).refresh(own.customerId);
    const kept = () =>
      app.database.read<{ ticket_id: number; estimated_at: string }[]>(
        'system',
        sql`select json_agg(p) as answer from arrival_predictions p`,
      );
    await look();
    expect(await kept()).toBeNull();
    const id = await app.database.read<string>(
      'system',
      sql`select max(id) as answer from tickets where status_id = 3 and customer_id = ${own.customerId}
      and truck_id in (select truck_id from truck_etas where estimated_at is not null)`,
    );
    await write(`update tickets set leave_plant_at = now() - interval '2 minutes' where id = ${Number(id)}; delete from truck_etas`);
    await look();
    const first = await kept();
    expect(first?.map(({ ticket_id }) => ticket_id)).toEqual([Number(id)]);
    await write("update truck_etas set asked_at = asked_at - interval '5 minutes'");
    await look();
    expect(await kept()).toEqual(first);
  });
});
