import { HEADERS } from '@yardage/contract/headers';
import { getOrder } from '@yardage/contract/orders';
import {
  createShareLink,
  getPour,
  getSharedBoard,
  listShareLinks,
  type PourAnswer,
  revokeShareLink,
  type SharedBoard,
  type ShareLink,
} from '@yardage/contract/pour';
import { postTicketEvents } from '@yardage/contract/telemetry';
import { pourQuantities } from '@yardage/domain/pour';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SQL, sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const PUBLIC = { isFirst: false };
let app: TestApp;
let own: TestCustomer;
let orderId: number;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  // The order with a load in each stage.
  orderId = await readId(
    sql`select order_id as answer from tickets where customer_id = ${own.customerId} and leave_job_at is null
        group by order_id order by count(distinct status_id) desc, order_id limit 1`,
  );
});
afterAll(() => app?.close());

const read = <T>(statement: SQL) => app.database.read<T>('system', statement);
const readId = (statement: SQL) => read<string>(statement).then(Number);
const write = (statement: string, values: unknown[] = []) =>
  app.database.transaction('system', ({ client }) => client.query(statement, values));
const of = (id = orderId) => ({ params: { globalCustomerNumber: own.globalCustomerNumber, orderId: id } });
const board = async (as = OWNER, id = orderId) => (await app.call(getPour, { as, ...of(id) })).body as PourAnswer;
const share = async (body: object = {}, as = OWNER) =>
  app.call(createShareLink, { as, ...of(), body: { label: 'Pump crew', hours: 24, ...body } });
const tokenOf = (url: string) => url.split('#')[1] ?? '';
const open = (token: string, isFirst = false) => app.call(getSharedBoard, { body: { token, isFirst } });

describe('the board of an order', () => {
  it('POUR-01 has the quantities of the order and every load that is not cancelled, in one statement', async () => {
    await board();
    const reads = vi.spyOn(app.database, 'read');
    const answer = await board();
    // One read is for the board, the other for the caller.
    expect(reads.mock.calls.length).toBe(2);
    reads.mockRestore();
    const { body: order } = await app.call(getOrder, { as: OWNER, ...of() });
    const loads = answer.loads as never as Parameters<typeof pourQuantities>[0]['loads'];
    const quantities = pourQuantities({ ordered: answer.ordered, loads });
    expect([quantities.poured, quantities.onSite, quantities.onRoad, quantities.atPlant]).toEqual([
      order.qtyDelivered,
      order.onJobQty,
      order.onRoadQty,
      order.atPlantQty,
    ]);
    expect(answer.maxAgeMinutes).toBe(90);
    expect(Math.abs(Date.parse(answer.asOf) - Date.now())).toBeLessThan(5000);
    const cancelled = answer.loads.at(-1)?.id;
    await write('update tickets set is_cancelled = true where id = $1', [cancelled]);
    expect((await board()).loads.map(({ id }) => id)).not.toContain(cancelled);
    await write('update tickets set is_cancelled = false where id = $1', [cancelled]);
  });

  it('POUR-01 says which load was rejected on the job, so that it is not poured', async () => {
    const [load] = (await board()).loads.filter(({ statusId, isRejected }) => statusId === 6 && !isRejected);
    await write(
      `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
       select customer_id, id, gen_random_uuid(), true, 'slump', 'Travis', (select min(id) from users), 'Travis', now() from tickets where id = $1`,
      [load?.id],
    );
    const { loads } = await board();
    expect(loads.filter(({ isRejected }) => isRejected).map(({ id }) => id)).toContain(load?.id);
  });

  it('POUR-02 ORD-22 a rejected load ended when it was rejected, and neither the order nor the board counts it', async () => {
    const rejected = async () => (await board()).loads.find(({ isRejected }) => isRejected);
    const { id } = (await rejected()) ?? expect.fail('no load is rejected');
    for (const statusId of [4, 6]) {
      const left = statusId === 6 ? "now() + interval '1 hour'" : 'null';
      await write(`update tickets set status_id = $2, finished_at = null, leave_job_at = ${left} where id = $1`, [id, statusId]);
      expect(Math.abs(Date.parse((await rejected())?.finishedAt ?? '') - Date.now())).toBeLessThan(60_000);
      const [answer, { body: order }] = [await board(), await app.call(getOrder, { as: OWNER, ...of() })];
      const { poured, onSite } = pourQuantities({ ordered: answer.ordered, loads: answer.loads as never });
      expect([order.qtyDelivered, order.onJobQty], String(statusId)).toEqual([poured, onSite]);
    }
  });

  it('POUR-02 a truck that loads again ends its last load if that was still awaited, but says nothing about when it was poured', async () => {
    const [load] = (await board()).loads.filter(({ statusId, isRejected }) => statusId === 6 && !isRejected);
    const [before] = (await write('select status_id, finished_at, leave_job_at from tickets where id = $1', [load?.id])).rows;
    const change = (values: unknown[]) =>
      write('update tickets set status_id = $2, finished_at = $3, leave_job_at = $4 where id = $1', [load?.id, ...values]);
    const left = new Date(Date.now() - 60_000).toISOString();
    const endAt = async (statusId: number) => {
      await change([statusId, null, left]);
      return (await board()).loads.find(({ id }) => id === load?.id)?.finishedAt ?? null;
    };
    expect(await endAt(6)).toBeNull();
    expect(Math.floor(Date.parse((await endAt(3)) ?? '') / 1000)).toBe(Math.floor(Date.parse(left) / 1000));
    await change(Object.values(before));
  });

  it('POUR-01 shows expected arrivals only to those who may see trucks', async () => {
    const coming = (await board()).loads.filter(({ eta }) => eta !== null);
    expect(coming.length).toBeGreaterThan(0);
    expect(coming.every(({ arrivedAt }) => arrivedAt === null)).toBe(true);
    const roleId = await readId(sql`select m.role_id as answer from members m join users u on u.id = m.user_id
      where u.email = 'viewer@example.com' and m.customer_id = ${own.customerId}`);
    await write("delete from role_permissions where role_id = $1 and code = 'truck-tracking.view'", [roleId]);
    const blind = await board('viewer@example.com');
    expect([blind.hasTrucks, blind.loads.some(({ eta }) => eta !== null)]).toEqual([false, false]);
    await write("insert into role_permissions (role_id, code) values ($1, 'truck-tracking.view')", [roleId]);
  });

  it('POUR-03 follows a load as soon as it is reported', async () => {
    const truck = (await board()).loads.find(({ statusId }) => statusId === 4);
    const at = new Date().toISOString();
    await app.call(postTicketEvents, { as: SERVICE, body: { events: [{ ticketId: truck?.id, statusId: 5, at }] } });
    const after = (await board()).loads.find(({ id }) => id === truck?.id);
    expect([after?.statusId, Math.floor(Date.parse(after?.pourStartedAt ?? '') / 1000)]).toEqual([5, Math.floor(Date.parse(at) / 1000)]);
  });

  it('POUR-01 the demo has an order short of concrete with a truck that waits too long', async () => {
    const short = await readId(sql`select o.id as answer from orders o where o.customer_id = ${own.customerId} and o.status_id = 6
      and (select count(*) from tickets t where t.order_id = o.id) >= o.load_count
      and (select sum(t.quantity) from tickets t where t.order_id = o.id) < o.quantity_ordered - 3 limit 1`);
    const { loads } = await board(OWNER, short);
    const waiting = loads.find(({ arrivedAt, pourStartedAt }) => arrivedAt !== null && pourStartedAt === null);
    expect(Date.now() - Date.parse(waiting?.arrivedAt ?? '')).toBeGreaterThan(20 * 60_000);
  });
});

describe('a link to the board', () => {
  it('SHR-01 opens the board without an account, without prices, and counts its views', async () => {
    const { body, status } = await share();
    expect([status, body.link.state, body.link.viewCount]).toEqual([200, 'active', 0]);
    expect(body.url).toMatch(/\/share#[\w-]{22}$/);
    const first = await open(tokenOf(body.url), true);
    expect(first.status).toBe(200);
    const shared = first.body as SharedBoard;
    const { body: order } = await app.call(getOrder, { as: OWNER, ...of() });
    expect([shared.orderNumber, shared.loads.length]).toEqual([order.orderNumber, (await board()).loads.length]);
    expect(first.text).not.toMatch(/price|cents|amount|address|driver/i);
    // The link does not show where a truck is on the map, only how far it is.
    expect(first.text).not.toMatch(/latitude|longitude/);
    const positions = await readId(sql`select count(*) as answer from tickets t join truck_positions p on p.ticket_id = t.id
      where t.order_id = ${orderId} and t.status_id = 3`);
    expect(shared.trucks.length).toBe(positions);
    await open(tokenOf(body.url), false);
    const listed = (await app.call(listShareLinks, { as: OWNER, ...of() })).body as ShareLink[];
    expect(listed.find(({ id }) => id === body.link.id)).toMatchObject({ viewCount: 1, label: 'Pump crew', createdBy: expect.any(String) });
  });

  it('SHR-01 is stored as a hash only, and is in no log, audit entry or kept answer', async () => {
    const { body } = await app.call(createShareLink, {
      as: OWNER,
      ...of(),
      body: { label: 'Inspector', hours: 1 },
      headers: { 'Idempotency-Key': 'share-link-attempt' },
    });
    const token = tokenOf(body.url);
    for (const table of ['pour_shares', 'audit_log', 'idempotency_keys']) {
      const rows = await read<unknown>(sql`select json_agg(r) as answer from ${sql.identifier(table)} r`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    expect(app.logLines.join('')).not.toContain(token);
    const audits = await readId(
      sql`select count(*) as answer from audit_log where action = 'shares.create' and detail->>'label' = 'Inspector'`,
    );
    expect(audits).toBe(1);
  });

  it('SHR-01 returns the same 404 for one that is revoked, expired, unknown or malformed, and for one of somebody who left', async () => {
    const [revoked, expired, left] = [await share(), await share(), await share({}, 'manager@example.com')].map(({ body }) => body);
    expect((await open(tokenOf(left.url))).status).toBe(200);
    const ended = await app.call(revokeShareLink, { as: OWNER, params: { ...of().params, id: revoked.link.id } });
    expect(ended.body.state).toBe('revoked');
    await write("update pour_shares set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where id = $1", [
      expired.link.id,
    ]);
    const disable = (isEnabled: boolean) =>
      write(`update members set is_enabled = $1 where customer_id = $2 and email = 'manager@example.com'`, [isEnabled, own.customerId]);
    await disable(false);
    const tokens = [revoked.url, expired.url, left.url].map(tokenOf).concat('A'.repeat(22), 'x', '');
    const answers = await Promise.all(tokens.map((token) => open(token, true)));
    await disable(true);
    const seen = answers.map(({ status, body: { traceId: _, ...problem } }) => JSON.stringify([status, problem]));
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect(await readId(sql`select sum(view_count) as answer from pour_shares where id in (${revoked.link.id}, ${expired.link.id})`)).toBe(
      0,
    );
  });

  it('SHR-01 is held back while the one who made it may not share or see what it shows', async () => {
    const { url } = (await share({}, 'manager@example.com')).body as { url: string };
    const role = await readId(
      sql`select role_id as answer from members where customer_id = ${own.customerId} and email = 'manager@example.com'`,
    );
    for (const code of ['orders.share', 'orders.view', 'truck-tracking.view']) {
      await write('delete from role_permissions where role_id = $1 and code = $2', [role, code]);
      const { status } = await open(tokenOf(url));
      await write('insert into role_permissions (role_id, code) values ($1, $2)', [role, code]);
      expect([code, status]).toEqual([code, 404]);
    }
    expect((await open(tokenOf(url))).status).toBe(200);
  });

  it('SHR-01 is over once it is revoked, also for a call that repeats an idempotency key', async () => {
    const { link, url } = (await share()).body as { link: ShareLink; url: string };
    const headers = { [HEADERS.idempotencyKey]: 'the-same-reader' };
    const openAgain = () => app.call(getSharedBoard, { headers, body: { token: tokenOf(url), isFirst: true } });
    expect((await openAgain()).status).toBe(200);
    const { params } = of();
    await app.call(revokeShareLink, { as: OWNER, params: { ...params, id: link.id } });
    expect([(await openAgain()).status, (await openAgain()).status]).toEqual([404, 404]);
  });

  it('SHR-01 cannot be valid for more than seven days', async () => {
    expect((await share({ hours: 168 })).status).toBe(200);
    for (const hours of [0, 169, 1.5]) expect((await share({ hours })).status, String(hours)).toBe(400);
    await expect(write("update pour_shares set expires_at = created_at + interval '8 days'")).rejects.toThrow('pour_shares_week');
  });

  it('POUR-02 POUR-03 FED-13 the settings say which concrete is old, and when the data is, on the board and behind its links', async () => {
    const opened = { database: app.database, close: async () => {} };
    const strict = await openTestApp({ opened, environment: { CONCRETE_AGE_MINUTES: '75', FRESHNESS_TICKETS_MINUTES: '10' } });
    const token = tokenOf((await share()).body.url);
    const sharedBy = async (by: TestApp) => (await by.call(getSharedBoard, { body: { token, ...PUBLIC } })).body as SharedBoard;
    await write("insert into supply_deliveries values ($1, 'tickets', now() - interval '11 minutes')", [own.dataset]);
    const [usual, shared] = [await sharedBy(app), await sharedBy(strict)];
    const { body } = await strict.call(getPour, { as: OWNER, ...of() });
    await write('delete from supply_deliveries where data_source = $1', [own.dataset]);
    await strict.close();
    expect([usual.maxAgeMinutes, shared.maxAgeMinutes, body.maxAgeMinutes]).toEqual([90, 75, 75]);
    expect([usual.staleSince, shared.staleSince]).toEqual([null, expect.any(String)]);
  });

  it('SHR-01 two requests at once cannot make more links than an order may have', async () => {
    await write('update pour_shares set revoked_at = now() where order_id = $1', [orderId]);
    await write(
      `insert into pour_shares (customer_id, order_id, token_hash, label, expires_at)
       select $1, $2, md5(n::text), 'Many', now() + interval '1 hour' from generate_series(1, 49) n`,
      [own.customerId, orderId],
    );
    const answers = await Promise.all([share(), share(), share()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('SHR-01 is read by any number of people at one address all day; only unknown links count', async () => {
    await write('update pour_shares set revoked_at = now() where order_id = $1', [orderId]);
    const token = tokenOf((await share()).body.url);
    // Other tests have called from the same address.
    await write('delete from rate_counts');
    const opened = { database: app.database, close: async () => {} };
    const limited = await openTestApp({ opened, environment: { PUBLIC_CALLS_PER_DAY: '3' } });
    const openMany = async (name: string, count: number) => {
      const statuses: number[] = [];
      for (let call = 0; call < count; call += 1)
        statuses.push((await limited.call(getSharedBoard, { body: { token: name, ...PUBLIC } })).status);
      return statuses;
    };
    const statuses = [await openMany(token, 5), await openMany('A'.repeat(22), 5), await openMany(token, 2)];
    await limited.close();
    expect(statuses).toEqual([
      [200, 200, 200, 200, 200],
      [404, 404, 404, 429, 429],
      [200, 200],
    ]);
  });

  it('SHR-01 is limited per address', async () => {
    const limited = await openTestApp({ environment: { CALLS_PER_MINUTE: '5' } });
    const statuses: number[] = [];
    for (let call = 0; call < 8; call += 1) {
      statuses.push((await limited.call(getSharedBoard, { body: { token: 'A'.repeat(22), ...PUBLIC } })).status);
    }
    await limited.close();
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  });
});
