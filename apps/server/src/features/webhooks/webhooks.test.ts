import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HEADERS } from '@yardage/contract/headers';
import { createCustomerWebhook } from '@yardage/contract/integrations';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  replayWebhook,
  replayWebhookDelivery,
  resumeWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '@yardage/contract/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { recordEvent } from '#server/features/events/events.queries';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const STAFF = 'desk@example.com';
const CLOCK_TOLERANCE_MS = 60_000;
let app: TestApp;
let own: TestCustomer;

interface Received {
  headers: Record<string, string>;
  body: string;
}

beforeAll(async () => {
  app = await openTestApp({
    hasJobs: true,
    environment: { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALERT_EMAIL: 'alerts@example.com' },
  });
  [own] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer];
});
afterAll(() => app?.close());

const servers: Server[] = [];
afterEach(async () => {
  // Otherwise the webhooks of earlier tests would fail for every event of later ones.
  await app.database.transaction('system', ({ client }) => client.query(`update webhook_endpoints set state = 'deleted'`));
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

/** Starts a receiver that answers with whatever status the test wants at the moment. */
async function openReceiver() {
  const receiver = { status: 200, received: [] as Received[], url: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      receiver.received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(receiver.status).end();
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

const create = async (url: string, more: object = {}) => {
  const answer = await app.call(createWebhook, { as: STAFF, body: { name: 'Books', url, types: ['member.removed'], ...more } });
  expect(answer.status).toBe(200);
  return answer.body as { webhook: WebhookRow; secret: string };
};
const happen = (email: string) =>
  app.database.transaction('system', (transaction) =>
    recordEvent(transaction, 'member.removed', own.customerId, { email, firstName: '', lastName: '', role: null, isEnabled: false }),
  );
const deliveriesOf = async (id: number): Promise<WebhookDeliveryRow[]> =>
  (await app.call(listWebhookDeliveries, { as: STAFF, params: { id } })).body;
const rowOf = async (id: number): Promise<WebhookRow | undefined> =>
  (await app.call(listWebhooks, { as: STAFF })).body.find((row: WebhookRow) => row.id === id);
const emailsOf = (received: Received[]) => received.map(({ body }) => JSON.parse(body).data.email);
const eventually = (check: () => unknown) => app.eventually('webhooks', check);
const change = (statement: string, id: number) => app.database.transaction('system', ({ client }) => client.query(statement, [id]));
/** Makes the next attempt due now. */
const hurry = (id: number) => change(`update webhook_deliveries set next_attempt_at = now() where endpoint_id = $1`, id);

/** Whether a receiver that follows the Standard Webhooks specification would accept a message. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}

describe('a webhook', () => {
  it('EVT-03 gets the events of its types from now on, each signed and once', async () => {
    const receiver = await openReceiver();
    await happen('before@example.com');
    const { webhook, secret } = await create(receiver.url);
    await happen('first@example.com');
    await app.database.transaction('system', (transaction) =>
      recordEvent(transaction, 'payment.settled', own.customerId, {
        cartId: 'x',
        processorId: null,
        method: 'CreditCard',
        amount: 1,
        discount: 0,
        startedAt: new Date().toISOString(),
        invoices: [],
        credits: [],
      }),
    );
    await happen('second@example.com');
    await eventually(() => expect(emailsOf(receiver.received).sort()).toEqual(['first@example.com', 'second@example.com']));
    await eventually(async () => expect((await deliveriesOf(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']));
    for (const message of receiver.received) {
      expect(isSigned(message, secret)).toBe(true);
      expect(JSON.parse(message.body)).toMatchObject({
        id: message.headers['webhook-id'],
        type: 'member.removed',
        dataSource: own.dataset,
      });
      expect(Math.abs(Number(message.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(CLOCK_TOLERANCE_MS * 2);
    }
    expect(await rowOf(webhook.id)).toMatchObject({ state: 'active', waiting: 0, failed: 0, failingSince: null });
  });

  it('EVT-03 is tried again until it answers, with the same id', async () => {
    const receiver = await openReceiver();
    receiver.status = 500;
    const { webhook } = await create(receiver.url);
    await happen('retried@example.com');
    await eventually(async () =>
      expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'waiting', lastStatus: 500, lastError: 'The server answered 500.' }]),
    );
    expect((await rowOf(webhook.id))?.failingSince).not.toBeNull();
    receiver.status = 204;
    await hurry(webhook.id);
    await eventually(async () => expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'delivered', lastStatus: 204 }]));
    expect(await rowOf(webhook.id)).toMatchObject({ failingSince: null, lastError: null });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('EVT-03 that failed for three days is paused, and staff get one mail', async () => {
    const receiver = await openReceiver();
    receiver.status = 503;
    const { webhook } = await create(receiver.url, { name: 'Dead end' });
    await happen('lost@example.com');
    await happen('lost.too@example.com');
    await eventually(async () => expect((await deliveriesOf(webhook.id)).filter(({ lastStatus }) => lastStatus === 503)).toHaveLength(2));
    await change(
      `update webhook_deliveries set created_at = now() - interval '71 hours 59 minutes 58 seconds', attempts = 8 where endpoint_id = $1`,
      webhook.id,
    );
    await hurry(webhook.id);
    await eventually(async () =>
      expect(await rowOf(webhook.id)).toMatchObject({ state: 'failing', lastError: 'The server answered 503.' }),
    );
    const mails = () =>
      app.database.read<string[]>(
        'system',
        sql`select coalesce(json_agg(subject), '[]') as answer from outgoing_mails where to_addresses = '{alerts@example.com}' and subject like '%Dead end%'`,
      );
    expect(await mails()).toEqual(['The webhook Dead end is paused']);
    // A message that waited for a late attempt gets another three days when the webhook is resumed, instead of being given up at the next
    // failure.
    const { id: waiting } = (await deliveriesOf(webhook.id))[0] as WebhookDeliveryRow;
    await change(
      `update webhook_deliveries set state = 'waiting', created_at = now() - interval '4 days', attempts = 9, last_status = null,
         next_attempt_at = now() + interval '8 hours' where id = $1`,
      waiting,
    );
    expect((await app.call(resumeWebhook, { as: STAFF, params: { id: webhook.id } })).body).toMatchObject({ state: 'active' });
    await eventually(async () => expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'waiting', lastStatus: 503 }));
    expect((await app.call(pauseWebhook, { as: STAFF, params: { id: webhook.id } })).body).toMatchObject({ state: 'paused' });
    // While it is paused events wait; after it is resumed they arrive, and what was given up can be replayed.
    await happen('meanwhile@example.com');
    receiver.status = 200;
    receiver.received.length = 0;
    expect((await app.call(resumeWebhook, { as: STAFF, params: { id: webhook.id } })).body).toMatchObject({ state: 'active' });
    await eventually(() => expect(emailsOf(receiver.received)).toContain('meanwhile@example.com'));
    await eventually(async () => expect((await deliveriesOf(webhook.id)).find(({ id }) => id === waiting)?.state).toBe('delivered'));
    const failed = (await deliveriesOf(webhook.id)).find(({ state }) => state === 'failed');
    await app.call(replayWebhookDelivery, { as: STAFF, params: { id: webhook.id, deliveryId: failed?.id ?? 0 } });
    await eventually(async () => expect((await deliveriesOf(webhook.id)).find(({ id }) => id === failed?.id)?.state).toBe('delivered'));
    expect(await mails()).toHaveLength(1);
  });

  it('EVT-03 that takes other messages goes on when one is given up, and staff hear of that one', async () => {
    const receiver = await openReceiver();
    receiver.status = 400;
    const { webhook } = await create(receiver.url, { name: 'Picky' });
    await happen('odd@example.com');
    await eventually(async () => expect((await deliveriesOf(webhook.id)).filter(({ lastStatus }) => lastStatus === 400)).toHaveLength(1));
    await change(`update webhook_deliveries set next_attempt_at = now() + interval '1 hour' where endpoint_id = $1`, webhook.id);
    receiver.status = 204;
    await happen('even@example.com');
    await eventually(async () => expect((await deliveriesOf(webhook.id)).filter(({ state }) => state === 'delivered')).toHaveLength(1));
    receiver.status = 400;
    await change(
      `update webhook_deliveries set created_at = now() - interval '71 hours 59 minutes 58 seconds', attempts = 8
       where endpoint_id = $1 and state = 'waiting'`,
      webhook.id,
    );
    await hurry(webhook.id);
    await eventually(async () => expect(await rowOf(webhook.id)).toMatchObject({ state: 'active', failed: 1, waiting: 0 }));
    const mails = await app.database.read<string[]>(
      'system',
      sql`select coalesce(json_agg(subject), '[]') as answer from outgoing_mails where subject like '%Picky%'`,
    );
    expect(mails).toEqual(['A message of the webhook Picky was given up']);
  });

  it('EVT-03 whose receiver says that it is gone is paused at once', async () => {
    const receiver = await openReceiver();
    receiver.status = 410;
    const { webhook } = await create(receiver.url, { name: 'Gone' });
    await happen('gone@example.com');
    await eventually(async () => expect(await rowOf(webhook.id)).toMatchObject({ state: 'failing' }));
    expect(receiver.received).toHaveLength(1);
  });

  it('EVT-03 signs with both secrets until the grace period of a rotation ends', async () => {
    const receiver = await openReceiver();
    const { webhook, secret } = await create(receiver.url);
    const rotate = async (graceHours: number): Promise<string> =>
      (await app.call(rotateWebhookSecret, { as: STAFF, params: { id: webhook.id }, body: { graceHours } })).body.secret;
    const second = await rotate(1);
    await happen('both@example.com');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [both] = receiver.received as [Received];
    expect([isSigned(both, secret), isSigned(both, second)]).toEqual([true, true]);
    const third = await rotate(0);
    await happen('one@example.com');
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const one = receiver.received[1] as Received;
    expect([isSigned(one, secret), isSigned(one, second), isSigned(one, third)]).toEqual([false, false, true]);
  });

  it('EVT-03 signs with the secret in use for its whole grace period, also if it is rotated again meanwhile', async () => {
    const receiver = await openReceiver();
    const { webhook, secret } = await create(receiver.url);
    const rotate = async (): Promise<string> =>
      (await app.call(rotateWebhookSecret, { as: STAFF, params: { id: webhook.id }, body: { graceHours: 24 } })).body.secret;
    const secrets = [secret, await rotate(), await rotate(), await rotate()];
    await happen('all@example.com');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(secrets.map((one) => isSigned(receiver.received[0] as Received, one))).toEqual([true, true, true, true]);
    // An earlier version of the portal that ends the secret before knows nothing of older ones.
    const end = 'update webhook_endpoints set previous_until = null where id = $1';
    await app.database.transaction('system', ({ client }) => client.query(end, [webhook.id]));
    await happen('last@example.com');
    await eventually(() => expect(receiver.received).toHaveLength(2));
    expect(secrets.map((one) => isSigned(receiver.received[1] as Received, one))).toEqual([false, false, false, true]);
  });

  it('EVT-03 can be replayed since a moment, also for what happened before it existed', async () => {
    const receiver = await openReceiver();
    const since = new Date().toISOString();
    await happen('early@example.com');
    const { webhook } = await create(receiver.url);
    const replay = async () => (await app.call(replayWebhook, { as: STAFF, params: { id: webhook.id }, body: { since } })).body;
    expect(await replay()).toEqual({ replayed: 1 });
    await eventually(() => expect(emailsOf(receiver.received)).toEqual(['early@example.com']));
    await eventually(async () => expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'delivered' }]));
    await replay();
    await eventually(() => expect(emailsOf(receiver.received)).toEqual(['early@example.com', 'early@example.com']));
  });

  it('EVT-03 says again that it does not exist when a refused replay is repeated with its key', async () => {
    const headers = { [HEADERS.idempotencyKey]: randomUUID() };
    const body = { since: new Date().toISOString() };
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      // An event without its place, which the call gives it.
      await happen(`unplaced-${attempt}@example.com`);
      codes.push((await app.call(replayWebhook, { as: STAFF, params: { id: 999_999_999 }, headers, body })).body.code);
    }
    expect(codes).toEqual(['not-found', 'not-found']);
  });

  it('EVT-03 that is paused or removed gets nothing', async () => {
    const [paused, removed] = [await openReceiver(), await openReceiver()];
    const [first, second] = [(await create(paused.url)).webhook.id, (await create(removed.url)).webhook.id];
    expect((await app.call(pauseWebhook, { as: STAFF, params: { id: first } })).body).toMatchObject({ state: 'paused' });
    expect((await app.call(pauseWebhook, { as: STAFF, params: { id: first } })).status).toBe(409);
    expect((await app.call(deleteWebhook, { as: STAFF, params: { id: second } })).status).toBe(200);
    const control = await openReceiver();
    await create(control.url);
    await happen('unheard@example.com');
    await eventually(() => expect(control.received).toHaveLength(1));
    expect([paused.received, removed.received]).toEqual([[], []]);
    await app.call(resumeWebhook, { as: STAFF, params: { id: first } });
    await eventually(() => expect(emailsOf(paused.received)).toEqual(['unheard@example.com']));
    expect((await app.call(resumeWebhook, { as: STAFF, params: { id: second } })).status).toBe(404);
  });

  it('EVT-03 with a long queue does not delay the others', async () => {
    const [long, short] = [await openReceiver(), await openReceiver()];
    const [behind, prompt] = [(await create(long.url)).webhook.id, (await create(short.url)).webhook.id];
    await app.call(pauseWebhook, { as: STAFF, params: { id: behind } });
    for (let count = 0; count < 60; count++) await happen(`${count}@example.com`);
    await eventually(() => expect(short.received).toHaveLength(60));
    short.received.length = 0;
    await app.call(resumeWebhook, { as: STAFF, params: { id: behind } });
    await happen('now@example.com');
    await eventually(() => expect(emailsOf(short.received)).toEqual(['now@example.com']));
    expect(long.received.length).toBeLessThan(60);
    await eventually(() => expect(long.received).toHaveLength(61));
    for (const id of [behind, prompt]) await app.call(deleteWebhook, { as: STAFF, params: { id } });
  });

  it('EVT-03 of a data source gets the events of that one only', async () => {
    const [local, elsewhere] = [await openReceiver(), await openReceiver()];
    await create(elsewhere.url, { dataSources: ['ELSEWHERE'] });
    await create(local.url, { dataSources: [own.dataset] });
    await happen('local@example.com');
    await eventually(() => expect(local.received).toHaveLength(1));
    expect(elsewhere.received).toEqual([]);
  });
});

describe('the address of a webhook', () => {
  it("EVT-04 of a customer never reaches a private network, whatever the supplier's own may", async () => {
    const receiver = await openReceiver();
    const params = { globalCustomerNumber: own.globalCustomerNumber };
    const body = { name: 'Inside', url: receiver.url, types: ['ticket.changed'] };
    const answer = await app.call(createCustomerWebhook, { as: 'owner@example.com', params, body });
    expect(answer.body.errors.url).toEqual(['The address is in a private network, which is not allowed.']);
  });

  it('EVT-04 RUN-08 is refused when it is entered or changed, unless the configuration allows it; a metric shows what waits', async () => {
    const strict = await openTestApp();
    try {
      const make = async (url: string) =>
        (await strict.call(createWebhook, { as: STAFF, body: { name: 'x', url, types: ['member.added'] } })).body;
      expect((await make('https://10.0.0.1/')).errors.url).toEqual(['The address is in a private network, which is not allowed.']);
      expect((await make('http://example.com/')).errors.url).toEqual(['The address must begin with https.']);
      const { webhook } = await make('https://example.com/');
      const body = { name: 'x', url: 'https://169.254.169.254/', types: ['member.added'] };
      expect((await strict.call(updateWebhook, { as: STAFF, params: { id: webhook.id }, body })).status).toBe(400);
      // RUN-08: this app has no worker, so its messages wait, at each stage.
      const write = (statement: string) => strict.database.transaction('system', ({ client }) => client.query(statement));
      const waitedSeconds = async () =>
        Number((await strict.http.inject('/metrics')).payload.match(/^webhooks_oldest_due_seconds (\S+)$/m)?.[1]);
      expect(await waitedSeconds()).toBe(0);
      await write(`insert into events (type, data, created_at) values ('member.added', '{}', now() - interval '1 hour')`);
      expect(await waitedSeconds()).toBeGreaterThanOrEqual(3600);
      await write(`update events set position = sequence`);
      expect(await waitedSeconds()).toBeGreaterThanOrEqual(3600);
      await write(`update webhook_endpoints set last_position = (select max(position) from events);
        insert into webhook_deliveries (endpoint_id, event_sequence, next_attempt_at)
        select ${webhook.id}, max(sequence), now() - interval '2 hours' from events`);
      expect(await waitedSeconds()).toBeGreaterThanOrEqual(7200);
      // A receiver that fails gets one message at a time, however many are due.
      await write('update webhook_endpoints set failing_since = now()');
      expect(await waitedSeconds()).toBe(0);
      await write('update webhook_endpoints set failing_since = null');
      expect(await waitedSeconds()).toBeGreaterThanOrEqual(7200);
      await write(`update webhook_deliveries set next_attempt_at = now() + interval '8 hours'`);
      expect(await waitedSeconds()).toBe(0);
    } finally {
      await strict.close();
    }
  });
});
