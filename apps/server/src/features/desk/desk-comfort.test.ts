import { addCannedReply, changeCannedReply, deleteCannedReply, listCannedReplies } from '@yardage/contract/canned-replies';
import { sendChatMessage } from '@yardage/contract/chat';
import { listDeskRegistrations, listDeskSupport } from '@yardage/contract/desk';
import {
  getDeskChat,
  handBackDeskChat,
  joinDeskChat,
  listColleagues,
  listDeskChats,
  markDeskChatRead,
  sendDeskMessage,
  transferDeskChat,
} from '@yardage/contract/desk-chats';
import { listDeskDisputes } from '@yardage/contract/desk-disputes';
import { listPaymentReviews } from '@yardage/contract/desk-payments';
import { declineRequest, getDeskRequest } from '@yardage/contract/desk-requests';
import { type DeskCounts, type DeskWaiting, getDeskCounts, getDeskWaiting } from '@yardage/contract/desk-waiting';
import type { Endpoint } from '@yardage/contract/endpoint';
import { SUPPORT_TABS } from '@yardage/contract/lists';
import { requestPour } from '@yardage/contract/order-requests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChat } from '#server/testing/prepare-chat';
import { pourBody } from '#server/testing/prepare-request';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const DISPATCHER = 'dispatcher@example.com';
const ADMINISTRATOR = 'desk@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

describe('the dispatch desk', () => {
  it('STF-09 passes a chat to a colleague, who answers from then on', async () => {
    const sessionId = await addChat(app.database, own.customerId, OWNER);
    const params = { sessionId };
    await app.call(joinDeskChat, { as: DISPATCHER, params });
    const colleagues = (await app.call(listColleagues, { as: DISPATCHER })).body as { userId: number; name: string }[];
    // Credit may not answer chats, and nobody passes a chat to themselves.
    expect(colleagues.map(({ name }) => name)).toEqual([expect.stringMatching(/\w/)]);
    const [colleague] = colleagues;
    const moved = await app.call(transferDeskChat, { as: DISPATCHER, params, body: { userId: colleague?.userId } });
    expect(moved.body).toMatchObject({ sessionId, status: 2 });
    const chat = (await app.call(getDeskChat, { as: ADMINISTRATOR, params })).body;
    expect(chat).toMatchObject({ isMine: true, agentName: colleague?.name });
    expect(chat.messages.at(-1).message).toMatch(/ passed the chat to /);
    const say = (as: string) => app.call(sendDeskMessage, { as, params, body: { message: 'We are on our way.' } });
    expect([(await say(DISPATCHER)).status, (await say(ADMINISTRATOR)).status]).toEqual([409, 200]);
    expect((await app.call(transferDeskChat, { as: DISPATCHER, params, body: { userId: 999_999 } })).status).toBe(409);
  });

  it('STF-09 CHT-09 ends a chat that nobody joins for three days or writes in for two weeks, says so in it, and lists the newest of many', async () => {
    const age = (sessionId: string, time: string) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update chat_sessions set modified_at = now() - $2::interval where id = $1', [sessionId, time]),
      );
    const [old, younger, joined, forgotten, last] = [
      await addChat(app.database, own.customerId, OWNER),
      await addChat(app.database, own.customerId, OWNER),
      await addChat(app.database, own.customerId, OWNER, { agent: DISPATCHER }),
      await addChat(app.database, own.customerId, OWNER, { agent: DISPATCHER }),
      await addChat(app.database, own.customerId, OWNER),
    ];
    for (const [sessionId, time] of [
      [old, '73 hours'],
      [younger, '71 hours'],
      [joined, '10 days'],
      [forgotten, '15 days'],
    ] as const)
      await age(sessionId, time);
    app.jobs.wake('end-silent-chats');
    const chatOf = async (sessionId: string) => (await app.call(getDeskChat, { as: DISPATCHER, params: { sessionId } })).body;
    await app.eventually('end-silent-chats', async () => expect((await chatOf(old)).status).toBe(3));
    expect((await chatOf(old)).messages.at(-1)).toMatchObject({ senderType: 1, message: expect.stringContaining('Nobody joined') });
    await app.eventually('end-silent-chats', async () => expect((await chatOf(forgotten)).status).toBe(3));
    expect((await chatOf(forgotten)).messages.at(-1)).toMatchObject({ senderType: 1, message: expect.stringContaining('for two weeks') });
    expect([(await chatOf(younger)).status, (await chatOf(joined)).status]).toEqual([1, 2]);

    await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into chat_sessions (customer_id, user_id, category, pending_since)
         select customer_id, user_id, 1, now() - interval '1 day' from chat_sessions, generate_series(1, 250) where id = $1`,
        [last],
      ),
    );
    const { chats } = (await app.call(getDeskWaiting, { as: DISPATCHER })).body as DeskWaiting;
    expect(chats).toHaveLength(200);
    expect(chats.map(({ sessionId }) => sessionId)).toContain(last);
    await app.database.transaction('system', ({ client }) =>
      client.query("update chat_sessions set status_id = 3 where pending_since < now() - interval '20 hours' and last_sequence = 0"),
    );
  });

  it('STF-09 REQ-05 shows a dispatcher what was passed to them, which customers wrote to them and how many requests wait', async () => {
    const look = async (as: string): Promise<DeskWaiting> => (await app.call(getDeskWaiting, { as })).body;
    const ownOf = async (as: string, sessionId: string) => (await look(as)).own.find((each) => each.sessionId === sessionId);
    const sessionId = await addChat(app.database, own.customerId, OWNER);
    const params = { sessionId };
    expect((await look(ADMINISTRATOR)).chats.map((each) => each.sessionId)).toContain(sessionId);
    await app.call(joinDeskChat, { as: DISPATCHER, params });
    expect((await ownOf(DISPATCHER, sessionId))?.isPassed).not.toBe(true);
    const read = async (as: string) =>
      app.call(markDeskChatRead, { as, params, body: { sequence: (await app.call(getDeskChat, { as, params })).body.messages.length } });
    await read(DISPATCHER);
    expect(await ownOf(DISPATCHER, sessionId)).toBeUndefined();
    const administrator = (await app.call(listColleagues, { as: DISPATCHER })).body[0] as { userId: number };
    await app.call(transferDeskChat, { as: DISPATCHER, params, body: { userId: administrator.userId } });
    expect([await ownOf(DISPATCHER, sessionId), await ownOf(ADMINISTRATOR, sessionId)]).toEqual([
      undefined,
      { sessionId, customerName: expect.any(String), isPassed: true, lastSequence: expect.any(Number) },
    ]);
    await read(ADMINISTRATOR);
    expect(await ownOf(ADMINISTRATOR, sessionId)).toBeUndefined();
    const said = { sessionId, type: 4, message: 'Are you there?' };
    const { sequence } = (
      await app.call(sendChatMessage, {
        as: OWNER,
        params: { globalCustomerNumber: own.globalCustomerNumber, sessionId },
        query: { customerNumber: own.customerNumber, datasourceId: own.datasourceId },
        body: said,
      })
    ).body;
    expect(await ownOf(ADMINISTRATOR, sessionId)).toMatchObject({ isPassed: false, lastSequence: sequence });
    // After it was handed back and joined again, it no longer counts as passed.
    await app.call(handBackDeskChat, { as: ADMINISTRATOR, params });
    await app.call(joinDeskChat, { as: ADMINISTRATOR, params });
    expect(await ownOf(ADMINISTRATOR, sessionId)).toMatchObject({ isPassed: false });

    const { requests: before } = await look(DISPATCHER);
    const { body: made } = await app.call(requestPour, {
      as: OWNER,
      params: { globalCustomerNumber: own.globalCustomerNumber },
      query: { customerNumber: own.customerNumber, datasourceId: own.datasourceId },
      body: await pourBody(app.database, own.customerId),
    });
    const id = made.id as number;
    const { requests: more } = await look(DISPATCHER);
    expect(more.count).toBe(before.count + 1);
    expect(more.lastStep).toBeGreaterThan(before.lastStep);
    const { version } = (await app.call(getDeskRequest, { as: DISPATCHER, params: { id } })).body;
    await app.call(declineRequest, { as: DISPATCHER, params: { id }, body: { version, reason: 'No trucks.' } });
    expect((await look(DISPATCHER)).requests.count).toBe(before.count);
    expect((await app.call(getDeskWaiting, { as: 'credit@example.com' })).status).toBe(403);
  });

  it('STF-09 counts what waits on the pages of registrations, support, disputes and payments, each for its staff only', async () => {
    const countsOf = async (as: string): Promise<DeskCounts> => (await app.call(getDeskCounts, { as })).body;
    const totalOf = async (list: Endpoint, query: Record<string, string> = {}) =>
      (await app.call(list, { as: ADMINISTRATOR, query: { pageSize: '1', ...query } })).body.totalCount as number;
    await app.database.transaction('system', async ({ client }) => {
      await client.query(
        `with made as (
           insert into disputes (customer_id, invoice_id, state, reason, amount_cents)
             select customer_id, id, case when id % 2 = 0 then 'open' else 'withdrawn' end, 'price', 100
             from invoices i where i.customer_id = $1 order by i.id desc limit 4
           returning id, customer_id)
         insert into dispute_entries (customer_id, dispute_id, kind, author_name, is_staff, message)
           select customer_id, id, 'opened', 'Vera Mason', false, 'Too dear.' from made`,
        [own.customerId],
      );
      await client.query(
        `with newest as (select id, customer_id from payments order by id desc limit 3)
         insert into payment_reviews (customer_id, payment_id, reason, done_at)
           select customer_id, id, 'refunded', case when id = (select max(id) from newest) then now() end from newest`,
      );
    });
    const all = {
      registrations: await totalOf(listDeskRegistrations),
      support: await totalOf(listDeskSupport, { status: SUPPORT_TABS.Open }),
      disputes: await totalOf(listDeskDisputes, { view: 'to-answer' }),
      payments: await totalOf(listPaymentReviews, { state: 'open' }),
    };
    expect(Math.min(...Object.values(all))).toBeGreaterThan(0);
    expect(await countsOf(ADMINISTRATOR)).toEqual(all);
    expect(await countsOf('credit@example.com')).toEqual(all);
    expect(await countsOf(DISPATCHER)).toEqual({ ...all, disputes: 0, payments: 0 });
    expect((await app.call(getDeskCounts, { as: OWNER })).status).toBe(403);
  });

  it("STF-09 lists a dispatcher's own chats", async () => {
    const mine = await addChat(app.database, own.customerId, OWNER, { agent: DISPATCHER });
    const other = await addChat(app.database, own.customerId, OWNER, { agent: ADMINISTRATOR });
    const list = async (query: Record<string, string>) =>
      ((await app.call(listDeskChats, { as: DISPATCHER, query })).body.items as { sessionId: string }[]).map(({ sessionId }) => sessionId);
    const shown = await list({ isMine: 'true' });
    expect(shown).toContain(mine);
    expect(shown).not.toContain(other);
    expect(await list({})).toEqual(expect.arrayContaining([mine, other]));
  });

  it('STF-09 has canned replies for each data source, kept by Administrators', async () => {
    const body = { dataSource: 'CONE', title: 'On our way', message: 'Your truck left the plant.' };
    expect((await app.call(addCannedReply, { as: DISPATCHER, body })).status).toBe(403);
    expect((await app.call(addCannedReply, { as: ADMINISTRATOR, body: { ...body, dataSource: 'NONE' } })).body.errors).toHaveProperty(
      'dataSource',
    );
    const replies = async () => (await app.call(listCannedReplies, { as: DISPATCHER })).body.items;
    const before = await replies();
    const { id } = (await app.call(addCannedReply, { as: ADMINISTRATOR, body })).body;
    await app.call(changeCannedReply, { as: ADMINISTRATOR, params: { id }, body: { title: 'Left', message: 'It left.' } });
    expect((await replies()).find((reply: { id: number }) => reply.id === id)).toMatchObject({
      dataSource: 'CONE',
      title: 'Left',
      message: 'It left.',
    });
    await app.call(deleteCannedReply, { as: ADMINISTRATOR, params: { id } });
    expect(await replies()).toEqual(before);
  });
});
