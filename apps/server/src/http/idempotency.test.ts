import { addToCart, type Cart, getCart, removeFromCart } from '@yardage/contract/carts';
import { sendChatMessage } from '@yardage/contract/chat';
import { type DeskRegistrationRow, decideDeskRegistration, listDeskRegistrations } from '@yardage/contract/desk';
import { HEADERS } from '@yardage/contract/headers';
import { addMember } from '@yardage/contract/members';
import { listOrders, sendOrderEmail } from '@yardage/contract/orders';
import { initiatePayment } from '@yardage/contract/payments';
import { register } from '@yardage/contract/registration';
import { createServiceKey } from '@yardage/contract/service-keys';
import { createSupportTicket } from '@yardage/contract/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { forgetOldWrites } from './idempotency.queries.ts';

const OWNER = 'owner@example.com';
const ADMINISTRATOR = 'administrator@example.com';
const STAFF = 'dispatcher@example.com';
let app: TestApp;
let own: TestCustomer;
let params: { globalCustomerNumber: string };
let query: Record<string, string | number>;
let headers: Record<string, string>;
let made = 0;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, ADMINISTRATOR)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
  query = { customerNumber: own.customerNumber, datasourceId: own.datasourceId, globalCustomerNumber: own.globalCustomerNumber };
});
afterAll(() => app?.close());
beforeEach(() => {
  made += 1;
  headers = { [HEADERS.idempotencyKey]: `attempt-of-a-test-${made}` };
});

const count = (from: ReturnType<typeof sql>) =>
  app.database.read<string>('system', sql`select count(*) as answer from ${from}`).then(Number);
const run = (statement: ReturnType<typeof sql>) => app.database.transaction('system', ({ orm }) => orm.execute(statement));
const person = { firstName: 'Rae', lastName: 'Novak', address: '1 Main St', city: 'Hixson', stateId: 43, zip: '37343' };
const invite = (email: string, more: object = {}, as = OWNER) =>
  app.call(addMember, { as, query, headers, body: { ...person, phone: '423-555-0133', email, roleId: 6, ...more } });

describe('a write that is sent again with the same idempotency key', () => {
  it('MAIL-09 queues a mail once, however much later the retry comes', async () => {
    const [order] = (await app.call(listOrders, { as: OWNER, params, query })).body.items as { id: number }[];
    const call = { as: OWNER, params: { ...params, orderId: order?.id ?? 0 }, headers, body: { email: OWNER, message: 'Attached.' } };
    const first = await app.call(sendOrderEmail, call);
    expect(first.status).toBe(200);
    const before = await count(sql`outgoing_mails`);
    await run(sql`update outgoing_mails set created_at = created_at - interval '1 hour'`);
    const second = await app.call(sendOrderEmail, call);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await count(sql`outgoing_mails`)).toBe(before);
    await app.call(sendOrderEmail, { ...call, headers: { [HEADERS.idempotencyKey]: 'another-attempt' } });
    expect(await count(sql`outgoing_mails`)).toBe(before + 1);
  });

  it('FED-01 does not store a response that shows a secret', async () => {
    const answer = await app.call(createServiceKey, { as: 'desk@example.com', headers, body: { name: 'dispatch', scopes: ['*'] } });
    expect(answer.status).toBe(200);
    const kept = await count(sql`idempotency_keys where idempotency_keys::text like ${`%${answer.body.secret}%`}`);
    expect([answer.body.secret.length > 20, kept]).toEqual([true, 0]);
  });

  it('USR-16 invites a member once, and responds to both', async () => {
    const [first, second] = [await invite('rae-once@example.com'), await invite('rae-once@example.com')];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(await count(sql`outgoing_mails where to_addresses[1] = 'rae-once@example.com'`)).toBe(1);
  });

  it('USR-16 invites a member once although both arrive at the same time', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map(() => invite('rae-together@example.com')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await count(sql`members where email = 'rae-together@example.com'`)).toBe(1);
  });

  it('SUP-08 stores a support request with its pictures once', async () => {
    const body = { title: 'Twice', description: 'It happened twice.', category: 3, type: 2 };
    const send = () => app.call(createSupportTicket, { as: OWNER, params, headers, body });
    const first = await send();
    await run(sql`update support_tickets set created_at = created_at - interval '1 hour' where title = 'Twice'`);
    expect((await send()).body).toEqual(first.body);
    expect(await count(sql`support_tickets where title = 'Twice'`)).toBe(1);
  });

  it('REG-20 USR-18 takes a registration and the decision about it once', async () => {
    const body = {
      ...person,
      email: 'once@example.com',
      confirmEmail: 'once@example.com',
      phoneNumber: '4235550133',
      companyName: 'Once and Sons',
      customerNumber: 'no-such-number',
    };
    const answers = [await app.call(register, { headers, body }), await app.call(register, { headers, body })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await count(sql`outgoing_mails where to_addresses[1] = 'once@example.com'`)).toBe(1);
    const { items } = (await app.call(listDeskRegistrations, { as: STAFF, query: { search: 'once@example.com' } })).body as {
      items: DeskRegistrationRow[];
    };
    const decide = () => app.call(decideDeskRegistration, { as: STAFF, params: { id: items[0]?.id ?? 0 }, headers, body: { status: 3 } });
    const first = await decide();
    expect(first.status).toBe(200);
    expect((await decide()).body).toEqual(first.body);
    expect(await count(sql`outgoing_mails where to_addresses[1] = 'once@example.com'`)).toBe(2);
  });

  it('PAY-07 does not put an invoice into the cart again that was taken out meanwhile', async () => {
    await run(sql`delete from cart_invoices`);
    const [one] = await payableInvoices(app.database, own, 1);
    const body = { invoiceNumbers: [one?.invoiceNumber ?? ''] };
    const first = await app.call(addToCart, { as: OWNER, params, headers, body });
    await app.call(removeFromCart, { as: OWNER, params, body });
    expect((await app.call(addToCart, { as: OWNER, params, headers, body })).body).toEqual(first.body);
    expect(((await app.call(getCart, { as: OWNER, params })).body as Cart).invoices).toEqual([]);
  });

  it('is refused with other content, and is another write from another caller', async () => {
    expect((await invite('key-one@example.com')).status).toBe(200);
    const other = await invite('key-two@example.com');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused']);
    expect(await count(sql`members where email = 'key-two@example.com'`)).toBe(0);
    expect((await invite('key-two@example.com', {}, ADMINISTRATOR)).status).toBe(200);
  });

  it('is executed if the first was refused, because nothing was done', async () => {
    const refused = await invite('later@example.com', { stateId: 99_999 });
    expect(refused.status).toBe(400);
    expect((await invite('later@example.com')).status).toBe(200);
  });

  it('is refused as already done if the response to the first was lost with its process', async () => {
    expect((await invite('lost@example.com')).status).toBe(200);
    await run(sql`update idempotency_keys set answer = null where key = ${headers[HEADERS.idempotencyKey]}`);
    const second = await invite('lost@example.com');
    expect([second.status, second.body.code]).toEqual([409, 'already-done']);
  });

  it('is forgotten after a day', async () => {
    await invite('day@example.com');
    const isKept = sql`idempotency_keys where key = ${headers[HEADERS.idempotencyKey]}`;
    await forgetOldWrites(app.database);
    expect(await count(isKept)).toBe(1);
    await run(sql`update idempotency_keys set created_at = created_at - interval '25 hours'`);
    await forgetOldWrites(app.database);
    expect(await count(isKept)).toBe(0);
  });
});

describe('an idempotency key', () => {
  it.each([
    ['is too short', 'short'],
    ['is too long', 'x'.repeat(201)],
    ['has a tab in it', 'attempt\tone'],
  ])('that %s is refused', async (_fault, key) => {
    headers = { [HEADERS.idempotencyKey]: key };
    expect((await invite('unusable@example.com')).status).toBe(400);
  });

  it('is not kept for payments and chat messages, which have keys of their own: no hash of a card is stored', () => {
    expect([initiatePayment, sendChatMessage].map(({ ignoresIdempotencyKey }) => ignoresIdempotencyKey)).toEqual([true, true]);
  });
});
