import { listOrders } from '@yardage/contract/orders';
import { postPositions } from '@yardage/contract/telemetry';
import { listTickets } from '@yardage/contract/tickets';
import { type ActiveTruck, listActiveTrucks } from '@yardage/contract/truck-tracking';
import { distanceMeters } from '@yardage/domain/geo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SQL, sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { Dispatcher } from '../dispatch/dispatcher.ts';
import { Simulator } from './simulator.ts';

const OWNER = 'owner@example.com';
const HOURS = 2.5;
const STEP_MS = 180_000;

let app: TestApp;
let own: TestCustomer;
let simulator: Simulator;
let dispatcher: Dispatcher;
let clock: number;
/** All posted items, by path. */
const posted = new Map<string, object[]>();

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  // Shift the world some hours into the past, so that the test's own clock can run through them without passing the server's clock.
  clock = Date.now() - HOURS * 3_600_000;
  await write(`update orders set starts_at = starts_at - interval '${HOURS} hours', on_job_at = on_job_at - interval '${HOURS} hours'
    where starts_at > now() - interval '1 day'`);
  const moments = ['ticketed', 'loading', 'leave_plant', 'arrived', 'pour_started', 'finished', 'leave_job'].map((name) => `${name}_at`);
  await write(
    `update tickets set ${moments.map((name) => `${name} = ${name} - interval '${HOURS} hours'`).join(', ')} where ticketed_at > now() - interval '1 day'`,
  );
  await write(`update truck_positions set recorded_at = recorded_at - interval '${HOURS} hours'`);
  startTraffic();
});
afterAll(() => app?.close());

/** Creates a simulator and a dispatcher without memory, as after a restart. */
function startTraffic() {
  simulator = new Simulator(app.database, async (path, body) => {
    const headers = { 'x-service-key': app.config.telemetryKey };
    const answer = await app.http.inject({ method: 'POST', url: `/api${path}`, headers, payload: body });
    expect(answer.json().refused).toEqual([]);
    posted.set(path, [...(posted.get(path) ?? []), ...(Object.values(body).flat() as object[])]);
  });
  dispatcher = new Dispatcher(app.database);
}

const write = (statement: string) => app.database.transaction('system', ({ client }) => client.query(statement));
const read = <T>(statement: SQL) => app.database.read<T>('system', statement);
const number = (statement: SQL) => read<string>(statement).then(Number);
const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });

describe("the demo's traffic", () => {
  it('TRK-07 drives loads through all six statuses and off the job, and prints new tickets as they come due, also after a pause', async () => {
    const [before, open] = await Promise.all([
      number(sql`select max(id) as answer from tickets`),
      read<number[]>(sql`select json_agg(id) as answer from tickets where leave_job_at is null`),
    ]);
    const end = clock + HOURS * 3_600_000 - STEP_MS;
    const off = clock + 3_600_000;
    for (; clock < end; clock += STEP_MS) {
      if (clock >= off && clock < off + STEP_MS) {
        // The server is off for a while; missed events are posted when it is back.
        clock += 20 * 60_000;
        startTraffic();
      }
      await dispatcher.round(clock);
      await simulator.round(clock);
    }
    const ids = sql`(select value::bigint from json_array_elements_text(${JSON.stringify(open)}::json))`;
    expect(await number(sql`select count(*) as answer from tickets where id in ${ids} and (status_id < 6 or leave_job_at is null)`)).toBe(
      0,
    );
    const statuses = await read<number[]>(sql`select json_agg(distinct status_id) as answer from tickets where id > ${before}`);
    expect(statuses).toContain(6);
    expect(statuses?.length).toBeGreaterThan(2);
    expect(
      await number(sql`select count(*) as answer from tickets where customer_id = ${own.customerId} and id > ${before}`),
    ).toBeGreaterThan(15);
  });

  it('keeps the times of every load in order, with one load at a time per truck', async () => {
    const faults = sql`select count(*) as answer from tickets where ticketed_at > now() - interval '8 hours' and not (
      ticketed_at <= coalesce(loading_at, ticketed_at) and coalesce(loading_at <= leave_plant_at, true) and coalesce(leave_plant_at <= arrived_at, true)
      and coalesce(arrived_at <= pour_started_at, true) and coalesce(pour_started_at <= finished_at, true) and coalesce(finished_at <= leave_job_at, true))`;
    expect(await number(faults)).toBe(0);
    const twice = sql`select count(*) as answer from (select truck_id from tickets where leave_job_at is null and truck_id is not null group by truck_id having count(*) > 1) as two`;
    expect(await number(twice)).toBe(0);
    expect(
      await number(sql`select count(*) as answer from tickets where greatest(ticketed_at, loading_at, finished_at, leave_job_at) > now()`),
    ).toBe(0);
  });

  it('prices its tickets as the demo world does: quote or price list, charges, tax', async () => {
    const wrong = sql`select count(*) as answer from tickets t join orders o on o.id = t.order_id join customers c on c.id = t.customer_id
      cross join lateral (select sum(amount_cents) as sales, count(*) filter (where line_number = 1 and product_id = o.product_id) as main,
        bool_and(amount_cents = round(quantity * unit_price_cents)) as is_extended from ticket_products where ticket_id = t.id) as lines
      where t.ticketed_at > now() - interval '8 hours' and (lines.main <> 1 or not lines.is_extended or t.tax_cents <> round(lines.sales * c.tax_rate_ppm / 1000000.0))`;
    expect(await number(wrong)).toBe(0);
  });

  it('keeps Orders, Tickets and the board consistent, with trucks under way at any hour', async () => {
    const trucks = (await app.call(listActiveTrucks, { as: OWNER, params: params() })).body as ActiveTruck[];
    expect(trucks.length).toBeGreaterThan(0);
    const query = { pageSize: 100, sortBy: 'ticketDateTime', sortDesc: true };
    const { items: tickets } = (await app.call(listTickets, { as: OWNER, params: params(), query })).body;
    const { items: orders } = (await app.call(listOrders, { as: OWNER, params: params(), query: { ...query, pageSize: 100, search: '' } }))
      .body;
    for (const truck of trucks) {
      const ticket = tickets.find((row: { id: number }) => row.id === truck.ticketId);
      expect([ticket?.statusId, ticket?.isStreamingAvailable]).toEqual([truck.ticketStatusId, true]);
      const order = orders.find((row: { id: number }) => row.id === truck.jobId);
      if (!order) continue;
      // A job's last truck stays visible until it leaves; its order is complete by then.
      const isDone = order.qtyDelivered >= order.qtyOrdered;
      expect([order.orderStatusId, order.qtyDelivered, order.inTransitQty]).toEqual([
        isDone ? 5 : 6,
        truck.productDeliveredQuantity,
        truck.productInTransitQuantity,
      ]);
    }
    const mismatched = sql`select count(*) as answer from orders o where o.status_id = 5 and exists (select from tickets t where t.order_id = o.id and t.status_id < 6)`;
    expect(await number(mismatched)).toBe(0);
  });

  it('posts moving trucks every round and standing trucks once a minute, and no truck jumps', async () => {
    posted.clear();
    for (let turn = 0; turn < 8; turn += 1) {
      clock += 8_000;
      await simulator.round(clock);
    }
    const fixes = posted.get(postPositions.path) as { truckId: number; latitude: number; longitude: number; speed: { value: number } }[];
    const byTruck = Map.groupBy(fixes, ({ truckId }) => truckId);
    expect([...byTruck.values()].some((own) => own.length === 8)).toBe(true);
    for (const own of byTruck.values()) {
      own.forEach((fix, index) => {
        if (index > 0) expect(distanceMeters(own[index - 1] ?? fix, fix)).toBeLessThan(8 * 32 + 80);
      });
    }
  });
});
