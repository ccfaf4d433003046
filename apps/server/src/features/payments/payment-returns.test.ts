import { listEvents } from '@yardage/contract/events';
import { getInvoice, type InvoiceDetail } from '@yardage/contract/invoices';
import { type CartHistoryRow, listCartHistory, type PaymentOutcome } from '@yardage/contract/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceEnds } from '#server/adapters/payments/sandbox/sandbox-notifier';
import { sign } from '#server/adapters/payments/signature';
import { stripePayments } from '#server/adapters/payments/stripe/stripe.payments';
import { type StripeServer, settleBankDebit, startStripeServer } from '#server/adapters/payments/stripe/testing/stripe-server';
import { sql } from '#server/database/drizzle';
import { PAYMENT_NOTIFICATIONS_PATH } from '#server/features/payments/payment-notifications.routes';
import { connectHub } from '#server/testing/hub-client';
import { ledgerBooks } from '#server/testing/ledger-books';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, type PayableInvoice } from '#server/testing/sample-payment';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const SECRETS = { secretKey: 'sk_test_returns', webhookSecret: 'whsec_returns' };
let app: TestApp;
let stripe: StripeServer;
let own: TestCustomer;
let books: ReturnType<typeof ledgerBooks>;

beforeAll(async () => {
  app = await openTestApp();
  stripe = await startStripeServer(SECRETS.secretKey);
  own = (await customersOf(app.database, OWNER)).at(-1) as TestCustomer;
  books = ledgerBooks(app.database, own.customerId);
});
afterAll(async () => {
  await app?.close();
  await stripe?.stop();
});

const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const desk = () => paymentDesk(app, own, OWNER);

/** A new invoice, to be paid with a discount of two percent. */
async function payable(cents: number): Promise<Omit<PayableInvoice, 'id'>> {
  const discountCents = cents / 50;
  const invoiceNumber = await books.numberOf(await books.invoice('2026-10-05', cents, { cents: discountCents, until: '2049-12-31' }));
  return { invoiceNumber, openCents: cents, discountCents };
}
const open = async (...invoices: { invoiceNumber: string }[]) =>
  Promise.all(
    invoices.map(async ({ invoiceNumber }) => {
      const { body } = await app.call(getInvoice, { as: OWNER, params: { ...params(), documentNumber: invoiceNumber } });
      return (body as InvoiceDetail).currentAmount;
    }),
  );
const history = async (cartId: string) =>
  ((await app.call(listCartHistory, { as: OWNER, params: params(), query: { search: cartId } })).body.items as CartHistoryRow[])[0];
const eventsOf = async (cartId: string) =>
  ((await app.call(listEvents, { as: SERVICE, query: { limit: 500 } })).body.events as { type: string; data: Record<string, unknown> }[])
    .filter(({ data }) => data.cartId === cartId)
    .map(({ type, data }) => [type, data.amount]);
const reviewsOf = (cartId: string) =>
  app.database.read<string[]>(
    'system',
    sql`select coalesce(json_agg(r.reason || ' ' || r.detail order by r.id), '[]') as answer from payment_reviews r join payments p on p.id = r.payment_id where p.cart_id = ${cartId}`,
  );
const balance = async () =>
  Number(
    await app.database.read(
      'system',
      sql`select sum(invoice_cents + account_cents) as answer from ledger_entries where customer_id = ${own.customerId}`,
    ),
  );
/** Lets the processor send its notifications twice. */
const announceTwice = async () => {
  await app.announceEnds();
  await app.announceEnds();
};

describe('money that comes back', () => {
  it('APY-04 by a part refund opens that part of the last invoice, with its share of the discount, once', async () => {
    const [one, two] = [await payable(10_000), await payable(20_000)];
    const { cartData, paymentId } = await desk().pay(cardRequest(own, [one, two]));
    const before = await balance();
    await app.sandbox.books.giveBack(paymentId ?? '', 'refunded', 9_800);
    await announceTwice();
    // Half of the second invoice's 196 dollars came back, and half of its discount of 4 with it.
    expect(await open(one, two)).toEqual([0, 100]);
    expect(await balance()).toBe(before + 10_000);
    expect(await history(cartData.cartId)).toMatchObject({ totalAmountWithDiscount: 294, returnedAmount: 98, paymentResult: 1 });
    await app.sandbox.books.giveBack(paymentId ?? '', 'refunded');
    await announceTwice();
    expect(await open(one, two)).toEqual([100, 200]);
    expect(await balance()).toBe(before + 30_000);
    expect(await history(cartData.cartId)).toMatchObject({
      totalAmountWithDiscount: 294,
      returnedAmount: 294,
      paymentResult: 0,
      statusCode: 200_600,
    });
    const { returns, metadata } = await desk().outcome(cartData.cartId);
    expect(returns.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refunded', 98],
      ['refunded', 196],
    ]);
    expect(metadata.invoices.map(({ amountWithDiscount }) => amountWithDiscount)).toEqual([98, 196]);
    expect(await eventsOf(cartData.cartId)).toEqual([
      ['payment.settled', 294],
      ['payment.refunded', 98],
      ['payment.refunded', 196],
    ]);
    expect(await reviewsOf(cartData.cartId)).toEqual(['refunded $294.00 / $294.00']);
  });

  it('APY-04 by a dispute opens the invoice, and pays it again when the dispute is won', async () => {
    const invoice = await payable(10_000);
    const { cartData, paymentId } = await desk().pay(cardRequest(own, [invoice]));
    const before = await balance();
    await app.sandbox.books.giveBack(paymentId ?? '', 'disputed');
    await announceTwice();
    expect([await open(invoice), await balance()]).toEqual([[100], before + 10_000]);
    expect(await history(cartData.cartId)).toMatchObject({ paymentResult: 0, statusCode: 200_700 });
    await app.sandbox.books.giveBack(paymentId ?? '', 'disputed', -9_800);
    await announceTwice();
    expect([await open(invoice), await balance()]).toEqual([[0], before]);
    expect(await history(cartData.cartId)).toMatchObject({ paymentResult: 1, returnedAmount: 0 });
    expect((await eventsOf(cartData.cartId)).map(([type]) => type)).toEqual(['payment.settled', 'payment.disputed', 'payment.reinstated']);
  });

  it('APY-04 by a refund that fails at the bank pays the invoice again, in the history and in an event', async () => {
    const invoice = await payable(10_000);
    const { cartData, paymentId } = await desk().pay(cardRequest(own, [invoice]));
    const before = await balance();
    for (const cents of [4_900, -4_900]) {
      await app.sandbox.books.giveBack(paymentId ?? '', 'refunded', cents);
      await announceTwice();
      expect([await open(invoice), await balance()]).toEqual(cents > 0 ? [[50], before + 5_000] : [[0], before]);
    }
    expect(await history(cartData.cartId)).toMatchObject({ paymentResult: 1, returnedAmount: 0 });
    expect((await eventsOf(cartData.cartId)).map(([type]) => type)).toEqual(['payment.settled', 'payment.refunded', 'payment.reinstated']);
  });

  it('APY-04 after a dispute that is won stays on account if the invoice was paid meanwhile', async () => {
    const invoice = await payable(10_000);
    const { cartData, paymentId } = await desk().pay(cardRequest(own, [invoice]));
    await app.sandbox.books.giveBack(paymentId ?? '', 'disputed');
    await announceTwice();
    await desk().pay(cardRequest(own, [invoice], '4000056655665556'));
    await app.sandbox.books.giveBack(paymentId ?? '', 'disputed', -9_800);
    await announceTwice();
    expect(await history(cartData.cartId)).toMatchObject({ paymentResult: 1, onAccountAmount: 98 });
  });

  it('APY-04 by the bank after an e-check was settled opens its invoice once, and is in the history', async () => {
    const invoice = await payable(10_000);
    const { cartData, paymentId } = await desk().pay(checkRequest(own, [invoice]));
    await announceTwice();
    expect(await open(invoice)).toEqual([0]);
    await app.database.engine.pool.query("update sandbox_processor.orders set state = 'returned' where payment_id = $1", [paymentId]);
    await announceTwice();
    expect(await open(invoice)).toEqual([100]);
    const outcome: PaymentOutcome = await desk().outcome(cartData.cartId);
    expect([outcome.status, outcome.returns]).toMatchObject([200_300, [{ kind: 'returned', amount: 98 }]]);
  });

  it('APY-04 through Stripe is looked up where the payment was made, also if another processor is configured now', async () => {
    const port = stripePayments({ ...SECRETS, apiUrl: stripe.url });
    const withStripe = await openTestApp({
      opened: { database: app.database, close: async () => {} },
      payments: port,
      formerPayments: [app.sandbox],
    });
    try {
      const invoice = await payable(10_000);
      const { cartData, paymentId } = await paymentDesk(withStripe, own, OWNER).pay(cardRequest(own, [invoice]));
      const older = await payable(5_000);
      const made = await desk().pay(cardRequest(own, [older]));
      await app.sandbox.books.giveBack(made.paymentId ?? '', 'refunded');
      const deliver = async (headers: Record<string, string>, payload: string) =>
        (await withStripe.http.inject({ method: 'POST', url: PAYMENT_NOTIFICATIONS_PATH, headers, payload })).statusCode;
      await announceEnds(app.sandbox, deliver);
      expect(await open(older)).toEqual([50]);
      const charge = stripe.intents.get(paymentId ?? '')?.latest_charge;
      if (!charge) throw new Error('no charge');
      charge.disputed = true;
      stripe.disputes.set(paymentId ?? '', [{ amount: 9_800, status: 'lost' }]);
      const notify = async (type: string) => {
        const body = JSON.stringify({ type, data: { object: { object: 'dispute', id: 'dp_1', payment_intent: paymentId } } });
        const headers = { 'content-type': 'application/json', 'stripe-signature': sign(SECRETS.webhookSecret, body) };
        expect(await deliver(headers, body)).toBe(200);
      };
      await notify('charge.dispute.created');
      await notify('charge.dispute.created');
      expect(await open(invoice)).toEqual([100]);
      // A payment from before this column existed was made with the configured processor.
      await app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update payments set processor = null where cart_id = ${cartData.cartId}`),
      );
      stripe.disputes.set(paymentId ?? '', [{ amount: 9_800, status: 'won' }]);
      await notify('charge.dispute.closed');
      expect(await open(invoice)).toEqual([0]);
    } finally {
      await withStripe.close();
    }
  });

  it('APY-04 through Stripe books part refunds and an e-check that fails late, each once, and notifies open pages', async () => {
    const withStripe = await openTestApp({
      opened: { database: app.database, close: async () => {} },
      payments: stripePayments({ ...SECRETS, apiUrl: stripe.url }),
    });
    const hub = await connectHub(await withStripe.http.listen({ host: '127.0.0.1', port: 0 }), await withStripe.token(OWNER));
    const stripeDesk = paymentDesk(withStripe, own, OWNER);
    const notify = async (type: string, object: string, paymentId: string | null) => {
      const payload = JSON.stringify({ object: 'event', type, data: { object: { object, id: 'x_1', payment_intent: paymentId } } });
      const headers = { 'content-type': 'application/json', 'stripe-signature': sign(SECRETS.webhookSecret, payload) };
      return (await withStripe.http.inject({ method: 'POST', url: PAYMENT_NOTIFICATIONS_PATH, headers, payload })).statusCode;
    };
    const told = () => hub.heard.filter(({ event }) => event === 'RecordsChanged').map(({ payload }) => payload.resource);
    try {
      const invoice = await payable(10_000);
      const { paymentId } = await stripeDesk.pay(cardRequest(own, [invoice]));
      await hub.hears('RecordsChanged', 2);
      expect(told()).toEqual(['payments', 'invoices']);
      const charge = stripe.intents.get(paymentId ?? '')?.latest_charge;
      if (!charge) throw new Error('no charge');
      for (const [refunded, left] of [
        [1_000, 10.2],
        [4_900, 50],
      ] as const) {
        charge.amount_refunded = refunded;
        expect([await notify('charge.refunded', 'charge', paymentId), await notify('charge.refunded', 'charge', paymentId)]).toEqual([
          200, 200,
        ]);
        expect((await open(invoice))[0]).toBeCloseTo(left, 1);
      }
      expect(await hub.hears('RecordsChanged', 6)).toHaveLength(6);
      // The second refund failed. The charge may still count it.
      const refunds = [
        { amount: 1_000, status: 'succeeded' },
        { amount: 3_900, status: 'failed' },
        { amount: 500, status: 'canceled' },
      ];
      stripe.refunds.set(paymentId ?? '', refunds);
      expect(await notify('refund.failed', 'refund', paymentId)).toBe(200);
      // Money that comes again is applied without the discount.
      expect((await open(invoice))[0]).toBe(11.01);
      charge.amount_refunded = 0;
      expect(await notify('refund.failed', 'refund', paymentId)).toBe(200);
      expect((await open(invoice))[0]).toBe(0);
      expect(await hub.hears('RecordsChanged', 10)).toHaveLength(10);

      const late = await payable(5_000);
      const check = await stripeDesk.pay(checkRequest(own, [late]));
      // A pending payment is announced, too, because its invoices can no longer be paid.
      expect(await hub.hears('RecordsChanged', 12)).toHaveLength(12);
      settleBankDebit(stripe, check.paymentId ?? '');
      await notify('payment_intent.succeeded', 'charge', check.paymentId);
      expect([await open(late), (await stripeDesk.outcome(check.cartData.cartId)).status]).toEqual([[0], 100_000]);
      const debit = stripe.intents.get(check.paymentId ?? '')?.latest_charge;
      if (debit) debit.disputed = true;
      stripe.disputes.set(check.paymentId ?? '', [{ amount: 4_900, status: 'lost', reason: 'insufficient_funds' }]);
      await notify('charge.dispute.created', 'dispute', check.paymentId);
      await notify('charge.dispute.closed', 'dispute', check.paymentId);
      const outcome = await stripeDesk.outcome(check.cartData.cartId);
      expect([await open(late), outcome.status, outcome.returns]).toMatchObject([[50], 200_300, [{ kind: 'returned', amount: 49 }]]);
      expect((await hub.hears('RecordsChanged', 16)).length).toBe(16);
    } finally {
      hub.close();
      await withStripe.close();
    }
  });
});
