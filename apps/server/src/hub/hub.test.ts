import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChatMessage, type ChatSession, endChat, markChatRead, sendChatMessage, startChat } from '@yardage/contract/chat';
import { joinDeskChat, sendDeskMessage } from '@yardage/contract/desk-chats';
import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { HUB, hubEvents } from '@yardage/contract/hub';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { connectHub, type HubClient } from '#server/testing/hub-client';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const MANAGER = 'manager@example.com';
const FIELD = 'field@example.com';
const STAFF = 'dispatcher@example.com';
const jobAddress = { street: '12 Dayton Pike', city: 'Hixson', state: 'TN', zip: '37343', latitude: null, longitude: null };
/** How long a removal may take. */
const REMOVAL_MS = 20_000;

let app: TestApp;
let own: TestCustomer;
let url: string;
const open: HubClient[] = [];

beforeAll(async () => {
  app = await openTestApp({ environment: { TRUSTED_PROXIES: '1' } });
  [own] = (await customersOf(app.database, FIELD)) as [TestCustomer];
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => app?.close());

const connect = async (email: string, claims = {}, expiresIn?: string) => {
  const client = await connectHub(url, await app.token(email, claims, expiresIn));
  open.push(client);
  return client;
};
const call = (endpoint: Endpoint, as: string, sessionId?: string, body?: unknown) =>
  app.call(endpoint, {
    as,
    headers: as === STAFF ? {} : { [HEADERS.globalCustomerNumber]: own.globalCustomerNumber },
    body,
    ...(sessionId ? { params: { sessionId } } : {}),
  });
const start = async (as: string) =>
  ((await call(startChat, as, undefined, { category: 1, context: { jobAddress } })).body.session as ChatSession).sessionId;
const say = async (as: string, sessionId: string, message: string) =>
  (await call(as === STAFF ? sendDeskMessage : sendChatMessage, as, sessionId, { message })).body as ChatMessage;
const change = (statement: ReturnType<typeof sql>) => app.database.transaction('system', ({ orm }) => orm.execute(statement));
const memberOf = (email: string) => sql`user_id = (select id from users where email = ${email}) and customer_id = ${own.customerId}`;

describe('the hub', () => {
  it('API-23 announces stored messages to the room and status changes to lists, to each side as it reads them', async () => {
    const sessionId = await start(OWNER);
    const [customer, tab, agent, bystander] = await Promise.all([connect(OWNER), connect(OWNER), connect(STAFF), connect(MANAGER)]);
    expect(await customer.call('JoinSession', { sessionId })).toEqual({ ok: true });
    expect(await agent.call('JoinSession', { sessionId })).toEqual({ ok: true });
    expect(await bystander.call('JoinSession', { sessionId })).toEqual({ ok: false, code: 'not-found' });
    await call(joinDeskChat, STAFF, sessionId);
    const said = await say(OWNER, sessionId, 'Is the pump on site?');
    const answered = await say(STAFF, sessionId, 'It is.');

    // With several nodes, announcements may arrive out of order; their sequence numbers give the order.
    const inOrder = (heard: Record<string, unknown>[], by: string) => heard.toSorted((a, b) => Number(a[by]) - Number(b[by]));
    const atCustomer = inOrder(await customer.hears('MessageReceived', 3), 'sequence');
    const atAgent = inOrder(await agent.hears('MessageReceived', 3), 'sequence');
    expect(atCustomer.slice(1)).toEqual([said, { ...answered, isOwn: false }]);
    expect(atAgent.slice(1)).toEqual([{ ...said, isOwn: false }, answered]);
    const states = inOrder(await tab.hears('SessionStatusChanged', 3), 'lastSequence');
    expect(states.map(({ status, lastSequence }) => [status, lastSequence])).toEqual([
      [2, 2],
      [2, 3],
      [2, 4],
    ]);
    for (const { event, payload } of [...customer.heard, ...agent.heard, ...tab.heard]) {
      expect(hubEvents[event as keyof typeof hubEvents].safeParse(payload).error?.issues ?? [], event).toEqual([]);
    }
    expect(tab.heard.filter(({ event }) => event === 'MessageReceived')).toEqual([]);
    expect(bystander.heard).toEqual([]);

    expect(await customer.call('CloseSession', { sessionId })).toEqual({ ok: true });
    await say(STAFF, sessionId, 'Anything else?');
    await agent.hears('MessageReceived', 4);
    expect(customer.heard.filter(({ event }) => event === 'MessageReceived')).toHaveLength(3);
    expect(app.logLines.join()).not.toContain('Is the pump on site?');
  });

  it('API-23 forwards typing and read marks to the others in the room, and counts its connections', async () => {
    const sessionId = await start(OWNER);
    const [customer, agent] = await Promise.all([connect(OWNER), connect(STAFF)]);
    for (const client of [customer, agent]) await client.call('JoinSession', { sessionId });
    await agent.call('Typing', { sessionId });
    expect(await customer.hears('Typing', 1)).toEqual([{ sessionId, senderType: 3, senderName: 'Renee Castleberry' }]);
    await call(markChatRead, OWNER, sessionId, { sequence: 1 });
    expect(await agent.hears('MessagesRead', 1)).toEqual([{ sessionId, senderType: 4, sequence: 1 }]);
    expect(agent.heard.filter(({ event }) => event === 'Typing')).toEqual([]);
    const metrics = (await app.http.inject({ url: '/metrics' })).payload;
    expect(metrics).toMatch(/^hub_sockets 2$/m);
  });

  it('API-23 USR-09 tells that a member is typing by the name that the customer gave them', async () => {
    await change(sql`update members set first_name = 'Rita', last_name = 'Oakes' where ${memberOf(OWNER)}`);
    const sessionId = await start(OWNER);
    const [customer, agent] = await Promise.all([connect(OWNER), connect(STAFF)]);
    for (const client of [customer, agent]) await client.call('JoinSession', { sessionId });
    await customer.call('Typing', { sessionId });
    expect(await agent.hears('Typing', 1)).toEqual([{ sessionId, senderType: 4, senderName: 'Rita Oakes' }]);
  });

  it('API-23 works with long polling only', async () => {
    const sessionId = await start(OWNER);
    const client = await connectHub(url, await app.token(OWNER), { transports: ['polling'] });
    open.push(client);
    await client.call('JoinSession', { sessionId });
    const said = await say(OWNER, sessionId, 'Hello');
    expect(await client.hears('MessageReceived', 1)).toEqual([said]);
  });

  it('answers malformed calls with a refusal and continues', async () => {
    const client = await connect(OWNER);
    const sessionId = await start(OWNER);
    for (const payload of [undefined, null, 7, 'x', [], {}, { sessionId: 7 }, { sessionId: "' or 1=1" }, { sessionId, more: 1 }]) {
      expect(await client.call('JoinSession', payload), JSON.stringify(payload)).toEqual({ ok: false, code: 'validation-failed' });
    }
    expect(await client.call('JoinSession')).toEqual({ ok: false, code: 'validation-failed' });
    client.socket.emit('JoinSession', { sessionId }, { sessionId });
    client.socket.emit('NoSuchCall', { sessionId });
    client.socket.emit('Typing', { sessionId: '00000000-0000-4000-8000-000000000000' });
    expect(await client.call('JoinSession', { sessionId })).toEqual({ ok: true });
    for (let count = 0; count < 100; count += 1) client.socket.emit('Typing', { sessionId });
    expect(await client.call('CloseSession', { sessionId })).toEqual({ ok: false, code: 'too-many-requests' });
    const big = await connect(OWNER);
    big.socket.emit('JoinSession', { sessionId: 'x'.repeat(20_000) });
    await once(big.socket as never, 'disconnect');
    expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200);
  });
});

describe('a client without access', () => {
  it('API-23 is refused: without a token, with a bad or expired one, without the permission, disabled', async () => {
    const refusal = (token: unknown) =>
      connectHub(url, token).then(
        () => 'let in',
        (error: Error) => error.message,
      );
    expect(await refusal(undefined)).toBe('not-signed-in');
    expect(await refusal({ token: 1 })).toBe('not-signed-in');
    expect(await refusal('a.b.c')).toBe('not-signed-in');
    expect(await refusal(await app.token(OWNER, {}, '-1m'))).toBe('not-signed-in');
    expect(await refusal(await app.token(OWNER, { aud: 'somebody-else' }))).toBe('not-signed-in');
    expect(await refusal(await app.token('nobody@example.com'))).toBe('permission-missing');
    expect(await refusal(await app.token('stranger@example.com'))).toBe('account-disabled');
  });

  it("ASVS 4.4.2 is refused on another site's page, by websocket and by polling; the portal's own page is not", async () => {
    const token = await app.token(OWNER);
    const from = (origin: string, transport: string) =>
      connectHub(url, token, { transports: [transport], extraHeaders: { origin } }).then(
        (client) => {
          client.close();
          return 'let in';
        },
        () => 'refused',
      );
    const { host } = new URL(url);
    for (const transport of ['websocket', 'polling']) {
      for (const origin of ['https://evil.example', `http://${host}.evil.example`, 'null']) {
        expect(await from(origin, transport), `${origin} ${transport}`).toBe('refused');
      }
      for (const origin of [app.config.publicUrl, `http://${host}`]) expect(await from(origin, transport), origin).toBe('let in');
    }
  });

  it("ASVS 3.4.3 3.4.4 3.4.6 gets the security headers with the hub's answers and refusals, and for what is no request", async () => {
    for (const address of ['?EIO=4&transport=polling', '?transport=none']) {
      const { headers } = await fetch(`${url}${HUB.path}/${address}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
    }
    // Two lengths in one request, ASVS 4.2.1: proxy and server might disagree about where the next one begins.
    const smuggled = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n';
    for (const text of [smuggled, 'no request\r\n\r\n']) {
      const socket = createConnection(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
      const answer = String(Buffer.concat(await socket.toArray()));
      expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
      expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
      expect(answer).toContain("frame-ancestors 'none'");
      expect(answer).toContain('nosniff');
    }
  });

  it('API-23 cannot open unlimited connections from one address', async () => {
    const knock = async (address: string) =>
      (await fetch(`${url}${HUB.path}/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': address } })).status;
    const statuses = await Promise.all(Array.from({ length: 700 }, () => knock('192.0.2.1')));
    expect([statuses.includes(200), statuses.includes(403)]).toEqual([true, true]);
    expect(await knock('192.0.2.2')).toBe(200);
    // A subscriber of IPv6 has a whole /64.
    const ofSubscriber = await Promise.all(Array.from({ length: 700 }, (_, host) => knock(`2001:db8:1:2::${host.toString(16)}`)));
    expect([ofSubscriber.includes(200), ofSubscriber.includes(403)]).toEqual([true, true]);
    expect(await knock('2001:db8:1:3::1')).toBe(200);
  });

  it('API-23 holds at most 20 connections of one user, also if they are opened at once, and as many more as are closed', async () => {
    const token = await app.token(MANAGER);
    const opened = await Promise.allSettled(Array.from({ length: 30 }, () => connectHub(url, token)));
    const clients = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    open.push(...clients);
    expect(clients).toHaveLength(20);
    const later = () => connectHub(url, token).then((client) => open.push(client));
    await expect(later()).rejects.toThrow('too-many-requests');
    clients[0]?.close();
    await vi.waitFor(later, { timeout: 20_000, interval: 100 });
    await expect(later()).rejects.toThrow('too-many-requests');
    // Other users are not affected.
    await connect(OWNER);
  });

  it('API-23 can open few unauthenticated connections from one address, which are closed soon', async () => {
    const knock = () => fetch(`${url}${HUB.path}/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': '192.0.2.9' } });
    const answers = await Promise.all(Array.from({ length: 300 }, knock));
    expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThan(0);
    const opened = answers.find(({ status }) => status === 200) as Response;
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
    const poll = async () => (await fetch(`${url}${HUB.path}/?EIO=4&transport=polling&sid=${sid}`)).status;
    await vi.waitFor(async () => expect(await poll()).toBe(400), { timeout: 30_000, interval: 500 });
    await vi.waitFor(async () => expect((await knock()).status).toBe(200), { timeout: 30_000, interval: 500 });
  });

  it("API-23 can open no namespace but the chat's", async () => {
    for (const namespace of ['/', '/other']) {
      const socket = io(`${url}${namespace}`, { path: HUB.path, transports: ['websocket'], forceNew: true, reconnection: false });
      const outcome = await Promise.race([
        once(socket as never, 'connect').then(() => 'let in'),
        once(socket as never, 'connect_error').then(([error]) => (error as Error).message),
      ]);
      expect(outcome, namespace).toBe(namespace === '/' ? 'not-found' : 'Invalid namespace');
      socket.close();
    }
  });

  it('API-23 gets nothing of other companies, whatever ids it knows', async () => {
    const sessionId = await start(OWNER);
    const stranger = await connect('other@example.com');
    expect(await stranger.call('JoinSession', { sessionId })).toEqual({ ok: false, code: 'not-found' });
    expect(await stranger.call('Typing', { sessionId })).toEqual({ ok: false, code: 'not-found' });
    await say(OWNER, sessionId, 'secret');
    await call(endChat, OWNER, sessionId);
    await pause(200);
    expect(stranger.heard).toEqual([]);
  });

  it('API-23 loses an open connection within five seconds: removed, without the permission, disabled, expired', async () => {
    // The last token expires at once; the clock tolerance accepts it for about five more seconds, time enough to join a chat.
    const cases = {
      removed: { who: FIELD, chat: await start(FIELD), client: await connect(FIELD) },
      lesser: { who: MANAGER, chat: await start(MANAGER), client: await connect(MANAGER) },
      disabled: { who: OWNER, chat: await start(OWNER), client: await connect(STAFF) },
      expired: { who: OWNER, chat: await start(OWNER), client: await connect(OWNER, {}, '0s') },
    };
    for (const { chat, client } of Object.values(cases))
      expect(await client.call('JoinSession', { sessionId: chat })).toEqual({ ok: true });
    await change(sql`update members set is_enabled = false where ${memberOf(FIELD)}`);
    await change(sql`update members set role_id = 3 where ${memberOf(MANAGER)}`);
    await change(sql`update users set is_enabled = false where email = ${STAFF}`);
    const isOut = async ({ chat, client }: (typeof cases)['removed']) =>
      !client.socket.connected || (await client.call('Typing', { sessionId: chat }))?.code === 'not-found';
    const areOut = async () => (await Promise.all(Object.values(cases).map(isOut))).every(Boolean);
    for (const deadline = Date.now() + REMOVAL_MS; !(await areOut()) && Date.now() < deadline; ) await pause(200);
    expect(await areOut()).toBe(true);
    expect(cases.disabled.client.socket.connected).toBe(false);
    expect(cases.expired.client.socket.connected).toBe(false);

    // Other customer numbers may keep them connected, but they get no messages or changes of these chats.
    const heardBefore = Object.values(cases).map(({ client }) => client.heard.length);
    await change(sql`update users set is_enabled = true where email = ${STAFF}`);
    for (const { chat } of Object.values(cases)) {
      expect((await call(joinDeskChat, STAFF, chat)).status).toBe(200);
      await say(STAFF, chat, 'late news');
    }
    await pause(300);
    expect(Object.values(cases).map(({ client }) => client.heard.length)).toEqual(heardBefore);
    await change(sql`update members set is_enabled = true, role_id = 5 where ${memberOf(FIELD)}`);
    await change(sql`update members set role_id = 4 where ${memberOf(MANAGER)}`);
  });
});

describe('a server that stops', () => {
  it('API-23 closes the connections, so that clients reconnect by themselves, and does not wait for them', async () => {
    const client = await connect(OWNER);
    const left = once(client.socket as never, 'disconnect');
    const startedAt = Date.now();
    await app.http.close();
    expect((await left)[0]).toMatch(/transport (close|error)/);
    // A moment on an idle machine. A client that is gone is noticed after more than forty seconds.
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  });
});
