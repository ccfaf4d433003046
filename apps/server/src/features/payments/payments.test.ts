import { addToCart, type Cart, getCart } from '@yardage/contract/carts';
import { type CartHistoryRow, getReceiptPdf, listCartHistory, listInvoiceHistory, sendReceiptEmail } from '@yardage/contract/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, type PayableInvoice, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let desk: ReturnType<typeof paymentDesk>;

beforeAll(async () => {
  app = await openTestApp({
    hasJobs: true,
    // These tests cause many failed and pending payments; the budget for them has its own tests.
    environment: { PAYMENT_TIMEOUT_SECONDS: '1', PAYMENT_FAILURES_PER_USER: '1000', PAYMENT_FAILURES_PER_ACCOUNT: '1000' },
    sandbox: { settleSeconds: 1, slowSeconds: 2, downSeconds: 1 },
  });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  desk = paymentDesk(app, own, OWNER);
});
afterAll(() => app?.close());

const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const oneInvoice = async () => (await payableInvoices(app.database, own, 1)) as [PayableInvoice];
const history = async (query: Record<string, string> = {}) =>
  (await app.call(listCartHistory, { as: OWNER, params: params(), query })).body as { items: CartHistoryRow[]; totalCount: number };

describe('a payment', () => {
  it('API-34 PAY-35 PAY-36 PAY-38 RES-05 pays the invoices of the cart, empties it, and is in both books once', async () => {
    const invoices = await payableInvoices(app.database, own, 2);
    const invoiceNumbers = invoices.map((invoice) => invoice.invoiceNumber);
    await app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers } });
    const request = cardRequest(own, invoices);
    const { body } = await desk.send(request);
    expect(body).toEqual({
      success: true,
      data: {
        status: 100000,
        statusMessage: 'Approved',
        paymentMethod: 'CreditCard',
        paymentId: expect.stringMatching(/^P/),
        paymentDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        errors: {},
        metadata: {
          customerNumber: own.customerNumber,
          customerEmail: 'payer@example.com',
          customerPhone: '4235550142',
          invoices: expect.arrayContaining(request.metadata.invoices.map((invoice) => ({ ...invoice, strStatusMessage: 'Paid' }))),
        },
        cartData: {
          cartId: expect.stringMatching(/^CRT\d+$/),
          totalAmount: request.totalAmount,
          totalDiscountAmount: request.totalDiscountAmount,
          totalAmountWithDiscount: request.totalAmountWithDiscount,
          totalCreditAmount: 0,
          onAccountAmount: 0,
        },
        credits: [],
        returns: [],
      },
    });
    for (const invoice of invoices) {
      expect(await desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: invoice.openCents, liveApplications: 1 });
    }
    const { body: cart } = (await app.call(getCart, { as: OWNER, params: params() })) as { body: Cart };
    expect(cart.invoices.filter((line) => invoiceNumbers.includes(line.invoiceNumber))).toEqual([]);
    expect((await desk.processorBooks())[body.data.cartData.cartId]).toEqual([Math.round(request.totalAmountWithDiscount * 100)]);
    const audited = await app.database.read<string[]>(
      'system',
      sql`select json_agg(action order by id) as answer from audit_log where subject = ${body.data.cartData.cartId}`,
    );
    expect(audited).toEqual(['payments.initiate', 'payments.paid']);
  });

  it('that is declined leaves the invoice open; paying again is another attempt', async () => {
    const invoices = await oneInvoice();
    const declined = await desk.send(cardRequest(own, invoices, TEST_CARDS.declined));
    expect(declined.body).toMatchObject({ success: false, data: { status: 200100, errors: { payment: ['The card was declined.'] } } });
    const poor = await desk.pay(cardRequest(own, invoices, TEST_CARDS.insufficientFunds));
    expect(poor).toMatchObject({ status: 200400, statusMessage: 'Declined: insufficient funds' });
    expect(await desk.invoice(invoices[0].invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
    const paid = await desk.pay(cardRequest(own, invoices));
    expect(paid.status).toBe(100000);
    expect(new Set([declined.body.data, poor, paid].map((each) => each.cartData.cartId)).size).toBe(3);
  });

  it('sent again, in any order of invoices, is the same payment and not a second charge', async () => {
    const [one, two] = (await payableInvoices(app.database, own, 2)) as [PayableInvoice, PayableInvoice];
    const first = await desk.pay(cardRequest(own, [one, two]));
    const again = await desk.pay(cardRequest(own, [two, one]));
    expect(again).toEqual(first);
    expect((await desk.processorBooks())[first.cartData.cartId]).toHaveLength(1);
  });
});

describe('a payment without a known end', () => {
  it('PAY-37 by e-check is pending, keeps its invoice, and settles later', async () => {
    const invoices = await oneInvoice();
    const pending = await desk.pay(checkRequest(own, invoices));
    expect(pending).toMatchObject({ status: 100100, paymentMethod: 'eCheck', statusMessage: 'Pending: waiting for the bank', errors: {} });
    expect(await desk.invoice(invoices[0].invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 1 });
    expect((await desk.send(cardRequest(own, invoices))).body.data.cartData.cartId).toBe(pending.cartData.cartId);
    expect((await desk.untilEnded(pending.cartData.cartId)).status).toBe(100000);
    expect((await desk.invoice(invoices[0].invoiceNumber)).paidCents).toBe(invoices[0].openCents);
  });

  it('that was charged without an answer, is slow, stays pending or found the processor down is pending, never failed, until the processor has been asked', async () => {
    const { answerLost, slow, pending, down } = TEST_CARDS;
    const invoices = await payableInvoices(app.database, own, 4);
    const ends = [answerLost, slow, pending, down].map(async (card, index) => {
      const invoice = invoices[index] as PayableInvoice;
      const first = await desk.pay(cardRequest(own, [invoice], card));
      const last = await desk.untilEnded(first.cartData.cartId);
      const charges = (await desk.processorBooks())[first.cartData.cartId] ?? [];
      return [first.status, last.status, charges.length, (await desk.invoice(invoice.invoiceNumber)).liveApplications];
    });
    const paid = [100100, 100000, 1, 1];
    expect(await Promise.all(ends)).toEqual([paid, paid, paid, [100100, 200500, 0, 0]]);
  });

  it("ends with our books equal to the processor's", async () => {
    expect(await desk.ourBooks()).toEqual(await desk.processorBooks());
  });
});

describe('payment history', () => {
  it('API-35 HIS-01 HIS-03 lists payments by day and result, and finds them by cart, payment and invoice', async () => {
    const [paid] = (await history({ paymentResult: '1' })).items as [CartHistoryRow];
    expect(paid).toMatchObject({ paymentResult: 1, statusCode: 100000, balanceAmount: 0, paymentSourceName: 'Customer portal' });
    expect(paid.totalCartAmount).toBe(paid.totalAmount);
    const counts = await Promise.all(['', '0', '1', '2'].map(async (paymentResult) => (await history({ paymentResult })).totalCount));
    expect(counts[0]).toBe((counts[1] ?? 0) + (counts[2] ?? 0) + (counts[3] ?? 0));
    const onDay = await history({ startDate: paid.paymentDate, endDate: paid.paymentDate });
    expect(onDay.items.map((row) => row.cartId)).toContain(paid.cartId);
    expect(onDay.items.every((row) => row.paymentDate === paid.paymentDate)).toBe(true);
    const { metadata } = await desk.outcome(paid.cartId);
    for (const search of [paid.cartId, paid.paymentId as string, metadata.invoices[0]?.invoiceNumber as string]) {
      expect(
        (await history({ search })).items.map((row) => row.cartId),
        search,
      ).toContain(paid.cartId);
    }
    expect((await history({ paymentResult: '0' })).items.every((row) => row.balanceAmount === row.totalAmount)).toBe(true);
  });

  it('API-33 lists the payments of one invoice, the failed ones too', async () => {
    const [, ...invoices] = (await payableInvoices(app.database, own, 2)) as [PayableInvoice, PayableInvoice];
    const failed = await desk.pay(cardRequest(own, invoices, TEST_CARDS.declined));
    const paid = await desk.pay(cardRequest(own, invoices));
    const query = { invoiceDocumentNumber: invoices[0].invoiceNumber, sortBy: 'paymentResult', sortDesc: 'false' };
    const { body } = await app.call(listInvoiceHistory, { as: OWNER, params: params(), query });
    expect(body.items.map((row: CartHistoryRow) => [row.cartId, row.paymentResult])).toEqual([
      [failed.cartData.cartId, 0],
      [paid.cartData.cartId, 1],
    ]);
    const ask = (number: string) => app.call(listInvoiceHistory, { as: OWNER, params: params(), query: { invoiceDocumentNumber: number } });
    expect((await ask('no-such')).body.totalCount).toBe(0);
  });

  it('API-36 API-37 HIS-04 gives and mails a receipt with its invoices', async () => {
    const [row] = (await history({ paymentResult: '1' })).items as [CartHistoryRow];
    const call = { as: OWNER, params: { ...params(), cartId: row.cartId } };
    const { body: pdf } = await app.call(getReceiptPdf, call);
    const words = (await wordsOfPdf(Buffer.from(pdf.data, 'base64'))).toString();
    for (const part of [
      row.cartId,
      row.paymentId as string,
      ...(await desk.outcome(row.cartId)).metadata.invoices.map((each) => each.invoiceNumber),
    ]) {
      expect(words).toContain(part);
    }
    const { body } = await app.call(sendReceiptEmail, { ...call, body: { email: OWNER, message: 'The receipt.', ccEmails: [] } });
    expect(body.message).toBe(`Payment successfully emailed on ${OWNER}`);
  });

  it('the metrics page counts payments by result', async () => {
    const { payload } = await app.http.inject('/metrics');
    expect(payload).toMatch(/payments_ended_total\{result="paid",method="CreditCard"\} [1-9]/);
    expect(payload).toMatch(/payments_ended_total\{result="failed",method="CreditCard"\} [1-9]/);
    expect(payload).toMatch(/^payments_unresolved \d+$/m);
    expect(payload).toContain('payments_disagreed_total 0');
  });
});
