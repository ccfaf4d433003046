import { paymentRefusal } from '@yardage/contract/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, type PayableInvoice, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const PAYABLES = 'payables@example.com';
let app: TestApp;
let own: TestCustomer;
let second: TestCustomer;
let desk: ReturnType<typeof paymentDesk>;

beforeAll(async () => {
  app = await openTestApp({
    hasJobs: true,
    environment: { PAYMENT_FAILURES_PER_USER: '3', PAYMENT_FAILURES_PER_ACCOUNT: '5' },
    // Pending payments stay pending: on a busy machine the completer would settle them before the test has looked.
    sandbox: { latencyMs: 20, settleSeconds: 3600 },
  });
  [own, second] = (await customersOf(app.database, OWNER)) as [TestCustomer, TestCustomer];
  desk = paymentDesk(app, own, OWNER);
});
afterAll(() => app?.close());
// Each test starts without failures: those of earlier tests become too old to count.
beforeEach(() =>
  app.database.transaction('system', ({ orm }) => orm.execute(sql`update payments set started_at = started_at - interval '2 days'`)),
);

const oneInvoice = async (customer = own) => (await payableInvoices(app.database, customer, 1)) as [PayableInvoice];
const decline = async (as = OWNER) => (await desk.send(cardRequest(own, await oneInvoice(), TEST_CARDS.declined), as)).status;
const pay = async (as = OWNER) => (await desk.send(cardRequest(own, await oneInvoice()), as)).status;
const ordersAtProcessor = async () =>
  Number((await app.database.engine.pool.query('select count(*) as total from sandbox_processor.orders')).rows[0].total);
/** Makes the failures older by the given number of seconds. */
const age = (seconds: number) =>
  app.database.transaction('system', ({ orm }) =>
    orm.execute(sql`update payments set settled_at = settled_at - make_interval(secs => ${seconds}) where idempotency_key is not null`),
  );

describe('API-34 failed payments', () => {
  it('of one user are followed by a pause, with the time of the next try; nothing is charged and other users do not wait', async () => {
    expect([await decline(), await decline(), await decline()]).toEqual([200, 200, 200]);
    const before = await ordersAtProcessor();
    const [invoice] = await oneInvoice();
    const began = Date.now();
    const refused = await desk.send(cardRequest(own, [invoice]));
    const refusal = paymentRefusal.parse(refused.body);
    expect([refused.status, refusal.code]).toEqual([429, 'payments-paused']);
    const retryAt = Date.parse(refusal.retryAt ?? '');
    expect(retryAt).toBeGreaterThan(began);
    expect(retryAt).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await ordersAtProcessor()).toBe(before);
    expect(await desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
    // The limit per user also applies at another customer number.
    const elsewhere = paymentDesk(app, second, OWNER);
    expect((await elsewhere.send(cardRequest(second, await oneInvoice(second)))).status).toBe(429);
    expect(await pay(PAYABLES)).toBe(200);
  });

  it('delay an honest payer for a minute, and longer only after further failures', async () => {
    for (let count = 0; count < 3; count++) await decline();
    expect(await pay()).toBe(429);
    await age(61);
    expect(await pay()).toBe(200);
    expect(await decline()).toBe(200);
    await age(61);
    expect(await pay()).toBe(429);
    await age(61);
    expect(await pay()).toBe(200);
  });

  it('of several users of one account count together', async () => {
    for (const user of [OWNER, OWNER, OWNER, PAYABLES, PAYABLES]) expect(await decline(user)).toBe(200);
    expect(await pay(PAYABLES)).toBe(429);
    expect(await pay('administrator@example.com')).toBe(429);
    await age(61);
    expect(await pay(PAYABLES)).toBe(200);
  });

  it('cannot avoid the count by arriving at the same time', async () => {
    const before = await ordersAtProcessor();
    const invoices = await payableInvoices(app.database, own, 20);
    const answers = await Promise.all(invoices.map((invoice) => desk.send(cardRequest(own, [invoice], TEST_CARDS.declined))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(17).fill(429)]);
    expect(await ordersAtProcessor()).toBe(before + 3);
  });

  it('include cards with an open outcome, but not e-checks, which take days', async () => {
    for (const invoice of await payableInvoices(app.database, own, 4)) {
      expect((await desk.send(checkRequest(own, [invoice]))).body.data.status).toBe(100100);
    }
    for (let count = 0; count < 3; count++) {
      expect((await desk.send(cardRequest(own, await oneInvoice(), TEST_CARDS.pending))).body.data.status).toBe(100100);
    }
    expect(await pay()).toBe(429);
    expect(await pay(PAYABLES)).toBe(200);
  });

  it('do not include payments that were refunded', async () => {
    for (let count = 0; count < 5; count++) expect(await pay()).toBe(200);
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update payments set payment_result = 0, result_code = 200600, charged_cents = amount_cents, refunded_cents = amount_cents
        where requested_by is not null and started_at > now() - interval '1 day' and payment_result = 1`),
    );
    await decline();
    expect(await pay()).toBe(200);
  });

  it('do not include successful payments, nor the same cart sent again', async () => {
    const request = cardRequest(own, await oneInvoice());
    for (let count = 0; count < 4; count++) expect((await desk.send(request)).status).toBe(200);
    for (let count = 0; count < 4; count++) expect(await pay()).toBe(200);
    await decline();
    await decline();
    expect(await pay()).toBe(200);
  });
});
