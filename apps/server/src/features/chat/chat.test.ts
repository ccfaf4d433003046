import { randomUUID } from 'node:crypto';
import {
  type ChatMessage,
  type ChatSession,
  endChat,
  getChat,
  listChatMessages,
  listChats,
  markChatRead,
  sendChatMessage,
  startChat,
} from '@yardage/contract/chat';
import {
  type DeskChat,
  endDeskChat,
  getDeskChat,
  handBackDeskChat,
  joinDeskChat,
  listDeskChats,
  listWaitingChats,
  markDeskChatRead,
  sendDeskMessage,
} from '@yardage/contract/desk-chats';
import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { type InvoiceRow, listInvoices } from '@yardage/contract/invoices';
import { CHAT_CATEGORIES, SENDERS } from '@yardage/domain/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const MANAGER = 'manager@example.com';
const FIELD = 'field@example.com';
const STAFF = 'dispatcher@example.com';
const jobAddress = {
  street: '1210 Signal Mountain Rd',
  city: 'Chattanooga',
  state: 'TN',
  zip: '37405',
  latitude: 35.09,
  longitude: -85.33,
};

let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, FIELD)) as [TestCustomer];
  [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
  headers = { [HEADERS.globalCustomerNumber]: own.globalCustomerNumber };
});
afterAll(() => app?.close());

const call = (endpoint: Endpoint, as: string, sessionId?: string, body?: unknown, query = {}) =>
  app.call(endpoint, { as, headers: as === STAFF ? {} : headers, query, body, ...(sessionId ? { params: { sessionId } } : {}) });
const start = async (as = OWNER, body: object = {}) => {
  const answer = await call(startChat, as, undefined, { category: 1, context: { jobAddress }, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.session as ChatSession;
};
const messagesOf = async (sessionId: string, as = OWNER, after?: number) =>
  (await call(listChatMessages, as, sessionId, undefined, after === undefined ? {} : { after })).body as ChatMessage[];
const anyOf = (table: string, customerId: number) =>
  app.database.read<number>(
    'system',
    sql`select max(id) as answer from ${sql.identifier(table)} where customer_id = ${customerId}`,
  ) as Promise<number>;

describe('starting a chat', () => {
  it('API-18 CHT-08 CHT-20 returns session and context with every field, and a system message announces it', async () => {
    const answer = await call(startChat, OWNER, undefined, {
      category: CHAT_CATEGORIES.newOrder,
      context: { jobAddress, jobRequirement: 'Slab, 40 yards', customerNumber: own.customerNumber, dataSource: own.datasourceId },
      routingMode: 1,
      source: 'web',
    });
    expect(answer.status).toBe(200);
    const { session, context } = answer.body as { session: ChatSession; context: ChatSession['context'] };
    expect(session).toMatchObject({
      status: 1,
      customerName: own.companyName,
      customerNumber: own.customerNumber,
      customerGlobalNumber: own.globalCustomerNumber,
      context: { category: 1, jobAddress, jobRequirement: 'Slab, 40 yards', entityId: null },
      line: { name: 'started', values: [] },
      agentName: null,
      unreadCount: 0,
    });
    expect(context).toEqual(session.context);
    expect(session.messages).toHaveLength(1);
    expect(session.messages[0]).toMatchObject({ sequence: 1, type: 4, messageType: 4, senderType: SENDERS.system, isOwn: false });
    expect(session.message).toBe(session.messages[0]?.message);
    expect(session.timeStamp <= session.modifiedDate).toBe(true);
  });

  it('API-18 is the same chat for the same client key, however often it is sent, also at once', async () => {
    const clientSessionId = randomUUID();
    const sessions = await Promise.all([1, 2, 3].map(() => start(OWNER, { clientSessionId })));
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(await messagesOf(sessions[0]?.sessionId ?? '')).toHaveLength(1);
    expect((await start(MANAGER, { clientSessionId })).sessionId).not.toBe(sessions[0]?.sessionId);
  });

  it.each([
    ['order', CHAT_CATEGORIES.order, 'orders'],
    ['ticket', CHAT_CATEGORIES.ticket, 'tickets'],
  ])("API-18 CHT-20 about one's own %s is the open chat about it; a foreign one is not found", async (_name, category, table) => {
    const entityId = await anyOf(table, own.customerId);
    const [first, second] = await Promise.all([
      start(OWNER, { category, context: { entityId } }),
      start(OWNER, { category, context: { entityId } }),
    ]);
    expect(second.sessionId).toBe(first.sessionId);
    expect(first.context.entityNumber).toBeTruthy();
    await call(endChat, OWNER, first.sessionId);
    expect((await start(OWNER, { category, context: { entityId } })).sessionId).not.toBe(first.sessionId);
    const alien = { category, context: { entityId: await anyOf(table, foreign.customerId) } };
    expect((await call(startChat, OWNER, undefined, alien)).status).toBe(404);
  });

  it('API-18 CHT-14 requires a place for a new order, otherwise a record, and the selected customer', async () => {
    const refuse = async (body: object, as = OWNER) => (await call(startChat, as, undefined, body)).body;
    expect((await refuse({ category: 1, context: {} })).errors).toEqual({ 'context.jobAddress': ['Select a job address.'] });
    expect((await refuse({ category: 3, context: {} })).errors).toHaveProperty(['context.entityId']);
    expect((await refuse({ category: 5, context: {} })).errors).toHaveProperty('category');
    expect((await refuse({ category: 1, context: { jobAddress, customerNumber: foreign.customerNumber } })).code).toBe('customer-mismatch');
    expect((await refuse({ category: 3, context: { entityId: 'no number' } })).errors).toEqual({
      'context.entityId': ['Use a whole number.'],
    });
    // A whole number in another notation.
    expect((await refuse({ category: 3, context: { entityId: '1e15' } })).code).toBe('not-found');
  });

  it('API-18 about an invoice names it by its document number, the only one that the API shows', async () => {
    const place = { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber } };
    const [{ documentNumber }] = (await app.call(listInvoices, place)).body.items as [InvoiceRow];
    const about = (entityId: string | number) => ({ category: 2, context: { entityId } });
    expect((await call(startChat, FIELD, undefined, about(documentNumber))).body.code).toBe('permission-missing');
    const first = await start(OWNER, about(documentNumber));
    expect(first.context.entityNumber).toBe(documentNumber);
    expect((await start(OWNER, about(Number(documentNumber)))).sessionId).toBe(first.sessionId);
    const ids = await anyOf('invoices', own.customerId);
    expect((await call(startChat, OWNER, undefined, about(ids))).status).toBe(404);
  });
});

describe('messages', () => {
  it('API-19 CHT-10 CHT-11 CHT-12 are stored with sender and type from the session, whatever the body says', async () => {
    const { sessionId } = await start();
    const body = { sessionId, senderId: '3', message: '  <b>When</b> does the truck come?  ', type: 4 };
    const said = (await call(sendChatMessage, OWNER, sessionId, body)).body as ChatMessage;
    expect(said).toMatchObject({
      sessionId,
      sequence: 2,
      message: '<b>When</b> does the truck come?',
      type: 4,
      messageType: 4,
      senderType: SENDERS.customer,
      senderName: 'Marguerite Tarnwick',
      isOwn: true,
    });
    expect((await call(sendChatMessage, OWNER, sessionId, { ...body, type: 5 })).status).toBe(400);
    expect((await call(sendChatMessage, OWNER, sessionId, { message: ' \n ' })).status).toBe(400);
    expect((await call(sendChatMessage, OWNER, sessionId, { message: 'x'.repeat(4001) })).status).toBe(400);
  });

  it('API-19 API-22 CHT-27 sent again with the same key are the same message; sequences have no gap under load', async () => {
    const { sessionId } = await start();
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const sent = await Promise.all(
      [...keys, ...keys].map((clientMessageId) => call(sendChatMessage, OWNER, sessionId, { message: 'hello', clientMessageId })),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const stored = await messagesOf(sessionId);
    expect(stored.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(await messagesOf(sessionId, OWNER, 18)).toEqual(stored.slice(18));
    expect(await messagesOf(sessionId, OWNER, 2 ** 40)).toEqual([]);
    expect(stored.filter(({ clientMessageId }) => clientMessageId === keys[7])).toHaveLength(1);
  });

  it('API-20 CHT-09 cannot be added to an ended chat; ending it again changes nothing, and a late retry finds what was stored', async () => {
    const { sessionId } = await start();
    const clientMessageId = randomUUID();
    const first = await call(sendChatMessage, OWNER, sessionId, { message: 'one', clientMessageId });
    const ended = await call(endChat, OWNER, sessionId);
    expect(ended.body).toMatchObject({ sessionId, status: 3 });
    expect((await call(endChat, OWNER, sessionId)).body).toEqual(ended.body);
    const refused = await call(sendChatMessage, OWNER, sessionId, { message: 'two', clientMessageId: randomUUID() });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe('This chat has ended. Start a new one to write to dispatch.');
    expect((await call(sendChatMessage, OWNER, sessionId, { message: 'one', clientMessageId })).body).toEqual(first.body);
    expect((await messagesOf(sessionId)).map(({ senderType }) => senderType)).toEqual([1, 4, 1]);
  });
});

it('API-19 refuses a message whose body names another chat than its path, also at the desk', async () => {
  const [{ sessionId }, { sessionId: other }] = [await start(), await start(MANAGER)];
  await call(joinDeskChat, STAFF, sessionId);
  for (const [endpoint, as] of [[sendChatMessage, OWNER] as const, [sendDeskMessage, STAFF] as const]) {
    const refused = await call(endpoint, as, sessionId, { sessionId: other, message: 'For whom?' });
    expect([refused.status, refused.body.errors], endpoint.id).toEqual([400, { sessionId: [expect.any(String)] }]);
    const taken = await call(endpoint, as, sessionId, { sessionId: sessionId.toUpperCase(), message: 'For you' });
    expect(taken.status, taken.text).toBe(200);
  }
  expect((await messagesOf(sessionId)).filter(({ message }) => message === 'For whom?')).toEqual([]);
});

describe('the list', () => {
  const list = async (query: object, as = MANAGER) => (await call(listChats, as, undefined, undefined, query)).body;

  it('API-21 CHT-05 CHT-06 is paged by a cursor, last changed first, and filtered by status and search', async () => {
    const made: string[] = [];
    for (let count = 0; count < 23; count += 1) made.push((await start(MANAGER)).sessionId);
    await call(sendChatMessage, MANAGER, made[0], { message: 'Quixotic request' });
    await call(endChat, MANAGER, made[1]);
    const first = await list({ status: '', category: '1', customerNumber: own.customerNumber, datasourceId: own.datasourceId });
    expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    expect(first.items.slice(0, 2).map(({ sessionId }: ChatSession) => sessionId)).toEqual([made[1], made[0]]);
    const second = await list({ cursor: first.nextCursor });
    const seen = [...first.items, ...second.items].map(({ sessionId }: ChatSession) => sessionId);
    expect(new Set(seen).size).toBe(seen.length);
    expect(made.every((id) => seen.includes(id))).toBe(true);
    const ended = await list({ status: 'ended' });
    expect(ended.items.every(({ status }: ChatSession) => status === 3)).toBe(true);
    expect(ended.items.map(({ sessionId }: ChatSession) => sessionId)).toContain(made[1]);
    expect((await list({ search: 'quixotic' })).items.map(({ sessionId }: ChatSession) => sessionId)).toEqual([made[0]]);
    expect((await list({ search: 'signal mountain 37405', status: 'pending' })).items.length).toBeGreaterThan(5);
    expect((await list({ search: 'no such thing' })).items).toEqual([]);
    expect((await list({ cursor: 'bm9uc2Vuc2U' })).errors).toHaveProperty('cursor');
    expect((await list({ status: 'Pending' })).errors).toHaveProperty('status');
  });

  it("API-21 CHT-20 finds a chat by its title, in the user's language", async () => {
    const entityId = await anyOf('orders', own.customerId);
    const { sessionId, context } = await start(MANAGER, { category: CHAT_CATEGORIES.order, context: { entityId } });
    await call(sendChatMessage, MANAGER, sessionId, { message: 'Hello' });
    const found = async (search: string, language: string): Promise<boolean> => {
      const spoken = { ...headers, 'accept-language': language };
      const { items } = (await app.call(listChats, { as: MANAGER, headers: spoken, query: { search } })).body;
      return items.some((item: ChatSession) => item.sessionId === sessionId);
    };
    expect(await found(`Order ${context.entityNumber}`, 'en')).toBe(true);
    expect(await found(`pedido ${context.entityNumber}`, 'es')).toBe(true);
    expect(await found(`Ticket ${context.entityNumber}`, 'en')).toBe(false);
    expect(await found(`Order ${context.entityNumber}`, 'es')).toBe(false);
    const atDesk = (await call(listDeskChats, STAFF, undefined, undefined, { search: `Order ${context.entityNumber}` })).body.items;
    expect(atDesk.map((item: ChatSession) => item.sessionId)).toContain(sessionId);
  });

  it('API-21 API-22 PER-01 a chat belongs to its user: colleagues and other companies do not find it', async () => {
    const { sessionId } = await start(MANAGER);
    for (const endpoint of [getChat, listChatMessages, endChat, sendChatMessage, markChatRead]) {
      const body = { [sendChatMessage.id]: { message: 'hello' }, [markChatRead.id]: { sequence: 1 } }[endpoint.id];
      expect((await call(endpoint, OWNER, sessionId, body)).status, endpoint.id).toBe(404);
      const alien = { [HEADERS.globalCustomerNumber]: foreign.globalCustomerNumber };
      const answer = await app.call(endpoint, { as: 'other@example.com', headers: alien, params: { sessionId }, body });
      expect(answer.status, endpoint.id).toBe(404);
      expect((await call(endpoint, 'payables@example.com', sessionId, body)).status, endpoint.id).toBe(403);
    }
    expect((await list({}, OWNER)).items.map((item: ChatSession) => item.sessionId)).not.toContain(sessionId);
  });
});

describe('the desk', () => {
  it('CHT-09 joins, answers, hands back and ends; pending, active, ended', async () => {
    const entityId = await anyOf('tickets', own.customerId);
    const { sessionId } = await start(FIELD, { category: CHAT_CATEGORIES.ticket, context: { entityId, jobAddress } });
    expect((await call(sendDeskMessage, STAFF, sessionId, { message: 'Hi' })).body.detail).toBe('Join the chat before you answer.');
    await call(sendChatMessage, FIELD, sessionId, { message: 'Where is my truck?' });
    expect((await call(joinDeskChat, STAFF, sessionId)).body.status).toBe(2);
    expect((await call(joinDeskChat, STAFF, sessionId)).body.status).toBe(2);
    const answer = (await call(sendDeskMessage, STAFF, sessionId, { message: 'On its way.' })).body as ChatMessage;
    expect(answer).toMatchObject({ senderType: SENDERS.humanAgent, senderName: 'Renee Castleberry', isOwn: true });
    const chat = (await call(getDeskChat, STAFF, sessionId)).body;
    expect(chat).toMatchObject({ customerUserName: 'Travis Hollifield', customerUserEmail: FIELD, isMine: true, unreadCount: 1 });
    const labels = chat.facts.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Ticket', 'Order', 'Product', 'Delivery address']));
    expect(labels).not.toContain('Job address');
    expect((await call(getChat, FIELD, sessionId)).body).toMatchObject({ agentName: 'Renee Castleberry', status: 2, unreadCount: 1 });
    // As if it had begun three hours ago.
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `update chat_sessions set started_at = now() - interval '3 hours', pending_since = now() - interval '3 hours' where id = $1`,
        [sessionId],
      ),
    );
    const waiting = async () => {
      const { body } = await app.call(listWaitingChats, { as: STAFF });
      return (body as { sessionId: string; waitingSince: string }[]).find((chat) => chat.sessionId === sessionId);
    };
    expect(await waiting()).toBeUndefined();
    expect((await call(handBackDeskChat, STAFF, sessionId)).body.status).toBe(1);
    const handedBack = (await call(getDeskChat, STAFF, sessionId)).body as DeskChat;
    expect(Date.now() - Date.parse(handedBack.waitingSince)).toBeLessThan(60_000);
    expect(await waiting()).toEqual({ sessionId, waitingSince: handedBack.waitingSince });
    expect((await call(getChat, FIELD, sessionId)).body).toMatchObject({ agentName: null, status: 1 });
    expect((await call(endDeskChat, STAFF, sessionId)).body.status).toBe(3);
    expect((await call(joinDeskChat, STAFF, sessionId)).status).toBe(409);
    expect((await messagesOf(sessionId, FIELD)).map(({ senderType, line }) => line?.name ?? senderType)).toEqual([
      'startedAboutTicket',
      SENDERS.customer,
      'joined',
      SENDERS.humanAgent,
      'handedBack',
      'over',
    ]);
  });

  it('CHT-21 a customer who ends and a dispatcher who joins at the same moment leave an ended chat, in either order', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { sessionId } = await start();
      const calls = [() => call(endChat, OWNER, sessionId), () => call(joinDeskChat, STAFF, sessionId)];
      const [one, other] = await Promise.all((round % 2 ? calls : calls.toReversed()).map((run) => run()));
      const [ended, joined] = round % 2 ? [one, other] : [other, one];
      expect(ended?.body).toMatchObject({ status: 3 });
      const isJoined = joined?.status === 200;
      if (!isJoined) expect([joined?.status, joined?.body.detail]).toEqual([409, 'This chat has ended.']);
      const chat = (await call(getChat, OWNER, sessionId)).body as ChatSession;
      expect(chat).toMatchObject({ status: 3, agentName: isJoined ? 'Renee Castleberry' : null });
      const said = isJoined
        ? ['Chat started', 'Renee Castleberry joined', 'Marguerite Tarnwick ended']
        : ['Chat started', 'Marguerite Tarnwick ended'];
      expect(chat.messages.map(({ sequence }) => sequence)).toEqual(said.map((_, index) => index + 1));
      for (const [index, text] of said.entries()) expect(chat.messages[index]?.message).toContain(text);
      expect((await call(sendDeskMessage, STAFF, sessionId, { message: 'Hello?' })).status).toBe(409);
    }
  });

  it('CHT-29 reading only moves the mark forward, and the other side sees it', async () => {
    const { sessionId } = await start();
    await call(sendChatMessage, OWNER, sessionId, { message: 'one' });
    expect((await call(markDeskChatRead, STAFF, sessionId, { sequence: 2 ** 40 })).body).toEqual({ sequence: 2 });
    expect((await call(markDeskChatRead, STAFF, sessionId, { sequence: 1 })).body).toEqual({ sequence: 2 });
    expect((await call(getChat, OWNER, sessionId)).body).toMatchObject({ otherReadSequence: 2 });
    expect((await call(getDeskChat, STAFF, sessionId)).body).toMatchObject({ unreadCount: 0 });
  });

  it('CHT-09 lists pending chats first, then active, then ended ones, page by page, and finds a customer', async () => {
    const seen: ChatSession[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: ChatSession[]; nextCursor: string | null } = (
        await call(listDeskChats, STAFF, undefined, undefined, cursor ? { cursor } : {})
      ).body;
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    const ids = seen.map(({ sessionId }) => sessionId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(seen.map(({ status }) => status)).toEqual(seen.map(({ status }) => status).sort());
    const found = (await call(listDeskChats, STAFF, undefined, undefined, { search: own.companyName, status: 'pending' })).body.items;
    expect(found.length).toBeGreaterThan(0);
  });
});
