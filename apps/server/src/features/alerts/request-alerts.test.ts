import { addBrowser, followAccount, listAlerts } from '@yardage/contract/alerts';
import { confirmRequest, declineRequest, proposeRequest } from '@yardage/contract/desk-requests';
import { withdrawRequest } from '@yardage/contract/order-requests';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeVapidKeys, webPush } from '#server/adapters/push/web.push';
import { sql } from '#server/database/drizzle';
import { MailService } from '#server/features/mail/mail.service';
import { requestFlow } from '#server/features/order-requests/request-flow.service';
import { addRequest, dayForPour } from '#server/testing/prepare-request';
import { openPushService, openTestBrowser } from '#server/testing/push-service';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { AlertEngine } from './alert-engine.ts';

const FIELD = 'field@example.com';
const PAYABLES = 'payables@example.com';
const DISPATCHERS = ['dispatcher@example.com', 'desk@example.com'] as const;
const KEYS = makeVapidKeys();
let app: TestApp;
let own: TestCustomer;
let service: Awaited<ReturnType<typeof openPushService>>;
let engine: AlertEngine;

beforeAll(async () => {
  [app, service] = await Promise.all([openTestApp(), openPushService(KEYS.publicKey)]);
  [own] = (await customersOf(app.database, FIELD)) as [TestCustomer];
  const push = webPush(service.webhooks, { keys: async () => KEYS, contact: () => 'mailto:help@example.com' });
  const options = {
    platformName: () => 'Yardage',
    publicUrl: 'https://portal.test',
    signingKey: async () => 'k',
    push,
    log: app.http.log,
    partDiscount: 'none' as const,
  };
  const mail = new MailService(app.database);
  engine = new AlertEngine(
    { database: app.database, mail, etas: { refresh: async () => {} }, announcer: { announceAlerts: () => {} } },
    options,
  );
});
afterAll(() => Promise.all([app?.close(), service?.close()]));

const ask = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);
const run = (text: string) => app.database.transaction('system', ({ client }) => client.query(text));
const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const follow = (as: string) => app.call(followAccount, { as, params: params(), body: { types: ['request-answered'] } });
const inboxOf = async (as: string) => (await app.call(listAlerts, { as, query: { limit: 100 } })).body.items;
const confirm = (id: number, as: string) => app.call(confirmRequest, { as, params: { id }, body: { version: 1 } });
const decline = (id: number, as: string) => app.call(declineRequest, { as, params: { id }, body: { version: 1, reason: 'No trucks.' } });
const mails = () =>
  ask<string[]>(
    sql`select coalesce(json_agg(to_addresses[1] order by id), '[]') as answer from outgoing_mails where document_kind = 'alerts'`,
  );

/** Runs everything that is due, in two processes at once. */
async function runAlerts(now = new Date()): Promise<void> {
  await Promise.all([engine.round(now), engine.round(now)]);
  await Promise.all([engine.startPushes(now), engine.startPushes(now)]);
  await engine.drain();
}

beforeEach(async () => {
  for (const table of ['alert_deliveries', 'alerts', 'alert_events', 'alert_follows', 'push_subscriptions'])
    await run(`delete from ${table}`);
  await run("delete from outgoing_mails where document_kind = 'alerts'");
  service.shown.length = 0;
});

describe('an answer to an order request', () => {
  it('ALR-01 ALR-02 given by two dispatchers at once is one alert, in the inbox, by mail and as a push message that only the browser can read', async () => {
    const browser = openTestBrowser();
    const body = service.subscribe('/send/1', browser);
    expect((await app.call(addBrowser, { as: FIELD, body })).status).toBe(200);
    await follow(FIELD);
    const id = await addRequest(app.database, own.customerId);
    const answers = await Promise.all([confirm(id, DISPATCHERS[0]), decline(id, DISPATCHERS[1]), confirm(id, DISPATCHERS[1])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await runAlerts();
    const [alert, ...others] = await inboxOf(FIELD);
    const { state, number } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect([others, alert.facts]).toMatchObject([[], { requestId: id, answer: state === 'confirmed' ? 'confirm' : 'decline' }]);
    expect(await mails()).toEqual([FIELD]);
    expect(service.shown).toHaveLength(1);
    expect(service.shown[0]?.message).toMatchObject({
      title: 'Yardage',
      body: expect.stringContaining(`Request ${number} for`),
      path: expect.stringContaining(`/requests?request=${id}`),
      tag: `alert-${alert.id}`,
    });
  });

  it('ALR-01 reports a proposal or refusal of dispatch and a request that expired, but not what the customer did', async () => {
    await follow(FIELD);
    const [proposed, declined, withdrawn] = [
      await addRequest(app.database, own.customerId),
      await addRequest(app.database, own.customerId),
      await addRequest(app.database, own.customerId),
    ];
    const plantId = await ask<number>(sql`select plant_id::int as answer from order_requests where id = ${proposed}`);
    const proposal = { version: 1, plantId, day: dayForPour(), startTime: '10:00', quantity: 20 };
    expect((await app.call(proposeRequest, { as: DISPATCHERS[0], params: { id: proposed }, body: proposal })).status).toBe(200);
    expect((await decline(declined, DISPATCHERS[1])).status).toBe(200);
    await app.call(withdrawRequest, { as: FIELD, params: { ...params(), requestId: withdrawn }, body: {} });
    const late = await addRequest(app.database, own.customerId, { startsInDays: -1 });
    await requestFlow({ database: app.database, records: { announceRecords: () => {} } }).expireDue();
    await runAlerts();
    const told: [number, string][] = (await inboxOf(FIELD)).map(({ facts }: { facts: { requestId: number; answer: string } }) => [
      facts.requestId,
      facts.answer,
    ]);
    // Two processes spread the events, so their order is not that of the alerts.
    const byRequest = new Map(told);
    expect([told.length, byRequest]).toEqual([
      3,
      new Map([
        [proposed, 'propose'],
        [declined, 'decline'],
        [late, 'expire'],
      ]),
    ]);
  });

  it('REQ-02 is mailed once to whoever asked, in the mail that says all of it, also if they follow answers', async () => {
    const asked = (id: number) =>
      run(`update order_requests set created_by = (select id from users where email = '${FIELD}') where id = ${id}`);
    const notices = () => ask<number>(sql`select count(*)::int as answer from outgoing_mails where document_kind = 'request-answer'`);
    const answer = async () => {
      const id = await addRequest(app.database, own.customerId);
      await asked(id);
      await confirm(id, DISPATCHERS[0]);
      await runAlerts();
    };
    const before = (await notices()) ?? 0;
    await follow(FIELD);
    await answer();
    expect([await mails(), await notices(), (await inboxOf(FIELD)).length]).toEqual([[], before + 1, 1]);
    await run('delete from alert_follows');
    await answer();
    expect([await mails(), await notices()]).toEqual([[], before + 2]);
  });

  it('ALR-01 goes to those who may see requests, not to those who see support only', async () => {
    await Promise.all([follow(FIELD), follow(PAYABLES)]);
    await confirm(await addRequest(app.database, own.customerId), DISPATCHERS[0]);
    await runAlerts();
    expect([(await inboxOf(FIELD)).length, (await inboxOf(PAYABLES)).length]).toEqual([1, 0]);
  });
});

describe('push messages', () => {
  it('ALR-02 a browser that is gone is forgotten, and the others of the user still get the message', async () => {
    await app.call(addBrowser, { as: FIELD, body: service.subscribe('/send/old', openTestBrowser()) });
    await app.call(addBrowser, { as: FIELD, body: service.subscribe('/send/new', openTestBrowser()) });
    service.forget('/send/old');
    await follow(FIELD);
    await confirm(await addRequest(app.database, own.customerId), DISPATCHERS[0]);
    await runAlerts();
    expect(service.shown.map(({ path }) => path)).toEqual(['/send/new']);
    expect(await ask(sql`select json_agg(endpoint) as answer from push_subscriptions`)).toEqual(['https://push.example.com/send/new']);
    await runAlerts(new Date(Date.now() + 120_000));
    expect(service.shown).toHaveLength(1);
  });
});
