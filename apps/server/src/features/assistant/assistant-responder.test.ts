import { type ChatMessage, type ChatSession, listChatMessages, sendChatMessage, startChat } from '@yardage/contract/chat';
import { joinDeskChat } from '@yardage/contract/desk-chats';
import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { CHAT_CATEGORIES, SENDERS } from '@yardage/domain/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const FIELD = 'field@example.com';
const STAFF = 'dispatcher@example.com';
const PATIENTLY = { timeout: 20_000, interval: 100 };
let app: TestApp;
let own: TestCustomer;
let order: { id: number; number: string; job: string };

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true, environment: { ASSISTANT_IN_CHATS: 'on' } });
  [own] = (await customersOf(app.database, FIELD)) as [TestCustomer];
  order = (await app.database.read(
    'system',
    sql`select json_build_object('id', id, 'number', order_number, 'job', job) as answer from orders where customer_id = ${own.customerId} order by id desc limit 1`,
  )) as typeof order;
  // Dispatch systems use numbers again, so there is a newer order with this one's.
  await app.database.transaction('system', ({ client }) =>
    client.query(
      `update orders set order_number = $2, starts_at = now() + interval '60 days' where id =
         (select max(id) from orders where customer_id = $1 and job <> $3)`,
      [own.customerId, order.number, order.job],
    ),
  );
});
afterAll(() => app?.close());

const call = (endpoint: Endpoint, as: string, sessionId?: string, body?: unknown) =>
  app.call(endpoint, {
    as,
    headers: as === STAFF ? {} : { [HEADERS.globalCustomerNumber]: own.globalCustomerNumber },
    body,
    ...(sessionId ? { params: { sessionId } } : {}),
  });

/** Returns the assistant's messages in a chat so far. */
async function saidIn(sessionId: string): Promise<string[]> {
  const messages = (await call(listChatMessages, FIELD, sessionId)).body as ChatMessage[];
  return messages.filter(({ senderType }) => senderType === SENDERS.aiAgent).map(({ message }) => message);
}

/** Waits until no responder job is queued or running. */
const settled = () =>
  expect
    .poll(
      () =>
        app.database.engine.pool
          .query(`select from pgboss.job where name = 'chat-respond' and state in ('created', 'retry', 'active')`)
          .then(({ rows }) => rows.length),
      PATIENTLY,
    )
    .toBe(0);

async function say(sessionId: string, message: string): Promise<void> {
  expect((await call(sendChatMessage, FIELD, sessionId, { message })).status).toBe(200);
  await settled();
}

describe('the assistant in a chat that waits for a dispatcher', () => {
  it('CHT-11 CHT-19 AST-04 greets, knows the order at hand from another with its number, tells a Field member no amounts, hands over on request and is silent then', async () => {
    const answer = await call(startChat, FIELD, undefined, { category: CHAT_CATEGORIES.order, context: { entityId: order.id } });
    const { sessionId } = answer.body.session as ChatSession;
    await settled();
    const [hello, ...rest] = await saidIn(sessionId);
    expect(rest).toEqual([]);
    expect(hello).toMatch(/^Hello \w+, I am the portal’s assistant\. A dispatcher will join you shortly\./);
    expect(hello).toContain(`Order ${order.number} for ${order.job}`);

    await say(sessionId, 'when does the truck arrive?');
    expect((await saidIn(sessionId)).at(-1)).toContain(`Order ${order.number} for ${order.job}`);
    await say(sessionId, 'what do we owe you? and is the last invoice paid?');
    expect((await saidIn(sessionId)).at(-1)).toMatch(/^<p>You do not have permission to see (invoices|the account balance)\.<\/p>$/);
    expect((await saidIn(sessionId)).join()).not.toMatch(/\$\d/);
    await say(sessionId, 'Please add two yards to the slab');
    await say(sessionId, 'and bring a hose');
    expect(await saidIn(sessionId), 'said once, not under every line').toHaveLength(4);

    await say(sessionId, 'I want to talk to a person');
    expect((await saidIn(sessionId)).at(-1)).toMatch(/^I will leave this to a person/);
    await say(sessionId, 'where are my trucks');
    expect(await saidIn(sessionId), 'nothing after it stepped back').toHaveLength(5);
  });

  it('CHT-09 is silent once a dispatcher has joined', async () => {
    const jobAddress = { street: '12 Dayton Pike', city: 'Hixson', state: 'TN', zip: '37343', latitude: null, longitude: null };
    const answer = await call(startChat, FIELD, undefined, { category: CHAT_CATEGORIES.newOrder, context: { jobAddress } });
    const { sessionId } = answer.body.session as ChatSession;
    await settled();
    expect(await saidIn(sessionId)).toHaveLength(1);
    expect((await call(joinDeskChat, STAFF, sessionId)).status).toBe(200);
    await say(sessionId, 'where are my trucks');
    expect(await saidIn(sessionId)).toHaveLength(1);
  });
});
