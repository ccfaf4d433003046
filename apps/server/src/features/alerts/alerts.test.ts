import { followAccount, followDelivery, listAlertFollows, markAlertsRead, updateAlertSettings } from '@yardage/contract/alerts';
import { ALERT_TYPES, DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { addDays } from '@yardage/domain/dates';
import { MINUTE_MS } from '@yardage/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { MailService } from '#server/features/mail/mail.service';
import { type AlertWorld, openAlertWorld } from '#server/testing/alert-world';
import { customersOf } from '#server/testing/sample-call';
import type { AlertEngine } from './alert-engine.ts';

const OWNER = 'owner@example.com';
const FIELD = 'field@example.com';
const MANAGER = 'manager@example.com';
let world: AlertWorld;
let engine: AlertEngine;

beforeAll(async () => {
  world = await openAlertWorld(OWNER);
  engine = world.openEngine();
});
afterAll(() => world?.app.close());
beforeEach(() => world.clear());

const ask = <T>(statement: ReturnType<typeof sql>) => world.ask<T>(statement);
const run = (text: string, values: unknown[] = []) => world.run(text, values);
const follow = (as: string, types: readonly string[]) => world.follow(as, types);
const followOrder = (as: string, orderId: number, subject: 'order' | 'job', types: readonly string[] = DELIVERY_ALERTS) =>
  world.app.call(followDelivery, { as, params: { ...world.params, orderId }, body: { subject, types } });
const inboxOf = (as: string) => world.inboxOf(as);
const typesIn = async (as: string): Promise<string[]> => (await inboxOf(as)).items.map(({ type }: { type: string }) => type).reverse();

describe('what is followed', () => {
  it('ALR-01 reports once that a truck leaves, comes near and arrives, however many rounds and processes notice it', async () => {
    const { orderId, ticketId } = await world.orderToDeliver();
    await followOrder(OWNER, orderId, 'order');
    // The same user also follows the job: still one alert each.
    await followOrder(OWNER, orderId, 'job');
    await followOrder(FIELD, orderId, 'job', ['arrived']);
    await run('update tickets set status_id = 3, leave_plant_at = now() where id = $1', [ticketId]);
    await run('update tickets set notes = notes where id = $1', [ticketId]);
    await run(
      `insert into truck_etas (truck_id, customer_id, ticket_id, asked_at, estimated_at) select truck_id, customer_id, id, now(), now() + interval '12 minutes'
       from tickets where id = $1 on conflict (truck_id) do update set ticket_id = excluded.ticket_id, customer_id = excluded.customer_id, estimated_at = excluded.estimated_at`,
      [ticketId],
    );
    const now = new Date();
    await engine.deriveEvents(now);
    await engine.round(now);
    const before = await typesIn(OWNER);
    expect(before).toContain('truck-left');
    expect(before).not.toContain('ten-minutes');
    const later = new Date(now.getTime() + 2.5 * MINUTE_MS);
    await Promise.all([engine.deriveEvents(later), engine.deriveEvents(later)]);
    await run('update tickets set status_id = 4, arrived_at = now() where id = $1', [ticketId]);
    await Promise.all([engine.round(later), engine.round(later), engine.round(later)]);
    // Rounds that run at the same time may take one event each.
    const types = (await typesIn(OWNER)).filter((type) => type !== 'last-load');
    expect(types.sort()).toEqual(['arrived', 'ten-minutes', 'truck-left']);
    expect(await typesIn(FIELD)).toEqual(['arrived']);
  });

  it('ALR-01 reports a changed order, a returned payment, a statement, an answer, and invoices due tomorrow', async () => {
    await follow(OWNER, ALERT_TYPES);
    const { orderId } = await world.orderToDeliver();
    await run(
      "update orders set ship_date = current_date, starts_at = starts_at + interval '1 hour', quantity_ordered = quantity_ordered + 1 where id = $1",
      [orderId],
    );
    await run('update payments set returned_at = now() where id = (select max(id) from payments where customer_id = $1)', [
      world.own.customerId,
    ]);
    // Each part that goes back is an alert. When the last part completes the refund, there is no second alert about the whole payment.
    const payment = 'select id from payments where customer_id = $1 order by id desc offset 1 limit 1';
    for (const [kind, cents] of [
      ['refunded', 100],
      ['disputed', 250],
      ['reinstated', 250],
      ['disputed', 250],
      // An e-check that the bank takes back: the payment itself says so.
      ['returned', 75],
    ])
      await run(
        `insert into payment_returns (customer_id, payment_id, kind, amount_cents) select customer_id, id, $2, $3 from payments where id = (${payment})`,
        [world.own.customerId, kind, cents],
      );
    await run(`update payments set returned_at = now(), refunded_cents = refunded_cents + 1 where id = (${payment})`, [
      world.own.customerId,
    ]);
    await run('insert into statements (customer_id, statement_date) values ($1, current_date) on conflict do nothing', [
      world.own.customerId,
    ]);
    await run(
      `insert into support_replies (customer_id, support_ticket_id, author_name, message) select customer_id, max(id), 'Sam', 'Done' from support_tickets
       where customer_id = $1 group by customer_id`,
      [world.own.customerId],
    );
    const [due, zone] = (await ask<[string, string]>(
      sql`select json_build_array(i.due_date, d.time_zone) as answer from invoices i join customers c on c.id = i.customer_id
          join data_sources d on d.id = c.data_source_id where i.customer_id = ${world.own.customerId} and i.open_cents > 0 and i.pending_cents = 0 limit 1`,
    )) as [string, string];
    const noonBefore = new Date(
      String(
        await ask(
          sql`select to_char(((${due}::date - 1)::timestamp + interval '12 hours') at time zone ${zone} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answer`,
        ),
      ),
    );
    // The daily mail of the day before has it. On its own it is sent from seven in the morning.
    await world.app.call(updateAlertSettings, {
      as: MANAGER,
      body: { mail: 'digest', quietFrom: null, quietTo: null, digestAt: 6 * 60 + 30 },
    });
    await follow(MANAGER, ['invoice-due']);
    const early = new Date(noonBefore.getTime() - 6 * 60 * MINUTE_MS);
    await engine.deriveEvents(early);
    await engine.round(early);
    const sendings = sql`select json_object_agg(u.email, to_char(d.due_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI')) as answer
      from alert_deliveries d join alerts a on a.id = d.alert_id join alert_events e on e.id = a.event_id join users u on u.id = a.user_id
      where e.type = 'invoice-due'`;
    const dayBefore = addDays(due, -1);
    expect(await ask(sendings)).toEqual({ [OWNER]: `${dayBefore} 07:00`, [MANAGER]: `${dayBefore} 06:30` });
    // At night the other alerts wait for the morning, too.
    await run(`update alert_deliveries d set done_at = now() from alerts a join alert_events e on e.id = a.event_id
      where a.id = d.alert_id and e.type <> 'invoice-due' and d.done_at is null`);
    // Nobody gets an alert about an invoice that was paid in between.
    await run('update invoices set pending_cents = open_cents where customer_id = $1 and due_date = $2 and open_cents > 0', [
      world.own.customerId,
      due,
    ]);
    expect((await engine.round(noonBefore)).mails).toBe(0);
    await run('update invoices set pending_cents = 0 where customer_id = $1 and due_date = $2', [world.own.customerId, due]);
    await engine.deriveEvents(noonBefore);
    await engine.deriveEvents(noonBefore);
    await engine.round();
    const types = new Set(await typesIn(OWNER));
    for (const type of ['order-changed', 'statement-ready', 'request-answered', 'invoice-due', 'payment-returned'])
      expect(types, type).toContain(type);
    const { items } = await inboxOf(OWNER);
    expect(items.find(({ type }: { type: string }) => type === 'order-changed').facts.changes).toEqual(['start', 'quantity']);
    const returned = items.filter(({ type }: { type: string }) => type === 'payment-returned');
    expect(returned.map(({ facts }: { facts: { cents: number } }) => facts.cents).sort((a: number, b: number) => a - b)).toEqual([
      100,
      250,
      250,
      expect.any(Number),
    ]);
    expect(Number(await ask(sql`select count(*) - count(distinct key) as answer from alert_events`))).toBe(0);
  });

  it('ALR-01 sends no alert about what a role may not see, and none to a member who was removed', async () => {
    await follow(OWNER, ALERT_TYPES);
    await follow(FIELD, ALERT_TYPES);
    const event = "insert into alert_events (customer_id, key, type, facts) values ($1, $2, $3, '{}')";
    await run(event, [world.own.customerId, 'a', 'invoice-due']);
    await engine.round();
    expect([await typesIn(OWNER), await typesIn(FIELD)]).toEqual([['invoice-due'], []]);
    const member = 'status_id = $2 where customer_id = $1 and user_id = (select id from users where email = $3)';
    await run(`update members set ${member}`, [world.own.customerId, 3, FIELD]);
    await run(event, [world.own.customerId, 'b', 'arrived']);
    await engine.round();
    await run(`update members set ${member}`, [world.own.customerId, 2, FIELD]);
    expect([await typesIn(OWNER), await typesIn(FIELD)]).toEqual([['invoice-due', 'arrived'], []]);
  });

  it('ALR-01 can be changed and ended, and belongs to its user', async () => {
    const { orderId } = await world.orderToDeliver();
    await followOrder(OWNER, orderId, 'order');
    await followOrder(OWNER, orderId, 'order', ['arrived']);
    const followsOf = async (as: string) => (await world.app.call(listAlertFollows, { as, params: world.params })).body;
    expect(await followsOf(OWNER)).toMatchObject([{ orderId, job: null, types: ['arrived'] }]);
    expect(await followsOf(FIELD)).toEqual([]);
    await followOrder(OWNER, orderId, 'order', []);
    expect(await followsOf(OWNER)).toEqual([]);
    const foreign = Number(await ask(sql`select max(id) as answer from orders where customer_id <> ${world.own.customerId}`));
    expect((await followOrder(OWNER, foreign, 'order')).status).toBe(404);
  });

  it('ALR-02 is read by its user only', async () => {
    await follow(OWNER, ['arrived']);
    for (const key of ['a', 'b'])
      await run("insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'arrived', '{}')", [world.own.customerId, key]);
    await engine.round();
    const [newest] = (await inboxOf(OWNER)).items;
    await world.app.call(markAlertsRead, { as: FIELD, body: { upTo: newest.id } });
    expect((await inboxOf(OWNER)).unreadCount).toBe(2);
    expect((await world.app.call(markAlertsRead, { as: OWNER, body: { alertId: newest.id } })).body.unreadCount).toBe(1);
  });
});

describe('mails with alerts', () => {
  it('ALR-02 over a simulated day, with crashes and two processes: none lost, none twice, none late, none in quiet hours', async () => {
    const always = { mail: 'each', quietFrom: null, quietTo: null };
    const people = {
      [OWNER]: always,
      [FIELD]: { ...always, quietFrom: 21 * 60, quietTo: 5 * 60 },
      [MANAGER]: { ...always, mail: 'digest' },
    };
    for (const [as, settings] of Object.entries(people)) {
      expect((await world.app.call(updateAlertSettings, { as, body: { ...settings, digestAt: 6 * 60 } })).status, as).toBe(200);
      await follow(as, ['order-changed']);
    }
    const { happenedAt, sentAt, copies } = await simulateDay();
    expect(happenedAt.size).toBeGreaterThan(20);
    expect(copies).toBe(happenedAt.size * 3);
    for (const [key, minute] of happenedAt) {
      const afterQuiet = minute < 5 * 60 ? 5 * 60 : minute >= 21 * 60 ? 29 * 60 : minute;
      const nextDigest = minute < 6 * 60 ? 6 * 60 : 30 * 60;
      expect(
        [OWNER, FIELD, MANAGER].map((email) => sentAt.get(`${email} ${key}`)),
        key,
      ).toEqual([minute, afterQuiet, nextDigest]);
    }
    const digests = sql`select count(*) as answer from outgoing_mails where document_kind = 'alerts' and to_addresses[1] = ${MANAGER}`;
    expect(Number(await ask(digests))).toBe(2);
  });

  it('ALR-02 of a digest are one mail, however many they are and whoever sends it', async () => {
    const settings = { mail: 'digest', quietFrom: null, quietTo: null, digestAt: 6 * 60 };
    for (const as of [OWNER, FIELD, MANAGER]) {
      await world.app.call(updateAlertSettings, { as, body: settings });
      await follow(as, ['arrived']);
    }
    await run(
      `insert into alert_events (customer_id, key, type, facts) select $1, 'digest ' || n, 'arrived', '{}' from generate_series(1, 50) n`,
      [world.own.customerId],
    );
    const now = new Date();
    for (let rounds = 0; rounds < 3; rounds++) await engine.round(now);
    const tomorrow = new Date(now.getTime() + 25 * 60 * MINUTE_MS);
    const other = world.openEngine();
    await Promise.all([engine, other, engine, other].map((each) => each.round(tomorrow)));
    const mails = sql`select json_agg(json_array_length((document_reference -> 'alertIds')::json)) as answer from outgoing_mails where document_kind = 'alerts'`;
    expect(await ask(mails)).toEqual([50, 50, 50]);
    expect(await ask(sql`select max(subject) as answer from outgoing_mails where document_kind = 'alerts'`)).toBe('50 alerts');
  });

  it('ALR-02 of a digest are one mail a day, also for accounts in two time zones', async () => {
    const others = await customersOf(world.app.database, OWNER);
    const other = others.find(({ globalCustomerNumber }) => globalCustomerNumber !== world.own.globalCustomerNumber) ?? world.own;
    const zoneOf = (customerId: number) =>
      ask<string>(
        sql`select d.time_zone as answer from customers c join data_sources d on d.id = c.data_source_id where c.id = ${customerId}`,
      );
    const source = sql`select data_source_id as answer from customers where id = ${other.customerId}`;
    const [sourceId, zone] = [await ask(source), await zoneOf(other.customerId)];
    expect(sourceId).not.toBe(await ask(sql`select data_source_id as answer from customers where id = ${world.own.customerId}`));
    await run("update data_sources set time_zone = 'America/Los_Angeles' where id = $1", [sourceId]);
    await world.app.call(updateAlertSettings, { as: OWNER, body: { mail: 'digest', quietFrom: null, quietTo: null, digestAt: 6 * 60 } });
    await follow(OWNER, ['arrived']);
    const params = { globalCustomerNumber: other.globalCustomerNumber };
    await world.app.call(followAccount, { as: OWNER, params, body: { types: ['arrived'] } });
    for (const { customerId } of [world.own, other])
      await run("insert into alert_events (customer_id, key, type, facts) values ($1, 'x', 'arrived', '{}')", [customerId]);
    await engine.round();
    const due = await ask<string[]>(sql`select json_agg(distinct due_at) as answer from alert_deliveries where is_digest`);
    await run('update data_sources set time_zone = $2 where id = $1', [sourceId, zone]);
    expect(due).toHaveLength(1);
  });

  it('ALR-02 have a signed link to unsubscribe, which asks on GET and ends the mails on POST', async () => {
    await follow(OWNER, ['arrived']);
    await run("insert into alert_events (customer_id, key, type, facts) values ($1, 'x', 'arrived', $2)", [
      world.own.customerId,
      JSON.stringify({ truck: '12', load: 3, job: 'Bridge', ticketId: 1 }),
    ]);
    await engine.round();
    const written = (await mailText()) ?? expect.fail('the mail is empty');
    expect(written.subject).toBe('Truck 12 with load 3 arrived at Bridge');
    const link = new URL(written.unsubscribe ?? '');
    expect(written.text).toContain(link.href);
    const url = `${link.pathname}${link.search}`;
    const modeOf = () =>
      ask<string>(sql`select mail as answer from alert_settings where user_id = (select id from users where email = ${OWNER})`);
    const opened = await world.app.http.inject({ url });
    expect([opened.statusCode, await modeOf()]).toEqual([200, undefined]);
    expect((await world.app.http.inject({ method: 'POST', url: url.replace('user=', 'user=1') })).statusCode).toBe(404);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await world.app.http.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200);
    expect(await modeOf()).toBe('off');
    // Mail programs may send the other kind of form, too.
    await run("update alert_settings set mail = 'each'");
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const payload = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await world.app.http.inject({ method: 'POST', url, headers: form, payload })).statusCode).toBe(200);
    expect(await modeOf()).toBe('off');
    // The mail that still waits for the mail server is not sent.
    expect(await mailText()).toBeUndefined();
  });

  it('ALR-02 that waited for the mail server leave out what their user has lost the right to see', async () => {
    await follow(FIELD, ['arrived']);
    await run("insert into alert_events (customer_id, key, type, facts) values ($1, 'x', 'arrived', '{}')", [world.own.customerId]);
    await engine.round();
    expect(await mailText()).toBeDefined();
    const enable = 'update members set is_enabled = $2 where customer_id = $1 and user_id = (select id from users where email = $3)';
    await run(enable, [world.own.customerId, false, FIELD]);
    expect(await mailText()).toBeUndefined();
    await run(enable, [world.own.customerId, true, FIELD]);
  });
});

/** Writes the only mail, as the sender would. */
async function mailText() {
  const mail = new MailService(world.app.database);
  world.engineWith(mail);
  const due = await ask<Record<string, unknown>>(
    sql`select json_build_object('documentKind', document_kind, 'documentReference', document_reference, 'recipientLanguage', null) as answer
        from outgoing_mails where document_kind = 'alerts'`,
  );
  return mail.content(due as never);
}

/** Random numbers that are the same at every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Lets a day and six hours pass in steps. Processes die in the middle of a round; another one takes over within the same minute. */
async function simulateDay() {
  const random = randomFrom(7);
  const die = () => {
    if (random() < 0.5) throw new Error('the process died');
  };
  const midnight = Date.parse(
    String(
      await ask(
        sql`select to_char('2026-03-02'::timestamp at time zone d.time_zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answer
            from customers c join data_sources d on d.id = c.data_source_id where c.id = ${world.own.customerId}`,
      ),
    ),
  );
  const happenedAt = new Map<string, number>();
  const sentAt = new Map<string, number>();
  let names: string[] = [];
  for (let minute = 0; minute <= 30 * 60; minute += 20) {
    const now = new Date(midnight + minute * MINUTE_MS);
    if (minute < 24 * 60 && random() < 0.6) {
      happenedAt.set(`changed:${minute}`, minute);
      const event = "insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'order-changed', '{}')";
      await run(event, [world.own.customerId, `changed:${minute}`]);
    }
    await Promise.allSettled([world.openEngine(die).round(now), world.openEngine(die).round(now)]);
    await world.openEngine().round(now);
    names = (await ask<string[]>(
      sql`select coalesce(json_agg(m.to_addresses[1] || ' ' || e.key), '[]') as answer from outgoing_mails m
            cross join jsonb_array_elements_text(m.document_reference -> 'alertIds') as named
            join alerts a on a.id = named::bigint join alert_events e on e.id = a.event_id where m.document_kind = 'alerts'`,
    )) as string[];
    for (const name of names) if (!sentAt.has(name)) sentAt.set(name, minute);
  }
  return { happenedAt, sentAt, copies: names.length };
}
