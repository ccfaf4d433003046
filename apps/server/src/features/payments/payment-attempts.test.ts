import { randomUUID } from 'node:crypto';
import { type PaymentOutcome, type PaymentRequest, resolvePaymentAttempt } from '@yardage/contract/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, type PayableInvoice, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const PAYABLES = 'payables@example.com';
let app: TestApp;
let own: TestCustomer;
let desk: ReturnType<typeof paymentDesk>;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  desk = paymentDesk(app, own, OWNER);
});
afterAll(() => app?.close());

const oneInvoice = async () => (await payableInvoices(app.database, own, 1)) as [PayableInvoice];
const named = (request: PaymentRequest, paymentReference: string) => ({ ...request, paymentReference });
const settle = async (reference: string, as = OWNER, customer = own) => {
  const { status, body } = await app.call(resolvePaymentAttempt, {
    as,
    params: { globalCustomerNumber: customer.globalCustomerNumber },
    body: { paymentReference: reference },
  });
  expect(status).toBe(200);
  return body.payment as PaymentOutcome | null;
};

describe('an attempt to pay whose answer was lost', () => {
  it('API-34 PAY-41 is found by its reference: paid, pending or failed', async () => {
    const invoices = await payableInvoices(app.database, own, 3);
    const requests = [cardRequest(own, invoices.slice(0, 1)), checkRequest(own, invoices.slice(1, 2))];
    requests.push(cardRequest(own, invoices.slice(2), TEST_CARDS.declined));
    const seen = [];
    for (const request of requests) {
      const reference = randomUUID();
      const { body } = await desk.send(named(request, reference));
      const found = await settle(reference);
      expect(found).toEqual(body.data);
      seen.push(found?.status);
    }
    expect(seen).toEqual([100000, 100100, 200100]);
  });

  it('API-34 PAY-41 that never arrived made no payment, and cannot make one later', async () => {
    const reference = randomUUID();
    const invoices = await oneInvoice();
    expect(await settle(reference)).toBeNull();
    const late = await desk.send(named(cardRequest(own, invoices), reference));
    expect([late.status, late.body.code]).toEqual([409, 'payment-withdrawn']);
    expect(await desk.invoice(invoices[0].invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
    expect(await settle(reference)).toBeNull();
    expect((await desk.pay(named(cardRequest(own, invoices), randomUUID()) as PaymentRequest)).status).toBe(100000);
  });

  it('is either found or withdrawn if it is requested at the moment it arrives', async () => {
    const invoices = await payableInvoices(app.database, own, 10);
    const books = await Promise.all(
      invoices.map(async (invoice) => {
        const reference = randomUUID();
        const [sent, found] = await Promise.all([
          desk.send(named(cardRequest(own, [invoice]), reference)),
          settle(reference),
          // An unrelated call varies which of the two runs first.
          settle(randomUUID()),
        ]);
        const { paidCents } = await desk.invoice(invoice.invoiceNumber);
        return { invoice, sent: sent.status, isFound: found !== null, isPaid: paidCents > 0 };
      }),
    );
    for (const { sent, isFound, isPaid } of books) {
      expect({ sent, isPaid }).toEqual(isFound ? { sent: 200, isPaid: true } : { sent: 409, isPaid: false });
    }
  });

  it('of a second tab with the same cart is the payment of the first', async () => {
    const invoices = await oneInvoice();
    const references = [randomUUID(), randomUUID()] as const;
    const request = cardRequest(own, invoices);
    const answers = await Promise.all([desk.send(named(request, references[0])), desk.send(named(request, references[1]), PAYABLES)]);
    const [first, second] = await Promise.all([settle(references[0]), settle(references[1], PAYABLES)]);
    expect(first).toEqual(answers[0].body.data);
    expect(second).toEqual(first);
    expect((await desk.processorBooks())[first?.cartData.cartId ?? '']).toHaveLength(1);
  });

  it('stays one attempt, however often its reference is sent, and for one cart only', async () => {
    const [one, two] = (await payableInvoices(app.database, own, 2)) as [PayableInvoice, PayableInvoice];
    const reference = randomUUID();
    const declined = await desk.pay(named(cardRequest(own, [one], TEST_CARDS.declined), reference) as PaymentRequest);
    expect(await desk.pay(named(cardRequest(own, [one]), reference) as PaymentRequest)).toEqual(declined);
    const other = await desk.send(named(cardRequest(own, [two]), reference));
    expect([other.status, other.body.code]).toEqual([409, 'conflict']);
    for (const { invoiceNumber } of [one, two]) expect(await desk.invoice(invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
  });

  it('belongs to its customer number: nobody else finds or withdraws it', async () => {
    const [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
    const reference = randomUUID();
    expect(await settle(reference, 'other@example.com', foreign)).toBeNull();
    await desk.pay(named(cardRequest(own, await oneInvoice()), reference) as PaymentRequest);
    expect(await settle(reference, 'other@example.com', foreign)).toBeNull();
    const call = { params: { globalCustomerNumber: own.globalCustomerNumber }, body: { paymentReference: reference } };
    expect((await app.call(resolvePaymentAttempt, { ...call, as: 'other@example.com' })).status).toBe(403);
    expect((await app.call(resolvePaymentAttempt, { ...call, as: 'viewer@example.com' })).status).toBe(403);
  });
});
