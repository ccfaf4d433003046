import { randomUUID } from 'node:crypto';
import {
  confirmRequest,
  declineRequest,
  getDeskRequest,
  listDeskRequests,
  proposeRequest,
  saveRequestRules,
} from '@yardage/contract/desk-requests';
import { listEvents } from '@yardage/contract/events';
import {
  answerProposal,
  getRequest,
  getRequestOptions,
  listRequests,
  type RequestDetail,
  type RequestOptions,
  requestPour,
  withdrawRequest,
} from '@yardage/contract/order-requests';
import { getOrder } from '@yardage/contract/orders';
import { addDays, momentAt } from '@yardage/domain/dates';
import { DEFAULT_REQUEST_RULES } from '@yardage/domain/request-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import type { AreaServices } from '#server/features/area';
import { MailService } from '#server/features/mail/mail.service';
import type { DueMail } from '#server/features/mail/mail-queue.queries';
import { addRequest, dayForPour, pourBody } from '#server/testing/prepare-request';
import { customersOf, foreignCustomersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { requestFlow } from './request-flow.service.ts';
import { declareAnswerMails } from './request-mails.ts';

const FIELD = 'field@example.com';
const OWNER = 'owner@example.com';
const STAFF = 'dispatcher@example.com';
const OTHER_STAFF = 'desk@example.com';
let app: TestApp;
let own: TestCustomer;
let params: { globalCustomerNumber: string };

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, FIELD)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
});
afterAll(() => app?.close());

const pour = async (changes: object = {}, as = FIELD) =>
  app.call(requestPour, { as, params, body: { ...(await pourBody(app.database, own.customerId)), ...changes } });
const made = async (changes: object = {}): Promise<RequestDetail> => {
  const { status, body } = await pour(changes);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const find = async (id: number): Promise<RequestDetail> =>
  (await app.call(getRequest, { as: FIELD, params: { ...params, requestId: id } })).body;
const confirm = (id: number, version = 1, as = STAFF, headers = {}) =>
  app.call(confirmRequest, { as, params: { id }, body: { version }, headers });
const decline = (id: number, version = 1, as = STAFF) =>
  app.call(declineRequest, { as, params: { id }, body: { version, reason: 'No trucks.' } });
const withdraw = (id: number) => app.call(withdrawRequest, { as: FIELD, params: { ...params, requestId: id }, body: {} });
const ordersOf = (number: string) =>
  app.database.read<number>('system', sql`select count(*)::int as answer from orders where alt_key = ${number}`);
const steps = ({ events }: RequestDetail) => events.map(({ action }) => action);

describe('requesting a pour', () => {
  it('REQ-01 offers the jobs, mixes and usual start of the customer, without any price', async () => {
    const { status, body, text } = await app.call(getRequestOptions, { as: FIELD, params });
    expect(status).toBe(200);
    expect(body.jobs.length).toBeGreaterThan(0);
    expect(body.mixes.length).toBeGreaterThan(0);
    expect(body.materials).toMatchObject([{ orderType: 1, usualStart: expect.stringMatching(/^\d\d:\d\d$/) }]);
    expect(text).not.toMatch(/price|amount|cents/i);
    const known = await app.database.read<number[]>(
      'system',
      sql`select json_agg(distinct product_id) as answer from (select o.product_id from orders o where o.customer_id = ${own.customerId} union all
          select qp.product_id from quote_products qp join quotes q on q.id = qp.quote_id where q.customer_id = ${own.customerId} and q.is_active) as own`,
    );
    for (const { productId } of body.mixes) expect(known).toContain(productId);
  });

  it('REQ-04 offers the product of an order or request that is repeated, however old, with all that its request asked for', async () => {
    const asked = { holdQuantity: 5, slump: '6', admixtures: 'Retarder', notes: 'Gate 2', contactName: 'Luis', yardsPerHour: 40 };
    const { id } = await made({ ...asked, placement: 'pump' });
    await confirm(id);
    const { orderId, productId } = await find(id);
    const again = async (query: Record<string, number>) => (await app.call(getRequestOptions, { as: FIELD, params, query })).body;
    expect((await again({ order: orderId ?? 0 })).repeated).toMatchObject({ ...asked, productId, placement: 'pump', isPickedUp: false });
    const { rows } = await app.database.transaction('system', ({ orm }) =>
      orm.execute<{
        product_id: string;
      }>(sql`with made as (insert into products (data_source_id, number, description, order_type, unit_of_measure)
            values (${own.datasourceId}, '5000OLD', 'OF BEFORE', 1, 'CY') returning id)
          insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, plant_id, product_id, quantity_ordered, load_count,
            job, job_address1, usage, slump, alt_key)
          select o.customer_id, 'OLD-1', 1, 2, now() - interval '14 months', current_date - 425, o.plant_id, made.id, 60, 6, o.job, o.job_address1, 'Pump',
            '7', 'OLD-1' from orders o, made where o.id = ${orderId} returning product_id`),
    );
    const old = Number(rows[0]?.product_id);
    const order = await app.database.read<number>('system', sql`select id as answer from orders where order_number = 'OLD-1'`);
    const offered = ({ mixes }: { mixes: { productId: number }[] }) => mixes.some((each) => each.productId === old);
    expect(offered(await again({}))).toBe(false);
    const options = await again({ order: order ?? 0 });
    expect([offered(options), options.repeated]).toMatchObject([true, { productId: old, placement: 'pump', isPickedUp: true, slump: '7' }]);
    const repeatedRequest = await made({ productId: old });
    expect(offered(await again({ request: repeatedRequest.id }))).toBe(true);
    const theirs = await app.database.read<number>(
      'system',
      sql`select max(id)::int as answer from orders where customer_id <> ${own.customerId}`,
    );
    expect((await again({ order: theirs ?? 0 })).repeated).toBeNull();
  });

  it('REQ-01 is stored in the time zone of the data source, with the job and the loads, and written to the event feed', async () => {
    const day = dayForPour();
    const request = await made({ day, startTime: '07:30', quantity: 42, yardsPerHour: 40, holdQuantity: 5, notes: 'Gate 2' });
    expect(request).toMatchObject({
      state: 'requested',
      quantity: 42,
      loadCount: 5,
      intervalMinutes: 15,
      placement: 'pump',
      orderId: null,
    });
    const zone = await app.database.read<string>(
      'system',
      sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`,
    );
    expect(request.startsAt).toBe(
      momentAt(day, '07:30', zone ?? '')
        .toISOString()
        .replace('.000', ''),
    );
    const { body } = await app.call(listEvents, { as: SERVICE, query: { types: 'order.requested', limit: 500 } });
    expect(body.events.at(-1)).toMatchObject({ customerNumber: own.customerNumber, data: { requestNumber: request.number, quantity: 42 } });
  });

  it('REQ-01 refuses what the rules of the data source forbid, by field', async () => {
    const errors = async (changes: object) => Object.keys((await pour(changes)).body.errors ?? {});
    expect(await errors({ day: '2026-01-05' })).toEqual(['day']);
    expect(await errors({ startTime: '03:00' })).toEqual(['startTime']);
    expect(await errors({ quantity: 0.25 })).toEqual(['quantity']);
    expect(await errors({ intervalMinutes: 10, yardsPerHour: 30 })).toEqual(['yardsPerHour']);
    expect(await errors({ productId: 999_999 })).toEqual(['productId']);
    expect(await errors({ jobOrderId: 999_999_999 })).toEqual(['jobOrderId']);
    expect(await errors({ jobOrderId: null })).toEqual(['jobName', 'jobAddress1']);
    const theirs = await app.database.read('system', sql`select max(id)::int as answer from orders where customer_id <> ${own.customerId}`);
    expect(await errors({ jobOrderId: theirs })).toEqual(['jobOrderId']);
    const other = await made({ jobOrderId: null, jobName: 'New slab', jobAddress1: '1 Mill St', jobAddress2: 'Hixson, TN 37343' });
    expect(other).toMatchObject({ job: 'New slab', jobAddress: '1 Mill St, Hixson, TN 37343' });
  });

  it('REQ-01 refuses to hold more than is ordered', async () => {
    const { status, body } = await pour({ quantity: 24, holdQuantity: 24.25 });
    expect([status, body.errors]).toEqual([400, { holdQuantity: ['Enter 24 CY at most.'] }]);
    expect((await pour({ quantity: 24, holdQuantity: 24 })).status).toBe(200);
  });

  it('REQ-01 says that the quote is not valid on the day, and not that the product is unknown', async () => {
    const { mixes } = (await app.call(getRequestOptions, { as: FIELD, params })).body as RequestOptions;
    const { quoteId, productId } = mixes.find((mix) => mix.quoteId !== null) ?? expect.fail('no quote is valid');
    const { rows } = await app.database.transaction('system', ({ client }) =>
      client.query('select termination_date::text as day from quotes where id = $1', [quoteId]),
    );
    const end = (day: string | null) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update quotes set termination_date = $2::date where id = $1', [quoteId, day]),
      );
    await end(addDays(dayForPour(), -1));
    const { status, body } = await pour({ productId, quoteId });
    await end(dayForPour());
    const lastDay = await pour({ productId, quoteId });
    await end(rows[0]?.day ?? null);
    expect([status, body.errors]).toEqual([400, { quoteId: [expect.stringContaining('not valid on this day')] }]);
    expect(lastDay.status, JSON.stringify(lastDay.body)).toBe(200);
    const foreign = await app.database.read(
      'system',
      sql`select max(id)::int as answer from quotes where customer_id <> ${own.customerId}`,
    );
    expect(Object.keys((await pour({ productId, quoteId: foreign })).body.errors ?? {})).toEqual(['productId']);
  });

  it('REQ-01 rules that staff change at the desk apply at once', async () => {
    const save = (rules: object) =>
      app.call(saveRequestRules, {
        as: STAFF,
        body: { dataSource: own.dataset, orderType: 1, rules: { ...DEFAULT_REQUEST_RULES, ...rules } },
      });
    expect((await save({ minimumLoad: 30 })).status).toBe(200);
    expect((await pour()).body.errors.quantity[0]).toContain('30 CY');
    expect((await save({ opensAt: '12:00', closesAt: '08:00' })).status).toBe(400);
    await save({});
    expect((await pour()).status).toBe(200);
  });

  it('REQ-04 sent three times at once, and once more after it was answered, is one request', async () => {
    const body = await pourBody(app.database, own.customerId);
    const send = () => app.call(requestPour, { as: FIELD, params, body });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    const { id, number } = answers[0].body;
    await confirm(id);
    const late = await send();
    expect([late.body.id, late.body.state]).toEqual([id, 'confirmed']);
    expect(await ordersOf(number)).toBe(1);
    expect(steps(late.body)).toEqual(['request', 'confirm']);
  });
});

describe('answering a request', () => {
  it('REQ-02 REQ-05 one click makes the order, which the customer finds with its origin', async () => {
    const request = await made({ holdQuantity: 5, admixtures: 'Fiber', notes: 'Gate 2', poNumber: 'PO-7', slump: '5"' });
    // All users read the texts of an order, so they are in English and not in the language of the user who confirms.
    const { status, body } = await confirm(request.id, 1, STAFF, { 'accept-language': 'es' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'confirmed', orderNumber: request.number, customerName: expect.any(String) });
    const order = (await app.call(getOrder, { as: FIELD, params: { ...params, orderId: body.orderId } })).body;
    expect(order).toMatchObject({
      orderNumber: request.number,
      qtyOrdered: 24,
      loadCount: 3,
      poNumber: 'PO-7',
      orderStatusId: 1,
      date: request.startsAt,
    });
    const texts = await app.database.read(
      'system',
      sql`select directions || '/' || usage || '/' || slump as answer from orders where id = ${body.orderId}`,
    );
    expect(texts).toBe('Gate 2\nHold 5 CY until called.\nAdmixtures: Fiber/Pump/5"');
  });

  it('REQ-02 a proposal is accepted or refused in the version that the customer has seen', async () => {
    const { id } = await made({ holdQuantity: 24 });
    const { plantId } = (await app.call(getDeskRequest, { as: STAFF, params: { id } })).body;
    const propose = (version: number, startTime: string) =>
      app.call(proposeRequest, {
        as: STAFF,
        params: { id },
        body: { version, plantId, day: dayForPour(), startTime, quantity: 20, intervalMinutes: 20, note: 'The pump is taken until ten.' },
      });
    const answer = (version: number, isAccepted: boolean) =>
      app.call(answerProposal, { as: FIELD, params: { ...params, requestId: id }, body: { version, isAccepted } });
    expect((await answer(1, true)).status).toBe(409);
    const first = { state: 'proposed', version: 2, quantity: 24, proposedPlantId: plantId, proposal: { quantity: 20 } };
    expect((await propose(1, '10:30')).body).toMatchObject(first);
    // The start that was asked for passes while the customer thinks.
    await app.database.transaction('system', ({ client }) =>
      client.query("update order_requests set starts_at = now() - interval '5 minutes' where id = $1", [id]),
    );
    // Confirming it as it was made would make an order in the past.
    expect((await confirm(id, 2)).body.detail).toContain('start has passed');
    expect((await answer(2, false)).body).toMatchObject({ state: 'requested', proposal: null });
    expect((await confirm(id, 3)).status).toBe(409);
    expect((await propose(3, '11:00')).body).toMatchObject({ state: 'proposed' });
    expect((await propose(4, '11:30')).status).toBe(200);
    expect((await answer(4, true)).status).toBe(409);
    const { body } = await answer(5, true);
    // No more can be held back than is delivered.
    expect(body).toMatchObject({ state: 'confirmed', quantity: 20, intervalMinutes: 20, holdQuantity: 20 });
    expect(steps(body)).toEqual(['request', 'propose', 'refuse', 'propose', 'propose', 'accept']);
    const order = (await app.call(getOrder, { as: FIELD, params: { ...params, orderId: body.orderId } })).body;
    expect([order.date, order.qtyOrdered, order.interval]).toEqual([body.startsAt, 20, 20]);
  });

  it('REQ-02 two dispatchers, a withdrawal and a refusal at the same moment leave one end, which both sides see', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, number } = await made();
      const answers = await Promise.all([confirm(id), confirm(id, 1, OTHER_STAFF), withdraw(id), decline(id, 1, OTHER_STAFF), confirm(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      const end = await find(id);
      const winner = answers.find(({ status }) => status === 200);
      expect([end.state, end.version]).toEqual([winner?.body.state, 2]);
      expect((await app.call(getDeskRequest, { as: STAFF, params: { id } })).body).toMatchObject({
        state: end.state,
        orderId: end.orderId,
      });
      expect(await ordersOf(number)).toBe(end.state === 'confirmed' ? 1 : 0);
      expect(end.events).toHaveLength(2);
    }
  });

  it('REQ-02 expires at its start without an answer, and can then not be confirmed', async () => {
    const id = await addRequest(app.database, own.customerId, { startsInDays: -1 });
    expect((await confirm(id)).status).toBe(409);
    const announced: unknown[] = [];
    await requestFlow({ database: app.database, records: { announceRecords: (changes) => announced.push(...changes) } }).expireDue();
    expect(await find(id)).toMatchObject({ state: 'expired', version: 2 });
    expect(announced).toContainEqual(expect.objectContaining({ resource: 'requests', ids: [id] }));
    expect((await withdraw(id)).status).toBe(409);
  });

  it('REQ-02 mails to whoever asked what dispatch proposed, declined, confirmed or left unanswered, but not what the customer did', async () => {
    const mail = new MailService(app.database);
    const branding = { current: async () => ({ platformName: 'Yardage' }) } as AreaServices['branding'];
    declareAnswerMails({ database: app.database, mail, branding, publicUrl: 'https://portal.test' });
    const told = async ({ number }: RequestDetail) => {
      const due = await app.database.read<DueMail[]>(
        'system',
        sql`select coalesce(json_agg(json_build_object('documentKind', document_kind, 'documentReference', document_reference, 'recipientCodes', json_build_array('orders.request'),
            'to', to_addresses)), '[]') as answer from outgoing_mails where subject = ${`Answer to request ${number}`}`,
      );
      const written = await Promise.all((due ?? []).map((each) => mail.content(each)));
      return written.map((each) => `${each?.subject}\n${each?.text}`);
    };
    const plantId = (await made()).plantId;
    const [proposed, declined, confirmed, withdrawn, late] = [await made(), await made(), await made(), await made(), await made()];
    const proposal = { version: 1, plantId, day: dayForPour(), startTime: '10:00', quantity: 20, note: 'The pump comes at ten.' };
    expect((await app.call(proposeRequest, { as: STAFF, params: { id: proposed.id }, body: proposal })).status).toBe(200);
    await Promise.all([decline(declined.id), confirm(confirmed.id), withdraw(withdrawn.id)]);
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update order_requests set expires_at = now() where id = ${late.id}`),
    );
    await requestFlow({ database: app.database, records: { announceRecords: () => {} } }).expireDue();
    expect(await told(proposed)).toEqual([
      expect.stringMatching(/10:00.*20 CY.*accept or refuse.*The pump comes at ten\..*requests\?request=/s),
    ]);
    expect(await told(declined)).toEqual([expect.stringMatching(/was declined.*No trucks\./s)]);
    expect(await told(confirmed)).toEqual([expect.stringContaining('is confirmed')]);
    expect(await told(late)).toEqual([expect.stringMatching(/expired without an answer.*Nothing is delivered/s)]);
    expect(await told(withdrawn)).toEqual([]);
  });

  it('REQ-02 is out of reach of another customer and of roles without the permission', async () => {
    const { id } = await made();
    const [foreign] = await foreignCustomersOf(app.database, FIELD);
    const theirs = await addRequest(app.database, foreign?.customerId ?? 0);
    expect((await app.call(getRequest, { as: FIELD, params: { ...params, requestId: theirs } })).status).toBe(404);
    expect((await withdraw(theirs)).status).toBe(404);
    expect((await app.call(getRequest, { as: 'viewer@example.com', params: { ...params, requestId: id } })).status).toBe(403);
    expect((await confirm(id, 1, OWNER)).status).toBe(403);
    const listed = (await app.call(listRequests, { as: FIELD, params, query: { state: 'open', pageSize: 100 } })).body.items;
    const listedIds = listed.map((row: { id: number }) => row.id);
    expect(listedIds).toContain(id);
    expect(listedIds).not.toContain(theirs);
    const desk = (await app.call(listDeskRequests, { as: STAFF, query: { state: 'open', sortBy: 'startsAt', sortDesc: false } })).body;
    expect(desk.items.map((row: { id: number }) => row.id)).toEqual(expect.arrayContaining([id, theirs]));
  });

  it('REQ-04 two users may use the same key', async () => {
    const requestKey = randomUUID();
    const first = await made({ requestKey });
    const second = await pour({ requestKey }, OWNER);
    expect([second.status, second.body.id === first.id]).toEqual([200, false]);
  });
});
