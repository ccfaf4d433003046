import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '@yardage/contract/endpoint';
import { listCustomerEvents } from '@yardage/contract/events';
import { HEADERS } from '@yardage/contract/headers';
import {
  createApiKey,
  createCustomerWebhook,
  deleteCustomerWebhook,
  listApiKeys,
  listCustomerDeliveries,
  listCustomerWebhooks,
  replayCustomerDelivery,
  replayCustomerWebhook,
  resumeCustomerWebhook,
  revokeApiKey,
  rotateCustomerWebhook,
} from '@yardage/contract/integrations';
import { listInvoices } from '@yardage/contract/invoices';
import { postTicketEvents } from '@yardage/contract/telemetry';
import { getTicket, getTicketPdf, listTickets, sendTicketEmail } from '@yardage/contract/tickets';
import { getPermissions } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpWebhooks } from '#server/adapters/webhooks/http.webhooks';
import type { WebhookPort } from '#server/adapters/webhooks/port';
import { sql } from '#server/database/drizzle';
import { MailService } from '#server/features/mail/mail.service';
import { addWebhook } from '#server/testing/prepare-webhook';
import { customersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { leaversService } from './leavers.service.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;
let server: Server;
const received = new Map<string, { type: string; data: { ticket: Record<string, unknown> } }[]>();
/** Whose webhooks the messages were sent to: the supplier's or a customer's. The address is checked accordingly. */
const chosenBy = new Set<string>();

beforeAll(async () => {
  // Customers may not reach this machine, so the test lets them pass as the supplier.
  const { faultOf, send } = httpWebhooks({ allowsPrivate: true, allowsHttp: true, timeoutMs: 20_000 });
  const webhooks: WebhookPort = {
    faultOf: (address) => faultOf(address, 'supplier'),
    send: (message) => {
      chosenBy.add(message.chosenBy);
      return send({ ...message, chosenBy: 'supplier' });
    },
  };
  app = await openTestApp({ hasJobs: true, webhooks });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.set(request.url ?? '', [...(received.get(request.url ?? '') ?? []), JSON.parse(body)]);
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await app?.close();
  server?.closeAllConnections();
  await new Promise((done) => server?.close(done));
});

const customer = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const makeKey = async (permissions: string[], name = permissions.join()) => {
  const answer = await app.call(createApiKey, { as: OWNER, params: customer(), body: { name, permissions } });
  expect(answer.status).toBe(200);
  return answer.body as { key: { id: number }; secret: string };
};
/** Calls an endpoint with a key instead of sign-in. */
const ask = async (secret: string, endpoint: Endpoint, of = own) =>
  app.call(endpoint, { ...(await sampleCall(app.database, endpoint, of)), headers: { [HEADERS.serviceKey]: secret } });
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const newTicket = (of = own) =>
  app.database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
       select customer_id, order_id, 'EVT' || (random() * 1e9)::int, 1, now(), plant_id, null, load_number, quantity, tax_cents, alt_key
       from tickets where customer_id = $1 order by id desc limit 1 returning id`,
      [of.customerId],
    );
    return Number(rows[0]?.id);
  });
const arrived = (path: string, ticketId: number) => (received.get(path) ?? []).filter(({ data }) => data.ticket.id === ticketId);

describe("a customer's own key", () => {
  it('EVT-05 reads what it was given and nothing else', async () => {
    const { secret } = await makeKey(['tickets.view']);
    for (const endpoint of [listTickets, getTicket, listCustomerEvents])
      expect((await ask(secret, endpoint)).status, endpoint.id).toBe(200);
    for (const endpoint of [listInvoices, getTicketPdf, listApiKeys]) expect((await ask(secret, endpoint)).status, endpoint.id).toBe(403);
    for (const endpoint of [sendTicketEmail, createApiKey, getPermissions])
      expect((await ask(secret, endpoint)).status, endpoint.id).toBe(401);
    expect((await ask(secret, postTicketEvents)).body.code).toBe('scope-missing');
    for (const endpoint of [listTickets, getTicket, listCustomerEvents]) {
      expect((await ask(secret, endpoint, foreign)).status, `${endpoint.id}, foreign`).toBe(403);
    }
    expect((await ask(await app.serviceKey(), listTickets)).body.code).toBe('customer-not-granted');
  });

  it('EVT-05 sees no prices unless it may see invoices or quotes', async () => {
    const plain = (await ask((await makeKey(['tickets.view', 'orders.view'])).secret, getTicket)).body;
    const priced = (await ask((await makeKey(['tickets.view', 'invoices.view'])).secret, getTicket)).body;
    const amounts = Object.keys(plain).filter((name) => plain[name] === null && typeof priced[name] === 'number');
    expect(amounts.length).toBeGreaterThan(0);
  });

  it('EVT-05 ends at the next call when it is revoked', async () => {
    const { key, secret } = await makeKey(['tickets.view'], 'Paving office');
    expect((await ask(secret, listTickets)).status).toBe(200);
    expect((await app.call(revokeApiKey, { as: OWNER, params: { ...customer(), id: key.id } })).body).toMatchObject({
      state: 'revoked',
      createdBy: expect.stringMatching(/\w/),
    });
    expect((await ask(secret, listTickets)).status).toBe(401);
  });

  it('EVT-05 that was revoked leaves no gap in the feed until there is a new one', async () => {
    await app.database.transaction('system', ({ client }) =>
      client.query('update service_keys set revoked_at = now() where customer_id = $1', [own.customerId]),
    );
    const ticketId = await newTicket();
    const { secret } = await makeKey(['tickets.view'], 'After the gap');
    const { events } = (await ask(secret, listCustomerEvents)).body;
    expect(events.map(({ data }: { data: { ticket: { id: number } } }) => data.ticket.id)).toContain(ticketId);
  });

  it('EVT-05 is one of at most 20 that are in force', async () => {
    const set = (change: string) =>
      app.database.transaction('system', ({ client }) =>
        client.query(`update service_keys set ${change} where customer_id = $1 and revoked_at is null`, [own.customerId]),
      );
    const make = (name: string) => app.call(createApiKey, { as: OWNER, params: customer(), body: { name, permissions: ['tickets.view'] } });
    await set('revoked_at = now()');
    for (let number = 1; number < 20; number++) expect((await make(`Key ${number}`)).status).toBe(200);
    const last = await Promise.all(['a', 'b', 'c'].map(make));
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await make('One more')).body.detail).toBe('An account can have 20 keys at a time. Revoke one first.');
    await set("expires_at = case when name = 'Key 1' then now() - interval '1 minute' end");
    expect((await make('In place of an expired one')).status).toBe(200);
    expect((await make('One more')).status).toBe(409);
    await set('revoked_at = now()');
  });

  it('EVT-05 cannot be given what no key may have', async () => {
    for (const permissions of [['user-accounts.view'], ['invoices.pay-invoices'], []]) {
      expect((await app.call(createApiKey, { as: OWNER, params: customer(), body: { name: 'x', permissions } })).status).toBe(400);
    }
  });
});

describe("a customer's own webhook", () => {
  it('EVT-05 gets every ticket when it is issued and when it changes, with its times, and prices only if granted', async () => {
    const make = async (path: string, hasPrices: boolean) => {
      const body = { name: path, url: url(path), types: ['ticket.issued', 'ticket.changed'], hasPrices };
      expect((await app.call(createCustomerWebhook, { as: OWNER, params: customer(), body })).status).toBe(200);
    };
    await make('/plain', false);
    await make('/priced', true);
    const before = new Date().toISOString();
    const ticketId = await newTicket();
    await app.eventually('webhooks', () => expect(arrived('/plain', ticketId).map(({ type }) => type)).toEqual(['ticket.issued']));
    const at = new Date().toISOString();
    await app.call(postTicketEvents, { as: SERVICE, body: { events: [{ ticketId, statusId: 2, at }] } });
    await app.eventually('webhooks', () => expect(arrived('/plain', ticketId)).toHaveLength(2));
    await app.eventually('webhooks', () => expect(arrived('/priced', ticketId)).toHaveLength(2));
    const [plain, priced] = [arrived('/plain', ticketId)[1], arrived('/priced', ticketId)[1]];
    expect(plain).toMatchObject({ type: 'ticket.changed', data: { ticket: { statusId: 2 } } });
    const hidden = Object.entries(plain?.data.ticket ?? {}).filter(
      ([name, value]) => value !== priced?.data.ticket[name] && value === null,
    );
    expect(hidden.length).toBeGreaterThan(0);
    const feed = await ask((await makeKey(['tickets.view'], 'Feed')).secret, listCustomerEvents);
    expect(feed.body.events.map(({ type }: { type: string }) => type)).toEqual(expect.arrayContaining(['ticket.issued', 'ticket.changed']));
    expect((await app.call(listCustomerWebhooks, { as: OWNER, params: customer() })).body).toMatchObject([
      { name: '/plain', hasPrices: false },
      { name: '/priced', hasPrices: true },
    ]);
    // What its receiver lost is sent again, one message or all.
    const webhook = (await app.call(listCustomerWebhooks, { as: OWNER, params: customer() })).body[0];
    const params = { ...customer(), id: webhook.id };
    const [newest] = (await app.call(listCustomerDeliveries, { as: OWNER, params })).body;
    const one = await app.call(replayCustomerDelivery, { as: OWNER, params: { ...params, deliveryId: newest.id } });
    expect(one).toMatchObject({ status: 200, body: { id: newest.id, state: 'waiting' } });
    await app.eventually('webhooks', () => expect(arrived('/plain', ticketId)).toHaveLength(3));
    const all = await app.call(replayCustomerWebhook, { as: OWNER, params, body: { since: before } });
    expect(all).toMatchObject({ status: 200, body: { replayed: 2 } });
    await app.eventually('webhooks', () => expect(arrived('/plain', ticketId)).toHaveLength(5));
    expect(arrived('/priced', ticketId)).toHaveLength(2);
    // A customer's address is never checked as one of the supplier's, which may be in a private network (EVT-04).
    expect([...chosenBy]).toEqual(['customer']);
  });

  it('EVT-05 stores no events for customers without an integration', async () => {
    const count = async () =>
      Number(await app.database.read('system', sql`select count(*) as answer from events where customer_id = ${foreign.customerId}`));
    const before = await count();
    await app.database.transaction('system', ({ client }) =>
      client.query('update tickets set notes = $2 where customer_id = $1', [foreign.customerId, 'changed']),
    );
    expect(await count()).toBe(before);
  });

  it('EVT-05 gets nothing of another customer, when it happens or when it is replayed', async () => {
    await addWebhook(app.database, foreign.customerId, 'paused');
    const since = new Date().toISOString();
    const [theirs, ours] = [await newTicket(foreign), await newTicket()];
    const [{ id }] = (await app.call(listCustomerWebhooks, { as: OWNER, params: customer() })).body;
    await app.eventually('webhooks', () => expect(arrived('/plain', ours)).toHaveLength(1));
    const replay = await app.call(replayCustomerWebhook, { as: OWNER, params: { ...customer(), id }, body: { since } });
    expect(replay.body).toEqual({ replayed: 1 });
    await app.eventually('webhooks', () => expect(arrived('/plain', ours)).toHaveLength(2));
    expect(arrived('/plain', theirs)).toEqual([]);
    const made = await app.database.read<number>(
      'system',
      sql`select count(*)::int as answer from events where customer_id = ${foreign.customerId} and created_at >= ${since}::timestamptz`,
    );
    expect(made).toBe(1);
  });

  it('EVT-05 is one of at most 20 of its account, whatever their state', async () => {
    const list = async () => (await app.call(listCustomerWebhooks, { as: OWNER, params: customer() })).body as { id: number }[];
    const before = await list();
    for (let count = before.length; count < 19; count++) await addWebhook(app.database, own.customerId, 'paused');
    const body = { name: '/crowd', url: url('/crowd'), types: ['ticket.removed'] };
    const make = () => app.call(createCustomerWebhook, { as: OWNER, params: customer(), body });
    const made = await Promise.all([make(), make(), make()]);
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await make()).body.detail).toBe('An account can have 20 webhooks. Remove one first.');
    const added = (await list()).map(({ id }) => id).filter((id) => !before.some((known) => known.id === id));
    const remove = (id: number) => app.call(deleteCustomerWebhook, { as: OWNER, params: { ...customer(), id } });
    await remove(added[0] ?? 0);
    expect((await make()).status).toBe(200);
    for (const { id } of await list()) if (!before.some((known) => known.id === id)) await remove(id);
  });

  it('EVT-03 EVT-05 is given a new secret, and gets nothing more once it is removed', async () => {
    const as = OWNER;
    const body = { name: '/removed', url: url('/removed'), types: ['ticket.issued'] };
    const created = await app.call(createCustomerWebhook, { as, params: customer(), body });
    const made = created.body as { webhook: { id: number }; secret: string };
    const params = { ...customer(), id: made.webhook.id };
    const rotated = (await app.call(rotateCustomerWebhook, { as, params, body: { graceHours: 1 } })).body as typeof made;
    expect([rotated.webhook.id, rotated.secret.startsWith('whsec_'), rotated.secret === made.secret]).toEqual([params.id, true, false]);
    const first = await newTicket();
    await app.eventually('webhooks', () => expect(arrived('/removed', first)).toHaveLength(1));
    const remove = async () => (await app.call(deleteCustomerWebhook, { as, params })).status;
    expect([await remove(), await remove()]).toEqual([200, 404]);
    const left = (await app.call(listCustomerWebhooks, { as, params: customer() })).body as { name: string }[];
    expect(left.map(({ name }) => name)).not.toContain('/removed');
    const second = await newTicket();
    await app.eventually('webhooks', () => expect(arrived('/plain', second)).toHaveLength(1));
    expect(arrived('/removed', second)).toEqual([]);
  });
});

describe('a key or webhook whose maker lost the access', () => {
  const ADMINISTRATOR = 'administrator@example.com';
  const setEnabled = (isEnabled: boolean) =>
    app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update members set is_enabled = ${isEnabled} where customer_id = ${own.customerId}
        and user_id = (select id from users where email = ${ADMINISTRATOR})`),
    );

  it('EVT-05 ends with the membership, and the owners get a mail', async () => {
    const as = ADMINISTRATOR;
    const made = await app.call(createApiKey, { as, params: customer(), body: { name: 'Leaver', permissions: ['tickets.view'] } });
    const { secret } = made.body as { secret: string };
    const body = { name: 'Leaving', url: url('/leaver'), types: ['ticket.issued'] };
    const { webhook } = (await app.call(createCustomerWebhook, { as, params: customer(), body })).body as { webhook: { id: number } };
    expect((await ask(secret, listTickets)).status).toBe(200);
    await setEnabled(false);
    // The next call and the next message fail already; the sweep makes it visible.
    expect((await ask(secret, listTickets)).status).toBe(401);
    const unsent = await newTicket();
    await app.eventually('webhooks', () => expect(arrived('/plain', unsent)).toHaveLength(1));
    const [delivery] = (await app.call(listCustomerDeliveries, { as: OWNER, params: { ...customer(), id: webhook.id } })).body;
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(arrived('/leaver', unsent)).toEqual([]);
    const mail = new MailService(app.database);
    await leaversService(app.database, mail, () => ({ platformName: 'Yardage', publicUrl: 'https://portal.test' })).endAll();
    const states = async (endpoint: Endpoint) =>
      ((await app.call(endpoint, { as: OWNER, params: customer() })).body as { name: string; state: string }[])
        .filter(({ name }) => name.startsWith('Leav'))
        .map(({ state }) => state);
    expect(await states(listApiKeys)).toEqual(['revoked']);
    expect(await states(listCustomerWebhooks)).toEqual(['paused']);
    const told = await app.database.read<{ to: string; keys: string[]; webhooks: string[] }[]>(
      'system',
      sql`select coalesce(json_agg(json_build_object('to', to_addresses[1], 'keys', document_reference->'keys', 'webhooks', document_reference->'webhooks')), '[]') as answer
          from outgoing_mails where document_kind = 'integrations-ended' and customer_id = ${own.customerId}`,
    );
    expect(told).toContainEqual({ to: OWNER, keys: ['Leaver'], webhooks: ['Leaving'] });
    const facts = { maker: 'Ann Hale', customerId: own.customerId, keys: ['Leaver'], webhooks: [] };
    const codes = { recipientCodes: ['account.integrations'], recipientLanguage: null };
    const written = await mail.content({ documentKind: 'integrations-ended', documentReference: facts, ...codes } as never);
    expect(written?.text).toContain(`Ann Hale may no longer manage the connections of `);
    expect(written?.text).toContain(`(${own.customerNumber})`);
    expect(written?.text).toContain(`/integrations?customer=${own.globalCustomerNumber}`);
    // Back in the account, the key stays revoked. The webhook goes on with the member who resumes it, and has lost nothing.
    await setEnabled(true);
    expect((await ask(secret, listTickets)).status).toBe(401);
    const ticketId = await newTicket();
    await app.call(resumeCustomerWebhook, { as: OWNER, params: { ...customer(), id: webhook.id } });
    await setEnabled(false);
    await app.eventually('webhooks', () => expect(arrived('/leaver', ticketId)).toHaveLength(1));
    await setEnabled(true);
  });
});
