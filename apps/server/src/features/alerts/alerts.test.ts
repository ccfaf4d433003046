import { createECDH } from 'node:crypto';
import {
  addBrowser,
  followAccount,
  followDelivery,
  listAlertFollows,
  listAlerts,
  readAlerts,
  updateAlertSettings,
} from '@yardage/contract/alerts';
import { ALERT_TYPES, DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeVapidKeys, webPush } from '#server/adapters/push/web.push';
import type { WebhookMessage, WebhookPort } from '#server/adapters/webhooks/port';
import { sql } from '#server/database/drizzle';
import { MailService } from '#server/features/mail/mail.service';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { AlertEngine } from './alert-engine.ts';

const OWNER = 'owner@example.com';
const FIELD = 'field@example.com';
const MANAGER = 'manager@example.com';
const MINUTE_MS = 60_000;
/** Links in mails are signed with it. */
const SIGNING_KEY = 'a signing key of more than 32 letters';
let app: TestApp;
let own: TestCustomer;
let engine: AlertEngine;

/** What push services got, and how they answer. */
const pushed: WebhookMessage[] = [];
let pushStatus = 201;
const port: WebhookPort = {
  faultOf: () => undefined,
  send: async (message) => {
    pushed.push(message);
    return pushStatus;
  },
};
const KEYS = makeVapidKeys();
const SETTINGS = {
  platformName: () => 'Yardage',
  publicUrl: 'https://portal.test',
  signingKey: async () => SIGNING_KEY,
  push: webPush(port, { keys: async () => KEYS, contact: () => 'mailto:help@example.com' }),
};

/** An engine like the one of a process, whose mails can be made to fail half-way. */
function openEngine(onMail: () => void = () => {}): AlertEngine {
  const mail = new MailService(app.database);
  const mails = { ...mail, attach: mail.attach.bind(mail), write: mail.write.bind(mail), request: mail.request.bind(mail) };
  const notify: MailService['notify'] = async (...given) => {
    onMail();
    await mail.notify(...given);
  };
  return new AlertEngine(app.database, { ...mails, notify }, { refresh: async () => {} }, { announceAlerts: () => {} }, SETTINGS);
}

beforeAll(async () => {
  app = await openTestApp({ environment: { WEBHOOK_SIGNING_KEY: SIGNING_KEY } });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  engine = openEngine();
});
afterAll(() => app?.close());

const ask = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);
const run = (text: string, values: unknown[] = []) => app.database.transaction('system', ({ client }) => client.query(text, values));
const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const follow = (as: string, types: readonly string[]) => app.call(followAccount, { as, params: params(), body: { types } });
const followOrder = (as: string, orderId: number, subject: 'order' | 'job', types: readonly string[] = DELIVERY_ALERTS) =>
  app.call(followDelivery, { as, params: { ...params(), orderId }, body: { subject, types } });
const inboxOf = async (as: string) => (await app.call(listAlerts, { as, query: { limit: 100 } })).body;
const typesIn = async (as: string): Promise<string[]> => (await inboxOf(as)).items.map(({ type }: { type: string }) => type).reverse();

beforeEach(async () => {
  await run('delete from alert_deliveries');
  await run('delete from alerts');
  await run('delete from alert_events');
  await run('delete from alert_follows');
  await run('delete from alert_settings');
  await run('delete from push_subscriptions');
  await run("delete from outgoing_mails where document_kind = 'alerts'");
});

/** Returns an order with one load that has not left the plant. */
async function orderToDeliver(): Promise<{ orderId: number; ticketId: number }> {
  const ticketId = Number(
    await ask(
      sql`select max(t.id) as answer from tickets t where t.customer_id = ${own.customerId} and not t.is_cancelled and t.truck_id is not null`,
    ),
  );
  await run(
    'update tickets set status_id = 2, leave_plant_at = null, arrived_at = null, pour_started_at = null, finished_at = null, leave_job_at = null where id = $1',
    [ticketId],
  );
  await run('delete from alert_events');
  return { orderId: Number(await ask(sql`select order_id as answer from tickets where id = ${ticketId}`)), ticketId };
}

describe('what is followed', () => {
  it('ALR-01 reports once that a truck leaves, comes near and arrives, however many rounds and processes notice it', async () => {
    const { orderId, ticketId } = await orderToDeliver();
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
    expect((await typesIn(OWNER)).filter((type) => type !== 'last-load')).toEqual(['truck-left', 'ten-minutes', 'arrived']);
    expect(await typesIn(FIELD)).toEqual(['arrived']);
  });

  it('ALR-01 reports a changed order, a returned payment, a statement, an answer, and invoices due tomorrow', async () => {
    await follow(OWNER, ALERT_TYPES);
    const { orderId } = await orderToDeliver();
    await run(
      "update orders set ship_date = current_date, starts_at = starts_at + interval '1 hour', quantity_ordered = quantity_ordered + 1 where id = $1",
      [orderId],
    );
    await run('update payments set returned_at = now() where id = (select max(id) from payments where customer_id = $1)', [own.customerId]);
    await run('insert into statements (customer_id, statement_date) values ($1, current_date) on conflict do nothing', [own.customerId]);
    await run(
      `insert into support_replies (customer_id, support_ticket_id, author_name, message) select customer_id, max(id), 'Sam', 'Done' from support_tickets
       where customer_id = $1 group by customer_id`,
      [own.customerId],
    );
    const [due, zone] = (await ask<[string, string]>(
      sql`select json_build_array(i.due_date, d.time_zone) as answer from invoices i join customers c on c.id = i.customer_id
          join data_sources d on d.id = c.data_source_id where i.customer_id = ${own.customerId} and i.open_cents > 0 and i.pending_cents = 0 limit 1`,
    )) as [string, string];
    const noonBefore = new Date(
      String(
        await ask(
          sql`select to_char(((${due}::date - 1)::timestamp + interval '12 hours') at time zone ${zone} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answer`,
        ),
      ),
    );
    // No alert is sent before seven in the morning.
    await engine.deriveEvents(new Date(noonBefore.getTime() - 6 * 60 * MINUTE_MS));
    expect(Number(await ask(sql`select count(*) as answer from alert_events where type = 'invoice-due'`))).toBe(0);
    await engine.deriveEvents(noonBefore);
    await engine.deriveEvents(noonBefore);
    await engine.round();
    const types = new Set(await typesIn(OWNER));
    for (const type of ['order-changed', 'statement-ready', 'request-answered', 'invoice-due', 'payment-returned'])
      expect(types, type).toContain(type);
    const { items } = await inboxOf(OWNER);
    expect(items.find(({ type }: { type: string }) => type === 'order-changed').facts.changes).toEqual(['start', 'quantity']);
    expect(Number(await ask(sql`select count(*) - count(distinct key) as answer from alert_events`))).toBe(0);
  });

  it('ALR-01 sends no alert about what a role may not see, and none to a member who was removed', async () => {
    await follow(OWNER, ALERT_TYPES);
    await follow(FIELD, ALERT_TYPES);
    const event = "insert into alert_events (customer_id, key, type, facts) values ($1, $2, $3, '{}')";
    await run(event, [own.customerId, 'a', 'invoice-due']);
    await engine.round();
    expect([await typesIn(OWNER), await typesIn(FIELD)]).toEqual([['invoice-due'], []]);
    const member = 'status_id = $2 where customer_id = $1 and user_id = (select id from users where email = $3)';
    await run(`update members set ${member}`, [own.customerId, 3, FIELD]);
    await run(event, [own.customerId, 'b', 'arrived']);
    await engine.round();
    await run(`update members set ${member}`, [own.customerId, 2, FIELD]);
    expect([await typesIn(OWNER), await typesIn(FIELD)]).toEqual([['invoice-due', 'arrived'], []]);
  });

  it('ALR-01 can be changed and ended, and belongs to its user', async () => {
    const { orderId } = await orderToDeliver();
    await followOrder(OWNER, orderId, 'order');
    await followOrder(OWNER, orderId, 'order', ['arrived']);
    const followsOf = async (as: string) => (await app.call(listAlertFollows, { as, params: params() })).body;
    expect(await followsOf(OWNER)).toMatchObject([{ orderId, job: null, types: ['arrived'] }]);
    expect(await followsOf(FIELD)).toEqual([]);
    await followOrder(OWNER, orderId, 'order', []);
    expect(await followsOf(OWNER)).toEqual([]);
    const foreign = Number(await ask(sql`select max(id) as answer from orders where customer_id <> ${own.customerId}`));
    expect((await followOrder(OWNER, foreign, 'order')).status).toBe(404);
  });

  it('ALR-02 is read by its user only', async () => {
    await follow(OWNER, ['arrived']);
    for (const key of ['a', 'b'])
      await run("insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'arrived', '{}')", [own.customerId, key]);
    await engine.round();
    const [newest] = (await inboxOf(OWNER)).items;
    await app.call(readAlerts, { as: FIELD, body: { upTo: newest.id } });
    expect((await inboxOf(OWNER)).unreadCount).toBe(2);
    expect((await app.call(readAlerts, { as: OWNER, body: { alertId: newest.id } })).body.unreadCount).toBe(1);
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
      expect((await app.call(updateAlertSettings, { as, body: { ...settings, digestAt: 6 * 60 } })).status, as).toBe(200);
      await follow(as, ['arrived']);
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

  it('ALR-02 end with one click, by a signed link that only asks when it is opened', async () => {
    await follow(OWNER, ['arrived']);
    await run("insert into alert_events (customer_id, key, type, facts) values ($1, 'x', 'arrived', $2)", [
      own.customerId,
      JSON.stringify({ truck: '12', load: 3, job: 'Bridge', ticketId: 1 }),
    ]);
    await engine.round();
    const written = await mailText();
    expect(written.subject).toBe('Truck 12 with load 3 arrived at Bridge');
    const link = new URL(written.unsubscribe ?? '');
    expect(written.text).toContain(link.href);
    const url = `${link.pathname}${link.search}`;
    const modeOf = () =>
      ask<string>(sql`select mail as answer from alert_settings where user_id = (select id from users where email = ${OWNER})`);
    const opened = await app.http.inject({ url });
    expect([opened.statusCode, await modeOf()]).toEqual([200, undefined]);
    expect((await app.http.inject({ method: 'POST', url: url.replace('user=', 'user=1') })).statusCode).toBe(404);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.http.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200);
    expect(await modeOf()).toBe('off');
  });
});

describe('push messages', () => {
  const endpoint = 'https://push.example.com/send/1';
  const subscribe = (as: string, body: object = {}) => {
    const browser = createECDH('prime256v1');
    const keys = { p256dh: browser.generateKeys('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') };
    return app.call(addBrowser, { as, body: { endpoint, ...keys, ...body } });
  };
  const arrive = (key: string) =>
    run("insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'arrived', '{}')", [own.customerId, key]);

  it('ALR-02 reach the browsers of their user once, by whichever process, are tried again, and end when the browser is gone', async () => {
    pushed.length = 0;
    expect((await subscribe(OWNER)).status).toBe(200);
    await follow(OWNER, ['arrived']);
    await follow(FIELD, ['arrived']);
    await arrive('a');
    const now = new Date();
    await engine.round(now);
    pushStatus = 500;
    const other = openEngine();
    await Promise.all([engine.startPushes(now), other.startPushes(now)]);
    await Promise.all([engine.settle(), other.settle()]);
    expect(pushed.map(({ url }) => url)).toEqual([endpoint]);
    expect(pushed[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', authorization: expect.stringMatching(/^vapid t=/) });
    pushStatus = 201;
    for (const seconds of [10, 40, 80, 120]) {
      await engine.startPushes(new Date(now.getTime() + seconds * 1000));
      await engine.settle();
    }
    expect(pushed).toHaveLength(2);
    pushStatus = 410;
    await arrive('b');
    await engine.round(now);
    await engine.startPushes(now);
    await engine.settle();
    expect(Number(await ask(sql`select count(*) as answer from push_subscriptions`))).toBe(0);
  });

  it.each([
    ['is disabled', 'is_enabled = false'],
    [
      'may no longer see them',
      `role_id = (select f.role_id from members f join users u on u.id = f.user_id where u.email = '${FIELD}' limit 1)`,
    ],
  ])('ALR-01 ALR-02 stop everywhere when a member %s: no new ones, no digest, no push, none in the inbox', async (_what, change) => {
    pushed.length = 0;
    pushStatus = 201;
    await app.call(updateAlertSettings, { as: MANAGER, body: { mail: 'digest', quietFrom: null, quietTo: null, digestAt: 6 * 60 } });
    await subscribe(MANAGER);
    await follow(MANAGER, ['invoice-due']);
    const due = (key: string) =>
      run("insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'invoice-due', '{}')", [own.customerId, key]);
    await due('before');
    const now = new Date();
    await engine.round(now);
    expect(await typesIn(MANAGER)).toEqual(['invoice-due']);
    const member = 'customer_id = $1 and user_id = (select id from users where email = $2)';
    const [before] = (await run(`select role_id, is_enabled from members where ${member}`, [own.customerId, MANAGER])).rows;
    await run(`update members set ${change} where ${member}`, [own.customerId, MANAGER]);
    try {
      await due('after');
      await engine.round(now);
      await engine.startPushes(now);
      await engine.settle();
      await engine.round(new Date(now.getTime() + 25 * 60 * MINUTE_MS));
      expect(pushed).toEqual([]);
      expect(Number(await ask(sql`select count(*) as answer from outgoing_mails where document_kind = 'alerts'`))).toBe(0);
      expect(await inboxOf(MANAGER)).toMatchObject({ items: [], unreadCount: 0 });
      expect(Number(await ask(sql`select count(*) as answer from alerts`))).toBe(1);
    } finally {
      await run(`update members set role_id = $3, is_enabled = $4 where ${member}`, [
        own.customerId,
        MANAGER,
        before.role_id,
        before.is_enabled,
      ]);
    }
  });

  it('ALR-02 go to public addresses only, with keys as browsers make them', async () => {
    expect(Object.keys((await subscribe(OWNER, { endpoint: 'https://127.0.0.1/x' })).body.errors)).toEqual(['endpoint']);
    expect(Object.keys((await subscribe(OWNER, { auth: 'short' })).body.errors)).toEqual(['auth']);
  });
});

/** Writes the only mail, as the sender would. */
async function mailText() {
  const mail = new MailService(app.database);
  new AlertEngine(app.database, mail, { refresh: async () => {} }, { announceAlerts: () => {} }, SETTINGS);
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
            from customers c join data_sources d on d.id = c.data_source_id where c.id = ${own.customerId}`,
      ),
    ),
  );
  const happenedAt = new Map<string, number>();
  const sentAt = new Map<string, number>();
  let names: string[] = [];
  for (let minute = 0; minute <= 30 * 60; minute += 20) {
    const now = new Date(midnight + minute * MINUTE_MS);
    if (minute < 24 * 60 && random() < 0.6) {
      happenedAt.set(`arrived:${minute}`, minute);
      const event = "insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'arrived', '{}')";
      await run(event, [own.customerId, `arrived:${minute}`]);
    }
    await Promise.allSettled([openEngine(die).round(now), openEngine(die).round(now)]);
    await openEngine().round(now);
    names = (await ask<string[]>(
      sql`select coalesce(json_agg(m.to_addresses[1] || ' ' || e.key), '[]') as answer from outgoing_mails m
            cross join jsonb_array_elements_text(m.document_reference -> 'alertIds') as named
            join alerts a on a.id = named::bigint join alert_events e on e.id = a.event_id where m.document_kind = 'alerts'`,
    )) as string[];
    for (const name of names) if (!sentAt.has(name)) sentAt.set(name, minute);
  }
  return { happenedAt, sentAt, copies: names.length };
}
