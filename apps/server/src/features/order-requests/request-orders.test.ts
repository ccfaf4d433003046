import { randomUUID } from 'node:crypto';
import { startChat } from '@yardage/contract/chat';
import { confirmRequest, declineRequest, getPlantLoad, type PlantLoad } from '@yardage/contract/desk-requests';
import { listEvents } from '@yardage/contract/events';
import { getOrderChanges, getRequest, requestChange } from '@yardage/contract/order-requests';
import { getOrder, listOrders } from '@yardage/contract/orders';
import { putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { connectHub, type HubClient } from '#server/testing/hub-client';
import { addOrder, addRequest, dayForPour } from '#server/testing/prepare-request';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const STAFF = 'dispatcher@example.com';
const OWNER = 'ada@ridge.example';
const params = { globalCustomerNumber: '' };
let app: TestApp;
let url: string;
let customerId: number;
const open: HubClient[] = [];

const put = async (resource: SupplyResource, ...records: unknown[]) => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  return (await app.call(putSupply[resource], { as: SERVICE, body })).body;
};

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('tickets')))
    await put(resource, sampleRecord[resource]());
  const customer = await app.database.read<{ id: number; number: string }>(
    'system',
    sql`select json_build_object('id', id, 'number', global_customer_number) as answer from customers order by id limit 1`,
  );
  customerId = customer?.id ?? 0;
  params.globalCustomerNumber = customer?.number ?? '';
  // The first call links the member to a user.
  expect((await app.call(listOrders, { as: OWNER, params })).status).toBe(200);
  await app.database.transaction('system', ({ client }) =>
    client.query(
      "insert into users (email, first_name, last_name, is_staff, staff_role) values ($1, 'Dee', 'Desk', true, 'Dispatcher') on conflict do nothing",
      [STAFF],
    ),
  );
});
afterAll(async () => {
  for (const client of open) client.close();
  await app?.close();
});

const confirm = (id: number) => app.call(confirmRequest, { as: STAFF, params: { id }, body: { version: 1 } });
const find = async (requestId: number) => (await app.call(getRequest, { as: OWNER, params: { ...params, requestId } })).body;
const supplied = (key: string, more: object) => sampleRecord.orders({ key, number: `S-${key}`, startsAt: '2026-06-02T11:00:00Z', ...more });
const orderCount = async () => (await app.database.read<number>('system', sql`select count(*)::int as answer from orders`)) ?? 0;

describe("the order of a request and the supplier's own", () => {
  it('REQ-02 are one order: the supplier takes over the order that the request made, by its number', async () => {
    const { body: request } = await confirm(await addRequest(app.database, customerId));
    const before = await orderCount();
    const answer = await put('orders', supplied('D-900', { requestNumber: request.number, quantityOrdered: 26 }));
    expect(answer.counts).toMatchObject({ created: 1, refused: 0 });
    expect(await orderCount()).toBe(before);
    const order = (await app.call(getOrder, { as: OWNER, params: { ...params, orderId: request.orderId } })).body;
    expect(order).toMatchObject({ orderNumber: 'S-D-900', altKeyOrderId: 'D-900', qtyOrdered: 26 });
    expect(await find(request.id)).toMatchObject({ state: 'confirmed', orderId: request.orderId, orderNumber: 'S-D-900' });
    // The next version finds it by its key, and a second order that names the request is another one.
    await put('orders', supplied('D-900', { requestNumber: request.number, quantityOrdered: 30, updatedAt: '2026-01-06T12:00:00Z' }));
    expect(await orderCount()).toBe(before);
    await put('orders', supplied('D-901', { requestNumber: request.number }));
    expect(await orderCount()).toBe(before + 1);
    const changes = (await app.call(getOrderChanges, { as: OWNER, params: { ...params, orderId: request.orderId } })).body;
    expect(changes.requestNumber).toBe(request.number);
  });

  it('REQ-02 FED-07 ALR-01 are one order also if the supplier names the request only in a later version', async () => {
    const { body: request } = await confirm(await addRequest(app.database, customerId));
    await put('orders', supplied('D-905', {}));
    const named = supplied('D-905', { requestNumber: request.number, updatedAt: '2026-01-06T12:00:00Z' });
    const follow = await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into alert_follows (customer_id, user_id, types) select $1, min(id), '{order-changed}' from users returning id`,
        [customerId],
      ),
    );
    const body = { kind: 'hold', requestKey: randomUUID() };
    const { body: hold } = await app.call(requestChange, { as: OWNER, params: { ...params, orderId: request.orderId }, body });
    let sent: ReturnType<typeof put> | undefined;
    await app.database.transaction('system', async ({ client }) => {
      // The embedded engine has only one connection, so nothing runs concurrently.
      if (app.database.engine.name === 'pglite') return;
      // The desk locks the request for a change, then its order: the batch must not hold the order while it waits.
      await client.query('select from order_requests where id = $1 for update', [hold.id]);
      sent = put('orders', named);
      await vi.waitFor(async () => {
        const { rows } = await client.query('select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid');
        expect(rows).toHaveLength(1);
      }, 20_000);
      await client.query('select from orders where id = $1 for update nowait', [request.orderId]);
    });
    expect((await (sent ?? put('orders', named))).counts).toMatchObject({ updated: 1 });
    const told = sql`select count(*)::int as answer from alert_events where type = 'order-changed' and order_id = ${request.orderId}`;
    expect(await app.database.read('system', told)).toBe(0);
    await app.database.transaction('system', ({ client }) => client.query('delete from alert_follows where id = $1', [follow.rows[0].id]));
    const { orderId, orderNumber } = await find(request.id);
    expect([orderId === request.orderId, orderNumber]).toEqual([false, 'S-D-905']);
    const left = (await app.call(getOrder, { as: OWNER, params: { ...params, orderId: request.orderId } })).body;
    expect(left).toMatchObject({ orderStatus: 'Deleted' });
  });

  it('REQ-02 a dispatch system that answers with its order confirms the request; unknown and foreign numbers are refused', async () => {
    const id = await addRequest(app.database, customerId);
    const { number } = await find(id);
    await put('orders', supplied('D-910', { requestNumber: number }));
    const met = await find(id);
    expect(met).toMatchObject({ state: 'confirmed', orderNumber: 'S-D-910', version: 2 });
    expect(met.events.map(({ action }: { action: string }) => action)).toEqual(['supply']);
    const mails = sql`select count(*)::int as answer from outgoing_mails where document_kind = 'request-answer' and subject = ${`Answer to request ${number}`}`;
    expect(await app.database.read('system', mails)).toBe(1);
    expect((await confirm(id)).status).toBe(409);
    const { body } = await app.call(listEvents, { as: SERVICE, query: { types: 'order.request-answered', limit: 500 } });
    expect(body.events.at(-1).data).toMatchObject({ requestNumber: number, state: 'confirmed', orderKey: 'D-910' });
    // A change of an order that only the portal has names no key; one whose key is the request's own number does.
    const { body: confirmed } = await confirm(await addRequest(app.database, customerId));
    const lastOf = async (types: string) =>
      (await app.call(listEvents, { as: SERVICE, query: { types, limit: 500 } })).body.events.at(-1).data;
    const changing = { as: OWNER, params: { ...params, orderId: confirmed.orderId }, body: { kind: 'hold', requestKey: randomUUID() } };
    expect((await app.call(requestChange, changing)).status).toBe(200);
    expect(await lastOf('order.change-requested')).toMatchObject({ orderNumber: confirmed.number, orderKey: null });
    const ownKey = await find(await addRequest(app.database, customerId));
    await put('orders', supplied(ownKey.number, { requestNumber: ownKey.number }));
    expect(await lastOf('order.request-answered')).toMatchObject({ requestNumber: ownKey.number, orderKey: ownKey.number });
    await put('customers', sampleRecord.customers({ key: 'C2', customerNumber: '1002', globalCustomerNumber: 'G1002' }));
    const refused = await put(
      'orders',
      supplied('D-911', { requestNumber: number, customerKey: 'C2' }),
      supplied('D-912', { requestNumber: 'R1' }),
    );
    expect(refused.counts.refused).toBe(2);
    expect(refused.results[0].errors).toHaveProperty('requestNumber');
  });

  it('REQ-02 a confirmation and the delivery of the same order at the same moment make one order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await addRequest(app.database, customerId);
      const { number } = await find(id);
      const before = await orderCount();
      const [confirmed] = await Promise.all([confirm(id), put('orders', supplied(`D-92${round}`, { requestNumber: number }))]);
      expect([200, 409]).toContain(confirmed.status);
      expect(await orderCount()).toBe(before + 1);
      expect(await find(id)).toMatchObject({ state: 'confirmed', orderNumber: `S-D-92${round}` });
    }
  });

  it('REQ-02 an order that names no request keeps the hash of its record, so that an old delivery is unchanged', async () => {
    await put('orders', supplied('D-930', {}));
    expect((await put('orders', supplied('D-930', {}))).counts.unchanged).toBe(1);
    const body = await app.database.read<object>('system', sql`select body as answer from supply_records where key = 'D-930'`);
    expect(body).not.toHaveProperty('requestNumber');
  });
});

describe('changes of an order', () => {
  const addLoad = (orderId: number, ticketNumber = randomUUID().slice(0, 8)) =>
    app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, load_number, quantity, tax_cents, alt_key)
         select customer_id, id, $2, 3, now(), plant_id, 1, 10, 0, $2 from orders where id = $1`,
        [orderId, ticketNumber],
      ),
    );
  const ask = (orderId: number, body: object) =>
    app.call(requestChange, { as: OWNER, params: { ...params, orderId }, body: { requestKey: randomUUID(), ...body } });
  const rejectFirst = (orderId: number) =>
    app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
         select customer_id, id, gen_random_uuid(), true, 'slump', 'Travis', (select min(id) from users), 'Travis', now()
         from tickets where order_id = $1 order by id limit 1`,
        [orderId],
      ),
    );
  const orderOf = async (orderId: number) => (await app.call(getOrder, { as: OWNER, params: { ...params, orderId } })).body;
  const done = async (orderId: number, body: object) => {
    const asked = await ask(orderId, body);
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    expect((await confirm(asked.body.id)).status).toBe(200);
    return orderOf(orderId);
  };

  it('REQ-03 each is a request that dispatch confirms with one click, and only then changes the order', async () => {
    const orderId = await addOrder(app.database, customerId);
    expect((await ask(orderId, { kind: 'hold' })).status).toBe(200);
    expect((await orderOf(orderId)).orderStatusId).toBe(1);
    expect((await ask(orderId, { kind: 'hold' })).status).toBe(409);
    const { requests, changes } = (await app.call(getOrderChanges, { as: OWNER, params: { ...params, orderId } })).body;
    expect(requests).toHaveLength(1);
    expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual(['cancel', 'move', 'spacing', 'add']);
    await confirm(requests[0].id);
    expect((await orderOf(orderId)).orderStatusId).toBe(4);
    expect((await done(orderId, { kind: 'resume' })).orderStatusId).toBe(1);
    expect((await done(orderId, { kind: 'spacing', intervalMinutes: 25 })).interval).toBe(25);
    expect(await done(orderId, { kind: 'add', quantity: 12 })).toMatchObject({ qtyOrdered: 52, loadCount: 6 });
    const moved = await done(orderId, { kind: 'move', day: dayForPour(), startTime: '10:00' });
    expect([moved.shipDate, moved.date.slice(11, 16)]).toEqual([dayForPour(), expect.stringMatching(/1[45]:00/)]);
    expect((await done(orderId, { kind: 'cancel' })).orderStatusId).toBe(9);
    expect((await ask(orderId, { kind: 'resume' })).status).toBe(409);
    const willCall = await addOrder(app.database, customerId, 3);
    expect(await done(willCall, { kind: 'release', day: dayForPour(), startTime: '09:00' })).toMatchObject({
      orderStatusId: 1,
      shipDate: dayForPour(),
    });
  });

  it('REQ-03 the final balance counts from the ticketed loads, and what needs a value says so', async () => {
    const orderId = await addOrder(app.database, customerId, 6);
    await addLoad(orderId, 'T-950');
    expect(await done(orderId, { kind: 'balance', quantity: 4.5 })).toMatchObject({ qtyOrdered: 14.5, loadCount: 2 });
    expect((await done(orderId, { kind: 'hold' })).orderStatusId).toBe(7);
    expect((await done(orderId, { kind: 'resume' })).orderStatusId).toBe(6);
    for (const quantity of [undefined, 8.1, 99_999]) {
      expect((await ask(orderId, { kind: 'add', quantity })).body.errors, String(quantity)).toHaveProperty('quantity');
    }
    expect((await ask(orderId, { kind: 'spacing' })).body.errors).toHaveProperty('intervalMinutes');
    expect((await ask(orderId, { kind: 'move' })).status).toBe(409);
  });

  it('REQ-03 a load that is ticketed before dispatch confirms is a part of the final balance', async () => {
    const balanced = async (quantity: number, later: number, isRejected = false) => {
      const orderId = await addOrder(app.database, customerId, 6);
      for (let index = 0; index < 2; index += 1) await addLoad(orderId);
      if (isRejected) await rejectFirst(orderId);
      const { body } = await ask(orderId, { kind: 'balance', quantity });
      for (let index = 0; index < later; index += 1) await addLoad(orderId);
      expect((await confirm(body.id)).status).toBe(200);
      return orderOf(orderId);
    };
    expect(await balanced(12, 1)).toMatchObject({ qtyOrdered: 32, loadCount: 4 });
    // A load that was rejected on the job brings nothing.
    expect(await balanced(12, 0, true)).toMatchObject({ qtyOrdered: 22, loadCount: 4 });
    // More was ticketed than asked for: it cannot be less.
    expect(await balanced(12, 2)).toMatchObject({ qtyOrdered: 40, loadCount: 4 });
  });

  it('REQ-03 a new start can be confirmed until it has come, also on the day of the order', async () => {
    const orderId = await addOrder(app.database, customerId);
    await app.database.transaction('system', ({ client }) =>
      client.query('update orders set ship_date = $2 where id = $1', [orderId, dayForPour()]),
    );
    const { startsAt, expiresAt } = (await ask(orderId, { kind: 'move', day: dayForPour(), startTime: '07:00' })).body;
    expect(expiresAt).toBe(startsAt);
  });

  it('REQ-03 does not change an order that the supplier has moved to another customer since', async () => {
    await put('customers', sampleRecord.customers({ key: 'C3', customerNumber: '1003', globalCustomerNumber: 'G1003' }));
    const orderId = await addOrder(app.database, customerId);
    const { body } = await ask(orderId, { kind: 'cancel' });
    const other = "(select id from customers where global_customer_number = 'G1003')";
    await app.database.transaction('system', ({ client }) =>
      client.query(`update orders set customer_id = ${other} where id = $1`, [orderId]),
    );
    expect((await confirm(body.id)).status).toBe(409);
    expect(await app.database.read('system', sql`select status_id as answer from orders where id = ${orderId}`)).toBe(1);
    const declined = await app.call(declineRequest, { as: STAFF, params: { id: body.id }, body: { version: 1, reason: 'Moved.' } });
    expect(declined.status).toBe(200);
  });

  it('REQ-03 is refused after the cut-off, and a confirmed one once the order rules it out', async () => {
    const orderId = await addOrder(app.database, customerId);
    const { body } = await ask(orderId, { kind: 'cancel' });
    await app.database.transaction('system', ({ client }) =>
      client.query("update orders set starts_at = now() + interval '1 hour', status_id = 5 where id = $1", [orderId]),
    );
    expect((await confirm(body.id)).status).toBe(409);
    expect((await find(body.id)).state).toBe('requested');
    expect((await app.call(declineRequest, { as: STAFF, params: { id: body.id }, body: { version: 1, reason: 'Poured.' } })).status).toBe(
      200,
    );
    await app.database.transaction('system', ({ client }) => client.query('update orders set status_id = 1 where id = $1', [orderId]));
    const late = await ask(orderId, { kind: 'hold' });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('120 minutes')]);
  });
});

describe('the desk and the customer', () => {
  it('REQ-02 REQ-05 the hub announces an answer to the customer and to the desk, in either order', async () => {
    const [owner, staff] = await Promise.all([OWNER, STAFF].map(async (email) => connectHub(url, await app.token(email))));
    if (!owner || !staff) throw new Error('not connected');
    open.push(owner, staff);
    const id = await addRequest(app.database, customerId);
    await confirm(id);
    const isOurs = ({ resource, ids }: Record<string, unknown>) => resource === 'requests' && (ids as number[]).includes(id);
    expect((await staff.hears('RecordsChanged', 1)).some(isOurs)).toBe(true);
    // The two announcements may overtake each other.
    expect((await owner.hears('RecordsChanged', 2)).map(({ resource }) => resource).sort()).toEqual(['orders', 'requests']);
  });

  it('REQ-05 both hear of a request that the dispatch system confirmed with its order', async () => {
    const [owner, staff] = await Promise.all([OWNER, STAFF].map(async (email) => connectHub(url, await app.token(email))));
    if (!owner || !staff) throw new Error('not connected');
    open.push(owner, staff);
    const id = await addRequest(app.database, customerId);
    await put('orders', supplied('D-940', { requestNumber: (await find(id)).number }));
    expect(await staff.hears('RecordsChanged', 1)).toEqual([{ ...params, resource: 'requests', ids: [id] }]);
    expect((await owner.hears('RecordsChanged', 2)).map(({ resource }) => resource).sort()).toEqual(['orders', 'requests']);
  });

  it('REQ-02 a chat about a request carries its number', async () => {
    const id = await addRequest(app.database, customerId);
    const jobAddress = { street: '1 Mill St', city: '', state: '', zip: '', latitude: null, longitude: null };
    const start = (entityId: number) =>
      app.call(startChat, {
        as: OWNER,
        headers: { 'X-Global-Customer-Number': params.globalCustomerNumber },
        body: { category: 1, context: { entityId, jobAddress } },
      });
    const { number } = await find(id);
    const { status, body } = await start(id);
    expect([status, body.context?.entityNumber]).toEqual([200, number]);
    expect((await start(id)).body.session.sessionId).toBe(body.session.sessionId);
    expect((await start(999_999)).status).toBe(404);
  });

  it('REQ-05 the load of a plant adds up to its orders of the day, by hour, without the request itself', async () => {
    const orderId = await addOrder(app.database, customerId);
    const facts = await app.database.read<{ day: string; hour: number; plant: number; total: number }>(
      'system',
      sql`select json_build_object('day', o.ship_date, 'hour', extract(hour from o.starts_at at time zone 'America/New_York'), 'plant', o.plant_id,
            'total', (select sum(x.quantity_ordered) from orders x where x.plant_id = o.plant_id and x.ship_date = o.ship_date and x.status_id not in (0, 3, 4, 8, 9))) as answer
          from orders o where o.id = ${orderId}`,
    );
    const load = async (exceptRequest?: number): Promise<PlantLoad> => {
      const query = { dataSource: SAMPLE_SOURCE, day: facts?.day ?? '', ...(exceptRequest ? { exceptRequest } : {}) };
      const { body } = await app.call(getPlantLoad, { as: STAFF, query });
      return body.plants.find(({ plantId }: PlantLoad) => plantId === facts?.plant);
    };
    const sum = (hours: number[]) => hours.reduce((total, each) => total + each, 0);
    const plant = await load();
    expect(sum(plant.ordered)).toBeCloseTo(facts?.total ?? 0);
    expect(plant.ordered[facts?.hour ?? 0]).toBeGreaterThanOrEqual(40);
    // Without a known count, the loads are those of a usual truck, not all in one hour.
    await app.database.transaction('system', ({ client }) =>
      client.query('update orders set load_count = 0, interval_minutes = 60 where id = $1', [orderId]),
    );
    const spread = await load();
    expect(sum(spread.ordered)).toBeCloseTo(sum(plant.ordered));
    expect(spread.ordered[facts?.hour ?? 0]).toBeCloseTo((plant.ordered[facts?.hour ?? 0] ?? 0) - 30);
    const id = await addRequest(app.database, customerId, { startsInDays: 5 });
    expect(sum((await load()).requested) - sum((await load(id)).requested)).toBeCloseTo(24);
  });

  it('REQ-05 the load of a plant leaves out the order that a request moves or has made, and keeps one to which it adds', async () => {
    const orderId = await addOrder(app.database, customerId);
    const place = await app.database.read<{ day: string; plant: number }>(
      'system',
      sql`select json_build_object('day', o.ship_date, 'plant', o.plant_id) as answer from orders o where o.id = ${orderId}`,
    );
    const ordered = async (exceptRequest?: number): Promise<number> => {
      const query = { dataSource: SAMPLE_SOURCE, day: place?.day ?? '', ...(exceptRequest ? { exceptRequest } : {}) };
      const { status, body } = await app.call(getPlantLoad, { as: STAFF, query });
      expect(status).toBe(200);
      const plant: PlantLoad = body.plants.find(({ plantId }: PlantLoad) => plantId === place?.plant);
      return [...plant.ordered, ...plant.unsure].reduce((sum, each) => sum + each, 0);
    };
    const all = await ordered();
    const asked = async (body: object) =>
      (await app.call(requestChange, { as: OWNER, params: { ...params, orderId }, body: { requestKey: randomUUID(), ...body } })).body.id;
    expect(await ordered(await asked({ kind: 'add', quantity: 12 }))).toBeCloseTo(all);
    expect(await ordered(await asked({ kind: 'move', day: dayForPour(), startTime: '10:00' }))).toBeCloseTo(all - 40);
    const pour = await addRequest(app.database, customerId, { startsInDays: 5 });
    await confirm(pour);
    expect((await ordered()) - all).toBeCloseTo(24);
    expect(await ordered(pour)).toBeCloseTo(all);
  });
});
