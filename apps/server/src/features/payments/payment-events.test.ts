import { listEvents } from '@yardage/contract/events';
import { FAILED_CODES } from '@yardage/domain/payment-status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { recordEnding } from './payment-endings.queries.ts';
import { recordPaymentEvent } from './payment-events.queries.ts';
import { insertReturn } from './payment-returns.queries.ts';
import { recordMoneyBack } from './payment-returns.service.ts';

const OWNER = 'owner@example.com';
/** The sandbox returns an e-check from this account after it was accepted. */
const RETURNED_ACCOUNT = '000111111116';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

interface Told {
  type: string;
  globalCustomerNumber: string;
  data: { cartId: string; amount: number; discount: number; processorId: string; reason?: string; invoices: { invoiceNumber: string }[] };
}
const eventsOf = async (cartId: string): Promise<Told[]> =>
  (await app.call(listEvents, { as: SERVICE, query: { limit: 500 } })).body.events.filter((event: Told) => event.data.cartId === cartId);
const desk = () => paymentDesk(app, own, OWNER);

describe('a payment that ends', () => {
  it('EVT-02 creates one event for the supplier, with its invoices and the processor id', async () => {
    const invoices = await payableInvoices(app.database, own, 2);
    const request = cardRequest(own, invoices);
    const { cartData, paymentId } = await desk().pay(request);
    const events = await eventsOf(cartData.cartId);
    expect(events).toMatchObject([
      {
        type: 'payment.settled',
        globalCustomerNumber: own.globalCustomerNumber,
        data: { processorId: paymentId, amount: request.totalAmountWithDiscount, discount: request.totalDiscountAmount },
      },
    ]);
    expect(events[0]?.data.invoices.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual(
      invoices.map(({ invoiceNumber }) => invoiceNumber).sort(),
    );
  });

  it('EVT-02 creates an event with the reason when it is declined', async () => {
    const request = cardRequest(own, await payableInvoices(app.database, own, 1), TEST_CARDS.declined);
    const { cartData } = await desk().pay(request);
    expect(await eventsOf(cartData.cartId)).toMatchObject([{ type: 'payment.failed', data: { reason: expect.stringMatching(/\w/) } }]);
  });

  it('EVT-02 creates an event when the bank returns it', async () => {
    const request = checkRequest(own, await payableInvoices(app.database, own, 1), RETURNED_ACCOUNT);
    const { cartData } = await desk().pay(request);
    await app.eventually('complete-payments', async () => {
      await app.announceEnds();
      expect((await eventsOf(cartData.cartId)).map(({ type }) => type)).toContain('payment.returned');
    });
    expect((await eventsOf(cartData.cartId)).filter(({ type }) => type === 'payment.returned')).toHaveLength(1);
  });

  it('EVT-02 names only what the bank took back if a part was refunded before', async () => {
    const request = cardRequest(own, await payableInvoices(app.database, own, 1));
    const { cartData } = await desk().pay(request);
    const charged = Math.round(request.totalAmountWithDiscount * 100);
    await app.database.transaction('system', async (transaction) => {
      const { rows } = await transaction.client.query('select id from payments where cart_id = $1', [cartData.cartId]);
      const id = Number(rows[0].id);
      const back = { refundedCents: 1000, disputedCents: 0, isDisputed: false };
      await recordMoneyBack(transaction, id, back, { mailPayer: async () => {}, requestId: 'test' });
      const ended = await recordEnding(transaction, id, { paymentResult: 0, statusCode: FAILED_CODES.returned, statusMessage: 'Returned' });
      if (!ended?.returned) throw new Error('nothing came back');
      await insertReturn(transaction, { ...ended.returned, paymentId: id, kind: 'returned' });
      await recordPaymentEvent(transaction, id);
    });
    const returned = (await eventsOf(cartData.cartId)).find(({ type }) => type === 'payment.returned');
    expect(returned?.data).toMatchObject({ amount: (charged - 1000) / 100, invoices: [{ amount: (charged - 1000) / 100 }] });
  });
});
