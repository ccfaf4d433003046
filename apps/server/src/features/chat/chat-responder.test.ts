import { setTimeout as pause } from 'node:timers/promises';
import { type ChatMessage, getChat, listChatMessages, sendChatMessage, startChat } from '@yardage/contract/chat';
import { joinDeskChat } from '@yardage/contract/desk-chats';
import type { Endpoint } from '@yardage/contract/endpoint';
import { HEADERS } from '@yardage/contract/headers';
import { SENDERS } from '@yardage/domain/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS } from '#server/features/areas';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import type { ChatFlow } from './chat-flow.service.ts';
import type { ResponderCall } from './chat-responder.ts';

const FIELD = 'field@example.com';
const STAFF = 'dispatcher@example.com';
const jobAddress = { street: '12 Dayton Pike', city: 'Hixson', state: 'TN', zip: '37343', latitude: null, longitude: null };

let app: TestApp;
let own: TestCustomer;
let chats: ChatFlow;
const calls: ResponderCall[] = [];

beforeAll(async () => {
  app = await openTestApp({
    hasJobs: true,
    areas: [
      ...AREAS,
      (_bind, services) => {
        chats = services.chats;
        chats.respondWith(async (call) => {
          calls.push(call);
          if (call.message === null) return { text: 'Hello.' };
          return call.message === 'silence'
            ? undefined
            : { html: '<p onclick="x()">Two &amp; <b>three</b><script>alert(1)</script></p><img src=x onerror=y>' };
        });
      },
    ],
  });
  [own] = (await customersOf(app.database, FIELD)) as [TestCustomer];
});
afterAll(() => app?.close());

const call = (endpoint: Endpoint, sessionId?: string, body?: unknown) =>
  app.call(endpoint, {
    as: FIELD,
    headers: { [HEADERS.globalCustomerNumber]: own.globalCustomerNumber },
    body,
    ...(sessionId ? { params: { sessionId } } : {}),
  });

async function agentMessages(sessionId: string, count: number): Promise<ChatMessage[]> {
  for (const deadline = Date.now() + 15_000; ; await pause(100)) {
    const all = (await call(listChatMessages, sessionId)).body as ChatMessage[];
    const found = all.filter(({ senderType }) => senderType === SENDERS.aiAgent);
    if (found.length >= count || Date.now() > deadline) return found;
  }
}

describe('a first responder', () => {
  it('CHT-11 CHT-12 greets, answers with sanitised html under the customer’s own permissions, and is silent once a person joined', async () => {
    const { sessionId } = (await call(startChat, undefined, { category: 1, context: { jobAddress } })).body.session;
    expect(await agentMessages(sessionId, 1)).toMatchObject([{ message: 'Hello.', type: 4, senderName: 'Assistant', isOwn: false }]);
    await call(sendChatMessage, sessionId, { message: 'How much?' });
    const [, answer] = await agentMessages(sessionId, 2);
    expect(answer).toMatchObject({ type: 5, message: '<p>Two &amp; <b>three</b></p>' });
    expect((await call(getChat, sessionId)).body).toMatchObject({ message: 'Two & three', unreadCount: 2, status: 1 });
    const asked = calls.filter((each) => each.sessionId === sessionId);
    expect(asked.map(({ message, replies }) => [message, replies])).toEqual([
      [null, 0],
      ['How much?', 1],
    ]);
    expect(asked[0]?.scope).toMatchObject({ customerId: own.customerId, customerNumber: own.customerNumber });
    expect(asked[0]?.scope.permissions.has('invoices.view')).toBe(false);
    expect(asked[0]?.caller.email).toBe(FIELD);

    expect((await app.call(joinDeskChat, { as: STAFF, params: { sessionId } })).status).toBe(200);
    await call(sendChatMessage, sessionId, { message: 'Anybody?' });
    expect(await chats.writeAgentMessage(sessionId, { text: 'too late' }, crypto.randomUUID())).toBe(false);
    await pause(1_500);
    expect(await agentMessages(sessionId, 2)).toHaveLength(2);
    expect(calls.filter((each) => each.sessionId === sessionId)).toHaveLength(2);
  });

  it('CHT-11 sends an answer once, however often the job is retried', async () => {
    const { sessionId } = (await call(startChat, undefined, { category: 1, context: { jobAddress } })).body.session;
    const key = crypto.randomUUID();
    expect(await chats.writeAgentMessage(sessionId, { text: 'once' }, key)).toBe(true);
    expect(await chats.writeAgentMessage(sessionId, { text: 'once' }, key)).toBe(false);
  });
});
