import { randomUUID } from 'node:crypto';
import { putSupply, type SupplyAnswer } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeState } from '#server/adapters/payments/port';
import { insertIntent } from '#server/features/payments/payment-intents.queries';
import { holdRows } from '#server/testing/held-rows';
import { CARD, paymentBooks, scriptedProcessor } from '#server/testing/payment-books';
import type { TestCustomer } from '#server/testing/sample-call';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { releaseSupply } from './supply.service.ts';

// What the supplier and payers do with the same documents.

const FAILED: ChargeState = { state: 'failed', statusCode: 200_100, message: 'The card was declined.' };
let app: TestApp;
let customerId: number;
let userId: number;
let desk: ReturnType<typeof paymentBooks>;
let minute = 0;
/** Each test has documents of its own; their keys end with the same number. */
let own = 0;
const key = (name: string) => `${name}-${own}`;

const put = async (resource: SupplyResource, ...records: unknown[]): Promise<SupplyAnswer> => {
  const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
  return (await app.call(putSupply[resource], { as: SERVICE, body })).body;
};
const rows = async <T = Record<string, string>>(text: string, values: unknown[] = []): Promise<T[]> =>
  app.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as T[]);
const idOf = async (text: string, values: unknown[] = []) => Number((await rows<{ id: string }>(text, values))[0]?.id);
/** A moment after all earlier ones. */
const newer = () => new Date(Date.parse('2026-02-01T12:00:00Z') + ++minute * 60_000).toISOString();

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('quotes')))
    await put(resource, sampleRecord[resource]());
  customerId = await idOf("select id from customers where customer_number = '1001'");
  userId = await idOf("insert into users (email, first_name, last_name) values ('payer@example.com', 'Pat', 'Payer') returning id");
  desk = paymentBooks(app.database, { customerId } as TestCustomer, userId);
});
afterAll(() => app?.close());

const putInvoice = (name: string) =>
  put('invoices', sampleRecord.invoices({ key: key(name), number: key(name), orderKey: null, ticketKeys: [], updatedAt: newer() }));
const invoiceId = (name: string) => idOf('select id from invoices where document_number = $1', [key(name)]);
/** Sends the credit with what the supplier applied of it to the invoice. */
const post = async (cents?: number, more = {}) => {
  const applications = cents === undefined ? [] : [{ invoiceKey: key('I'), amount: cents / 100, on: '2026-01-09' }];
  const credit = { key: key('R'), number: key('R'), invoiceKey: null, lines: [], updatedAt: newer() };
  return (await put('credits', sampleRecord.credits({ ...credit, applications, ...more }))).results[0];
};
/** What is applied of the credit, what payments under way use of it, and the state of its last version. */
const credit = async () =>
  (
    await rows(
      `select r.applied_cents::int as applied, r.pending_cents::int as pending, s.state from credits r
       join supply_records s on s.resource = 'credits' and s.entity_id = r.id where r.document_number = $1`,
      [key('R')],
    )
  )[0];
/** Uses the credit in a cart that pays a dollar of the invoice by card. Its payment is under way until `end` is called. */
async function useCredit(cents: number) {
  const bank = scriptedProcessor('bank');
  bank.says.charge = async () => ({ state: 'pending', message: 'Pending' });
  const flow = desk.flowWith(bank);
  const used = { id: await idOf('select id from credits where document_number = $1', [key('R')]), cents };
  const line = { id: await invoiceId('I'), amountCents: 100, discountCents: 0, credits: [used] };
  const facts = { method: 'CreditCard', processor: 'bank', sourceName: 'Test', payerEmail: '', payerPhone: '', today: '2026-11-16' };
  const intent = await app.database.transaction('system', (transaction) =>
    insertIntent(transaction, { customerId, userId }, [line], { ...facts, contentHash: randomUUID(), leaseSeconds: 60 }),
  );
  await flow.pay({ ...intent, customerNumber: '1001', payerEmail: '', requestId: 'test' }, CARD);
  return async (state: ChargeState = { state: 'paid' }) => {
    bank.says.findState = async () => state;
    await flow.ask(intent.id);
    await releaseSupply(app.database, { announceRecords() {}, announceDesk() {} });
  };
}

beforeEach(async () => {
  own += 1;
  await putInvoice('I');
  await post();
});

describe('a credit that the supplier posts while a payer is using it', () => {
  it.each([
    ['is applied when the payment fails', FAILED],
    ['is the payer’s application when the payment is settled', { state: 'paid' } as const],
  ])('FED-06 APY-01 waits for the end of the payment, and %s', async (_, end) => {
    const endPayment = await useCredit(3_000);
    const refusal = { 'applications.0.amount': [expect.stringContaining('is using the credit on this invoice')] };
    expect(await post(3_000)).toMatchObject({ outcome: 'refused', errors: refusal });
    expect(await credit()).toEqual({ applied: 0, pending: 3_000, state: 'refused' });
    await endPayment(end);
    expect(await credit()).toEqual({ applied: 3_000, pending: 0, state: 'applied' });
  });

  it('FED-06 APY-01 is not held up if the supplier applies no more of it to that invoice', async () => {
    await post(2_000);
    const endPayment = await useCredit(3_000);
    expect((await post(2_000, { reason: 'Late load' }))?.outcome).toBe('updated');
    expect((await post(1_000))?.outcome).toBe('updated');
    expect(await credit()).toEqual({ applied: 1_000, pending: 3_000, state: 'applied' });
    await endPayment();
    expect(await credit()).toEqual({ applied: 4_000, pending: 0, state: 'applied' });
  });
});

describe('a credit that payers used on one invoice', () => {
  const applied = async (cents: number) => {
    expect((await post(cents))?.outcome).toBe('updated');
    return (await credit())?.applied;
  };

  it('FED-06 APY-01 in two carts can be posted by the supplier, one use after the other and with a part of its own', async () => {
    for (const cents of [3_000, 2_000]) await (await useCredit(cents))();
    expect((await credit())?.applied).toBe(5_000);
    // Only the first use is posted, then both, then a part of the supplier's own comes and goes.
    expect([await applied(3_000), await applied(5_000), await applied(6_000), await applied(5_000)]).toEqual([5_000, 5_000, 6_000, 5_000]);
  });

  it('FED-06 APY-01 keeps what the supplier had applied before, whether or not the use is posted yet', async () => {
    await post(4_000);
    await (await useCredit(3_000))();
    expect([await applied(4_000), await applied(7_000)]).toEqual([7_000, 7_000]);
    // More than the credit has.
    expect(await post(7_000, { sales: 60, tax: 0, total: 60 })).toMatchObject({ outcome: 'refused' });
  });
});

describe('a payment of the portal that accounting sends back as its own receipt', () => {
  it('FED-06 EVT-06 is unchanged and pays nothing twice, whether it names the cart or the id of the processor', async () => {
    await (await useCredit(100))();
    const paid = async () =>
      (await rows<{ paid: number }>('select paid_cents::int as paid from invoices where document_number = $1', [key('I')]))[0]?.paid;
    const [cart] = await rows<{ cart_id: string; payment_id: string }>(
      'select cart_id, payment_id from payments where idempotency_key is not null and payment_id is not null order by id desc limit 1',
    );
    const before = await paid();
    const receipt = (name: string, more: object) =>
      sampleRecord.payments({
        key: key(name),
        receiptNumber: null,
        amount: 1,
        applications: [{ invoiceKey: key('I'), amount: 1 }],
        updatedAt: newer(),
        ...more,
      });
    const sent = [
      receipt('cart', { reference: cart?.cart_id }),
      receipt('receipt', { receiptNumber: cart?.cart_id, reference: null }),
      receipt('processor', { reference: cart?.payment_id }),
    ];
    expect(await put('payments', ...sent)).toMatchObject({ counts: { unchanged: 3 } });
    expect(await put('payments', ...sent)).toMatchObject({ counts: { unchanged: 3 } });
    expect([cart?.payment_id, await paid()]).toEqual([expect.any(String), before]);
    expect(await put('payments', receipt('check', { reference: '40012' }))).toMatchObject({ counts: { created: 1 } });
  });
});

describe('a payment of the supplier that moves to another invoice', () => {
  it('FED-06 locks both invoices in the order in which carts lock them', async () => {
    await putInvoice('J');
    const [first, second] = [await invoiceId('I'), await invoiceId('J')].sort((a, b) => a - b) as [number, number];
    const nameOf = async (id: number) => ((await invoiceId('I')) === id ? key('I') : key('J'));
    const check = (invoiceKey: string) =>
      sampleRecord.payments({ key: key('Y'), receiptNumber: key('Y'), applications: [{ invoiceKey, amount: 100 }], updatedAt: newer() });
    await put('payments', check(await nameOf(first)));
    const held = await holdRows(app.database, 'select from invoices where id = $1 for no key update', [first]);
    const moving = put('payments', check(await nameOf(second)));
    await held.untilWaitedFor();
    try {
      // Shorter than the time after which PostgreSQL ends a deadlock.
      await held.run("set local lock_timeout = '300ms'");
      await held.run('select from invoices where id = $1 for no key update', [second]);
    } finally {
      await held.commit();
    }
    expect((await moving).results[0]?.outcome).toBe('updated');
  });
});
