import { getOrder } from '@yardage/contract/orders';
import { postPositions, postTicketEvents, type Taken } from '@yardage/contract/telemetry';
import { getTicket } from '@yardage/contract/tickets';
import { listActiveTrucks } from '@yardage/contract/truck-tracking';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SQL, sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { forgetOldFixes } from './positions.queries.ts';
import { moveLoads } from './ticket-events.queries.ts';

const OWNER = 'owner@example.com';
const STARTED_AT = Date.now();
const ago = (seconds: number) => new Date(STARTED_AT - seconds * 1000).toISOString();

let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const read = <T>(statement: SQL) => app.database.read<T>('system', statement);
const post = async (endpoint: typeof postPositions | typeof postTicketEvents, body: object): Promise<Taken> => {
  const answer = await app.call(endpoint, { as: SERVICE, body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const postFixes = (...positions: unknown[]) => post(postPositions, { positions });
const postEvents = (...events: unknown[]) => post(postTicketEvents, { events });

/** Returns a truck without a load or a position, with the telemetry provider's names for it. */
const idleTruck = async () =>
  (await read<{ id: number; zonarAccount: string; fleet: string }>(
    sql`select json_build_object('id', id, 'zonarAccount', zonar_account, 'fleet', number) as answer from trucks
        where not exists (select from tickets where truck_id = trucks.id and leave_job_at is null)
          and not exists (select from truck_positions where truck_id = trucks.id) order by id limit 1`,
  )) ?? { id: 0, zonarAccount: '', fleet: '' };

const fix = (truckId: number, secondsAgo: number, more: object = {}) => ({
  truckId,
  latitude: 35.1,
  longitude: -85.2 - secondsAgo / 10_000,
  heading: 90,
  speed: { value: 30, unit: 'mph' },
  power: true,
  recordedAt: ago(secondsAgo),
  ...more,
});

const keptFix = (truckId: number) =>
  read<{ longitude: number; speed: number; fixes: number }>(
    sql`select json_build_object('longitude', longitude, 'speed', round(speed_mph::numeric, 1), 'fixes',
          (select count(*) from truck_fixes f where f.truck_id = p.truck_id)) as answer from truck_positions p where truck_id = ${truckId}`,
  );

describe('positions', () => {
  it('TRK-06 are kept one per truck: the newest wins, in any order and however often they arrive', async () => {
    const { id, zonarAccount, fleet } = await idleTruck();
    expect(await postFixes(fix(id, 60), fix(id, 20), fix(id, 40))).toEqual({ taken: 3, refused: [] });
    expect(await postFixes(fix(id, 20, { longitude: -80 }), fix(id, 50), fix(id, 1200))).toEqual({ taken: 3, refused: [] });
    expect(await keptFix(id)).toEqual({ longitude: -85.202, speed: 30, fixes: 4 });
    const { truckId: _, ...named } = fix(id, 5, { zonarAccount, fleet, speed: { value: 100, unit: 'km/h' } });
    expect(await postFixes(named)).toEqual({ taken: 1, refused: [] });
    expect(await keptFix(id)).toMatchObject({ longitude: -85.2005, speed: 62.1 });
  });

  it('are forgotten by a round when they are too old for the recent speed', async () => {
    const { id } = await idleTruck();
    await postFixes(fix(id, 30));
    await app.database.transaction('system', ({ client }) =>
      client.query("update truck_fixes set recorded_at = recorded_at - interval '11 minutes' where truck_id = $1", [id]),
    );
    await postFixes(fix(id, 10));
    expect(await keptFix(id)).toMatchObject({ fixes: 2 });
    await forgetOldFixes(app.database);
    expect(await keptFix(id)).toMatchObject({ fixes: 1 });
  });

  it('TRK-17 that are invalid are refused one by one with the reason, and the rest is stored', async () => {
    const { id } = await idleTruck();
    const { refused, taken } = await postFixes(
      fix(id, 30, { latitude: 95 }),
      fix(id, 29),
      fix(id, 28, { latitude: 0, longitude: 0 }),
      fix(id, -3600),
      fix(999_999_999, 27),
      'nonsense',
      fix(id, 26, { speed: { value: 900, unit: 'mph' } }),
      fix(id, 25, { truckId: undefined }),
      fix(id, 24, { recordedAt: '0000-01-01T00:00:00Z' }),
    );
    expect(taken).toBe(1);
    expect(refused.map(({ index }) => index)).toEqual([0, 2, 3, 4, 5, 6, 7, 8]);
    expect(refused.map(({ reason }) => reason)).toMatchObject([
      'latitude: Use degrees from -90 to 90.',
      'latitude: A receiver without a fix sends 0, 0.',
      'The time lies in the future.',
      'There is no such truck.',
      expect.stringContaining('expected object'),
      'speed.value: No truck drives so fast.',
      'truckId: Name the truck by dataSource and truckKey, by zonarAccount and fleet, or by truckId.',
      'The time is too long ago.',
    ]);
    expect(await keptFix(id)).toMatchObject({ longitude: -85.2029, fixes: 1 });
  });

  it('arrive in batches of at most 500, in a few statements', async () => {
    const { id } = await idleTruck();
    const many = (count: number) => Array.from({ length: count }, (_, index) => fix(id, 3 + index / 10));
    const answer = await app.call(postPositions, { as: SERVICE, body: { positions: many(501) } });
    expect([answer.status, answer.body.errors.positions]).toEqual([400, ['Send at most 500 at a time.']]);
    expect(await postFixes(...many(500))).toEqual({ taken: 500, refused: [] });
    expect(await keptFix(id)).toMatchObject({ longitude: -85.2003, fixes: 500 });
  });

  it('TRK-06 one a call share their writes, and each call gets its own answer after the commit', async () => {
    const trucks =
      (await read<number[]>(sql`select json_agg(id) as answer from (select id from trucks order by id limit 20) as few`)) ?? [];
    const begins = vi.spyOn(app.database, 'transaction');
    const calls = trucks.map(async (id, index) => {
      const isUnknown = index % 5 === 4;
      const longitude = -70 - index / 100;
      const answer = await postFixes(fix(isUnknown ? 999_999_999 : id, -1, { longitude }));
      expect(answer).toEqual({ taken: isUnknown ? 0 : 1, refused: isUnknown ? [{ index: 0, reason: 'There is no such truck.' }] : [] });
      if (!isUnknown) expect(await keptFix(id)).toMatchObject({ longitude });
    });
    await Promise.all(calls);
    expect(begins.mock.calls.length).toBeLessThan(trucks.length / 2);
    begins.mockRestore();
  });

  it('of the same trucks are accepted from two batches at once', async () => {
    const ids = (await read<number[]>(sql`select json_agg(id) as answer from trucks where id between 120 and 159`)) ?? [];
    const batch = (secondsAgo: number) => ids.map((id) => fix(id, secondsAgo));
    const answers = await Promise.all(
      [8, 6, 7, 5].map((secondsAgo, turn) => postFixes(...(turn % 2 ? batch(secondsAgo).toReversed() : batch(secondsAgo)))),
    );
    expect(answers.map(({ taken }) => taken)).toEqual([40, 40, 40, 40]);
    expect(await read(sql`select count(distinct longitude)::int as answer from truck_positions where truck_id between 120 and 159`)).toBe(
      1,
    );
  });
});

describe('events of loads', () => {
  interface Load {
    ticketId: number;
    orderId: number;
    truckId: number;
    quantity: number;
    ticketedAt: string;
  }
  let load: Load;

  /** Creates an order of the owner with one load, ticketed an hour ago. */
  beforeEach(async () => {
    const truck = await idleTruck();
    load = await app.database.transaction('system', async ({ client }) => {
      const { rows: orders } = await client.query(
        `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, plant_id, product_id, quantity_ordered, load_count, job,
           job_address1, alt_key)
         select customer_id, 'E' || nextval('orders_id_seq'), order_type, 1, now() - interval '30 minutes', current_date, plant_id, product_id, 10, 1, job, job_address1, 'e'
         from orders where customer_id = $1 limit 1 returning id, plant_id`,
        [own.customerId],
      );
      const { rows: tickets } = await client.query(
        `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
         values ($1, $2::bigint, 'E' || $2::text, 1, $4, $3, $5, 1, 10, 0, 'e') returning id, truck_id`,
        [own.customerId, orders[0].id, orders[0].plant_id, ago(3600), truck.id],
      );
      return {
        ticketId: Number(tickets[0].id),
        orderId: Number(orders[0].id),
        truckId: Number(tickets[0].truck_id),
        quantity: 10,
        ticketedAt: ago(3600),
      };
    });
  });

  const event = (statusId: number, secondsAgo: number) => ({ ticketId: load.ticketId, statusId, at: ago(secondsAgo) });
  const left = (secondsAgo: number) => ({ ticketId: load.ticketId, hasLeftJob: true, at: ago(secondsAgo) });
  const ALL = [3000, 2400, 1200, 900, 300].map((secondsAgo, index) => [index + 2, secondsAgo] as const);
  const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
  const order = async () =>
    (await app.call(getOrder, { as: OWNER, params: { ...params(), orderId: load.orderId, id: load.orderId } })).body;
  const ticket = async () => (await app.call(getTicket, { as: OWNER, params: { ...params(), ticketId: load.ticketId } })).body;
  const board = async () =>
    ((await app.call(listActiveTrucks, { as: OWNER, params: params() })).body as { ticketId: number; ticketStatusId: number }[]).find(
      ({ ticketId }) => ticketId === load.ticketId,
    );

  it('TRK-07 move a load through the six statuses, and Orders, Tickets and the board agree', async () => {
    const seen: unknown[] = [];
    for (const [statusId, secondsAgo] of ALL) {
      expect(await postEvents(event(statusId, secondsAgo))).toEqual({ taken: 1, refused: [] });
      const [{ orderStatusId, qtyDelivered, inTransitQty, tickets }, { statusId: shown }, onBoard] = await Promise.all([
        order(),
        ticket(),
        board(),
      ]);
      expect([shown, onBoard?.ticketStatusId, tickets[0].statusId]).toEqual([statusId, statusId, statusId]);
      seen.push([orderStatusId, qtyDelivered, inTransitQty]);
    }
    expect(seen).toEqual([
      [6, 0, 10],
      [6, 0, 10],
      [6, 0, 10],
      [6, 0, 10],
      [5, 10, 0],
    ]);
    const { plantLeaveDateTime, jobArrivedDateTime, finishedPourDateTime, leaveJobDateTime } = await ticket();
    expect([plantLeaveDateTime, jobArrivedDateTime, finishedPourDateTime].map((moment) => Date.parse(moment))).toEqual(
      [2400, 1200, 300].map((seconds) => Math.floor(Date.parse(ago(seconds)) / 1000) * 1000),
    );
    expect(leaveJobDateTime).toBeNull();
    await postEvents(left(60));
    expect(await board()).toBeUndefined();
  });

  it('complete an order whose last two loads end at the same time, in two posts', async () => {
    // The embedded engine has only one connection, so nothing runs concurrently.
    if (app.database.engine.name === 'pglite') return;
    const { ticketId, orderId } = load;
    await app.database.transaction('system', ({ client }) =>
      client.query('update orders set load_count = 2, quantity_ordered = 20 where id = $1', [orderId]),
    );
    let posted: Promise<unknown> | undefined;
    await app.database.transaction('system', async (transaction) => {
      const { rows } = await transaction.client.query(
        `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
         select customer_id, order_id, 'F' || id, 5, ticketed_at, plant_id, (select max(id) from trucks), 2, quantity, 0, 'f' from tickets where id = $1 returning id`,
        [ticketId],
      );
      await moveLoads(transaction, [Number(rows[0].id)], (loads) => [...loads.values()].map((known) => ({ ...known, statusId: 6 })));
      posted = postEvents(...ALL.map(([statusId, secondsAgo]) => event(statusId, secondsAgo)));
      await vi.waitFor(async () => {
        const waiting = await transaction.client.query(
          'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid',
        );
        expect(waiting.rowCount).toBe(1);
      }, 20_000);
    });
    await posted;
    expect((await order()).orderStatusId).toBe(5);
  });

  it('POUR-01 do not complete an order whose load count is not known before its quantity is delivered', async () => {
    const order = { load_count: 0, quantity_ordered: 80 };
    const change = () =>
      app.database.transaction('system', ({ client }) =>
        client.query('update orders set load_count = $2, quantity_ordered = $3 where id = $1', [load.orderId, ...Object.values(order)]),
      );
    const status = () => read(sql`select status_id as answer from orders where id = ${load.orderId}`);
    await change();
    await postEvents(...ALL.map(([statusId, secondsAgo]) => event(statusId, secondsAgo)));
    expect(await status()).toBe(6);
    order.quantity_ordered = 10;
    await change();
    await postEvents(left(60));
    expect(await status()).toBe(5);
  });

  it('POUR-01 do not complete an order whose loads were smaller than planned before its quantity is delivered', async () => {
    const statusAfter = async (quantity: number, ...events: unknown[]) => {
      await app.database.transaction('system', ({ client }) =>
        client.query('update orders set load_count = 1, quantity_ordered = $2 where id = $1', [load.orderId, quantity]),
      );
      await postEvents(...events);
      return read(sql`select status_id as answer from orders where id = ${load.orderId}`);
    };
    // The load brings 10. Of a rest of less than half a load nobody can say whether it comes.
    expect(await statusAfter(15, ...ALL.map(([statusId, secondsAgo]) => event(statusId, secondsAgo)))).toBe(6);
    expect(await statusAfter(14, left(60))).toBe(5);
  });

  it('POUR-01 do not complete an order with a load that was rejected on the job', async () => {
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
         select customer_id, id, gen_random_uuid(), true, 'slump', 'Foreman', (select min(id) from users), 'Foreman', now() from tickets where id = $1`,
        [load.ticketId],
      ),
    );
    await postEvents(...ALL.map(([statusId, secondsAgo]) => event(statusId, secondsAgo)));
    expect((await order()).orderStatusId).toBe(6);
  });

  it('end the same when they arrive late, twice and in one batch', async () => {
    const events = [left(60), ...ALL.map(([statusId, secondsAgo]) => event(statusId, secondsAgo)).toReversed()];
    expect(await postEvents(...events, ...events)).toEqual({ taken: 12, refused: [] });
    const done = await ticket();
    expect(done.statusId).toBe(6);
    expect(await postEvents(event(3, 2000), event(2, 1000))).toEqual({ taken: 2, refused: [] });
    expect(await ticket()).toEqual(done);
  });

  it('that are invalid are refused with the reason, and change nothing', async () => {
    await postEvents(event(4, 600));
    const { refused, taken } = await postEvents(
      event(3, 500),
      event(5, -3600),
      { ...event(5, 400), ticketId: 999_999_999 },
      event(9, 300),
      event(5, 200),
    );
    expect(taken).toBe(1);
    expect(refused.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'The time does not fit the other times of the ticket.'],
      [1, 'The time lies in the future.'],
      [2, 'There is no such ticket.'],
      [3, expect.any(String)],
    ]);
    expect((await ticket()).statusId).toBe(5);
  });

  /** Adds a load of another customer for the truck. */
  const addNext = async () => {
    const foreignId = await read<string>(sql`select id as answer from orders where customer_id <> ${own.customerId} limit 1`);
    const { rows } = await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
         select customer_id, id, 'N' || $2::text, 1, now() - interval '5 minutes', plant_id, $2::bigint, 99, 10, 0, 'n' from orders where id = $1 returning id`,
        [foreignId, load.truckId],
      ),
    );
    return Number(rows[0].id);
  };

  it('POUR-01 of the next load end the previous one, also if its finish was lost, and hide the truck from the previous customer', async () => {
    await postEvents(event(5, 600));
    await postFixes(fix(load.truckId, 10));
    expect(await read(sql`select customer_id as answer from truck_positions where truck_id = ${load.truckId}`)).toBe(
      String(own.customerId),
    );
    const ticketId = await addNext();
    expect(await board()).toBeDefined();
    await postEvents({ ticketId, statusId: 2, at: ago(120) });
    expect(await board()).toBeUndefined();
    expect(await read(sql`select customer_id = ${own.customerId} as answer from truck_positions where truck_id = ${load.truckId}`)).toBe(
      false,
    );
    expect(await ticket()).toMatchObject({ statusId: 6, leaveJobDateTime: expect.any(String), finishedPourDateTime: null });
    expect(await order()).toMatchObject({ orderStatusId: 5, qtyDelivered: 10, onJobQty: 0 });
  });

  it('TRK-06 TRK-17 a load that was over hours ago keeps no truck from its next load, though no event said that the truck left', async () => {
    await postFixes(fix(load.truckId, 10));
    const write = (text: string, id: number) => app.database.transaction('system', ({ client }) => client.query(text, [id]));
    const finished = "status_id = 6, ticketed_at = now() - interval '20 hours', finished_at = now() - interval '18 hours'";
    await write(`update tickets set ${finished} where id = $1`, load.ticketId);
    const ticketId = await addNext();
    const carried = () => read(sql`select ticket_id::int as answer from truck_positions where truck_id = ${load.truckId}`);
    expect(await carried()).toBe(ticketId);
    // The same for the first position of a truck.
    await write('delete from truck_positions where truck_id = $1', load.truckId);
    await postFixes(fix(load.truckId, 5));
    expect(await carried()).toBe(ticketId);
  });

  it('POUR-01 of the next load move no order whose loads ended before, and announce only what could still be followed', async () => {
    const next = await addNext();
    await app.database.transaction('system', async (transaction) => {
      const { client } = transaction;
      // Dispatch has opened the order again.
      await client.query('update orders set status_id = 6 where id = $1', [load.orderId]);
      await client.query('update tickets set status_id = 6 where id = $1', [load.ticketId]);
      await client.query(
        `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
         select customer_id, order_id, 'H' || id, 6, ticketed_at - interval '2 days', plant_id, truck_id, 0, 10, 0, 'h' from tickets where id = $1`,
        [load.ticketId],
      );
      const announced = await moveLoads(transaction, [next], (loads) =>
        [...loads.values()].map((known) => ({ ...known, statusId: 2, loadingAt: STARTED_AT })),
      );
      expect(announced.toSorted()).toEqual([next, load.ticketId].toSorted());
    });
    expect(await read(sql`select status_id as answer from orders where id = ${load.orderId}`)).toBe(6);
    expect(await read(sql`select count(leave_job_at)::int as answer from tickets where order_id = ${load.orderId}`)).toBe(2);
  });

  it('do not change orders that were stopped, put on hold or cancelled', async () => {
    for (const statusId of [0, 4, 7, 9]) {
      await app.database.transaction('system', ({ client }) =>
        client.query('update orders set status_id = $2 where id = $1', [load.orderId, statusId]),
      );
      await postEvents(event(2 + (statusId % 3), 500 - statusId));
      expect(await read(sql`select status_id as answer from orders where id = ${load.orderId}`)).toBe(statusId);
    }
  });
});
