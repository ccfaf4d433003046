import { type PaymentInvoice, type PaymentRequest, paymentRefusal } from '@yardage/contract/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_SIGNATURE_HEADER } from '#server/adapters/payments/sandbox/sandbox.payments';
import { sign } from '#server/adapters/payments/signature';
import { sql } from '#server/database/drizzle';
import { holdRows } from '#server/testing/held-rows';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, type PayableInvoice, payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { PAYMENT_NOTIFICATIONS_PATH } from './payment-notifications.routes.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;
let desk: ReturnType<typeof paymentDesk>;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
  desk = paymentDesk(app, own, OWNER);
});
afterAll(() => app?.close());

const oneInvoice = async () => (await payableInvoices(app.database, own, 1)) as [PayableInvoice];

/** Everything that a payment would have left behind, in our database and at the processor. */
const traces = async () => {
  const payments = await app.database.read('system', sql`select count(*) as answer from payments`);
  const orders = await app.database.engine.pool.query('select count(*) from sandbox_processor.orders');
  return { payments, orders: orders.rows };
};

describe('an initiation is refused, and nothing is charged,', () => {
  const altered: [string, (request: PaymentRequest) => unknown, number][] = [
    ['with a total of another amount', (request) => ({ ...request, totalAmountWithDiscount: 1 }), 409],
    ['with a total that is a fraction of a cent off', (request) => ({ ...request, totalAmount: request.totalAmount + 0.001 }), 409],
    ['with a negative total', (request) => ({ ...request, totalAmount: -request.totalAmount }), 400],
    ['with a total that is no number', (request) => ({ ...request, totalAmount: String(request.totalAmount) }), 400],
    ['with no total at all', (request) => ({ ...request, totalAmount: null }), 400],
    ['in another currency', (request) => ({ ...request, currency: 'CAD' }), 400],
    ['by a method that does not exist', (request) => ({ ...request, paymentMethod: 'PayPal' }), 400],
    ['with an empty cart', (request) => ({ ...request, metadata: { ...request.metadata, invoices: [] } }), 400],
    [
      'with an invoice twice',
      (request) => ({
        ...request,
        metadata: { ...request.metadata, invoices: [...request.metadata.invoices, ...request.metadata.invoices] },
      }),
      400,
    ],
    [
      'with an invoice for less',
      (request) => ({
        ...request,
        totalAmount: 1,
        totalDiscountAmount: 0,
        totalAmountWithDiscount: 1,
        metadata: {
          ...request.metadata,
          invoices: request.metadata.invoices.map((line) => ({ ...line, invoiceAmount: 1, discountAmount: 0, amountWithDiscount: 1 })),
        },
      }),
      409,
    ],
    [
      'for another customer number',
      (request) => ({ ...request, metadata: { ...request.metadata, customerNumber: foreign.customerNumber } }),
      403,
    ],
  ];

  it.each(altered)('%s', async (_what, alter, status) => {
    const before = await traces();
    expect((await desk.send(alter(cardRequest(own, await oneInvoice())))).status).toBe(status);
    expect(await traces()).toEqual(before);
  });

  it('with an invoice of another customer, a paid one, or one that is being paid', async () => {
    const theirs = await payableInvoices(app.database, foreign, 1);
    const liveApplications = (result: number) =>
      app.database.read<PayableInvoice>(
        'system',
        sql`select json_build_object('id', i.id, 'invoiceNumber', i.document_number, 'openCents', i.total_cents, 'discountCents', 0) as answer
            from invoices i join payment_invoices laid on laid.invoice_id = i.id
            where i.customer_id = ${own.customerId} and laid.payment_result = ${result} limit 1`,
      ) as Promise<PayableInvoice>;
    const before = await traces();
    expect((await desk.send(cardRequest(own, theirs))).status).toBe(404);
    for (const result of [1, 2]) {
      const refused = await desk.send(cardRequest(own, [await liveApplications(result), ...(await oneInvoice())]));
      expect([refused.status, refused.body.code]).toEqual([409, 'cart-changed']);
    }
    expect(await traces()).toEqual(before);
  });

  it('with an expired discount, and the answer has the new figures', async () => {
    const [invoice] = await oneInvoice();
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update invoices set discount_cents = 500, discount_expires_on = '2020-01-10' where id = ${invoice.id}`),
    );
    await app.database.transaction({ customerId: own.customerId, userId: 1 }, ({ orm }) =>
      orm.execute(
        sql`insert into cart_invoices (customer_id, invoice_id) values (${own.customerId}, ${invoice.id}) on conflict do nothing`,
      ),
    );
    const before = await traces();
    const answer = await desk.send(cardRequest(own, [{ ...invoice, discountCents: 500 }]));
    expect(answer.status).toBe(409);
    const refusal = paymentRefusal.parse(answer.body);
    expect(refusal.cart?.invoices.filter((line) => line.invoiceNumber === invoice.invoiceNumber)).toMatchObject([
      { invoiceNumber: invoice.invoiceNumber, discountAmount: 0, amountWithDiscount: invoice.openCents / 100 },
    ]);
    expect(Object.keys(refusal.errors ?? {})).toEqual([invoice.invoiceNumber]);
    expect(refusal.metadata?.invoices[0]?.discountAmount).toBe(5);
    expect(await traces()).toEqual(before);
  });

  it("PAY-12 PAY-26 PAY-33 PAY-36 PAY-37 PAY-39 with the form's own messages for invalid input, and the metadata", async () => {
    const request = cardRequest(own, await oneInvoice(), '4242424242424241');
    const before = await traces();
    const { status, body } = await desk.send({
      ...request,
      paymentDetails: {
        ...request.paymentDetails,
        cvv: '1',
        expiryMonth: '13',
        billingAddress: { ...request.paymentDetails.billingAddress, state: 'Tennessee' },
      },
      metadata: { ...request.metadata, customerPhone: '123' },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      'metadata.customerPhone': ['Please enter a valid phone number'],
      'paymentDetails.cardNumber': ['Card number is not valid'],
      'paymentDetails.expiry': ['Invalid month'],
      'paymentDetails.cvv': ['CVC must be 3 or 4 digits'],
      'paymentDetails.billingAddress.state': ['State selection is required'],
    });
    expect(body.metadata.invoices.map((invoice: PaymentInvoice) => invoice.strStatusMessage)).toEqual(['Unpaid']);
    const check = checkRequest(own, await oneInvoice(), '12-34') as Extract<PaymentRequest, { paymentMethod: 'eCheck' }>;
    const { paymentDetails } = check;
    const wrong = { ...paymentDetails, bankRoutingNumber: '110000001' };
    wrong.billingAddress = { ...paymentDetails.billingAddress, state: 'ZZ', country: 'Canada' };
    expect((await desk.send({ ...check, paymentDetails: wrong })).body.errors).toEqual({
      'paymentDetails.bankAccountNumber': ['Invalid account number provided'],
      'paymentDetails.bankRoutingNumber': ['Invalid routing number provided'],
      'paymentDetails.billingAddress.country': ['Country is required'],
      'paymentDetails.billingAddress.state': ['State selection is required'],
    });
    expect(await traces()).toEqual(before);
  });

  it('PAY-11 by a method that the payer may not use', async () => {
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`delete from role_permissions where code = 'invoices.e-check' and role_id = (
        select m.role_id from members m join users u on u.id = m.user_id where u.email = 'payables@example.com' limit 1)`),
    );
    const before = await traces();
    expect((await desk.send(checkRequest(own, await oneInvoice()), 'payables@example.com')).status).toBe(403);
    expect((await desk.send(cardRequest(own, await oneInvoice()), 'manager@example.com')).status).toBe(403);
    expect(await traces()).toEqual(before);
    expect((await desk.send(cardRequest(own, await oneInvoice()), 'payables@example.com')).status).toBe(200);
  });
});

describe('many at once', () => {
  it('fifty initiations of one cart make one charge, and all get the same answer', async () => {
    const request = cardRequest(own, await payableInvoices(app.database, own, 2));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => desk.send(request, index % 2 ? 'payables@example.com' : OWNER)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const carts = new Set(answers.map((answer) => answer.body.data.cartData.cartId));
    expect(carts.size).toBe(1);
    expect((await desk.processorBooks())[[...carts][0]]).toHaveLength(1);
  });

  it('API-34 a payment that PostgreSQL ends because of a deadlock begins again by itself', async () => {
    const lock = 'select from invoices where id = $1 for no key update';
    /** Pays while somebody locks the invoices in the other order. Returns whether PostgreSQL ended the payment and not the other one. */
    const payInDeadlock = async (): Promise<boolean> => {
      const invoices = await payableInvoices(app.database, own, 2);
      const [first, second] = invoices.map(({ id }) => id).sort((a, b) => a - b) as [number, number];
      const held = await holdRows(app.database, lock, [second]);
      const paying = desk.send(cardRequest(own, invoices));
      await held.untilWaitedFor();
      const isPaymentEnded = await held.run(lock, [first]).then(
        () => true,
        () => false,
      );
      await held.commit();
      const { status, body } = await paying;
      expect([status, body.data?.status]).toEqual([200, 100_000]);
      return isPaymentEnded;
    };
    // PostgreSQL ends the transaction that waits first for a second: on a busy machine it may be the other one.
    await expect.poll(payInDeadlock, { timeout: 60_000 }).toBe(true);
  });

  it('fifty initiations of overlapping carts by two users charge each invoice at most once', async () => {
    const [one, two, three] = (await payableInvoices(app.database, own, 3)) as [PayableInvoice, PayableInvoice, PayableInvoice];
    const carts = [[one, two], [two, three], [three, one], [one, two, three], [two]];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        desk.send(cardRequest(own, carts[index % carts.length] ?? []), index % 2 ? 'payables@example.com' : OWNER),
      ),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    for (const { invoiceNumber } of [one, two, three]) expect((await desk.invoice(invoiceNumber)).liveApplications).toBeLessThanOrEqual(1);
    expect(Object.values(await desk.processorBooks()).every((moves) => moves.length === 1)).toBe(true);
    expect(await desk.ourBooks()).toEqual(await desk.processorBooks());
  });
});

describe('the processor’s notifications', () => {
  const notify = (body: string, signature: string) =>
    app.http.inject({
      method: 'POST',
      url: PAYMENT_NOTIFICATIONS_PATH,
      headers: { 'content-type': 'application/json', [SANDBOX_SIGNATURE_HEADER]: signature },
      payload: body,
    });
  const messageOf = (event: string, paymentId: string | null) => JSON.stringify({ event, paymentId });

  it('about a returned e-check open the invoice again; repeated, late or contradicting ones change nothing', async () => {
    const [invoice] = await oneInvoice();
    const { cartData, paymentId, status } = await desk.pay(checkRequest(own, [invoice], '000111111116'));
    expect(status).toBe(100100);
    await app.announceEnds();
    const after = await desk.outcome(cartData.cartId);
    expect(after).toMatchObject({ status: 200300, errors: { payment: ['The e-check was returned by the bank.'] } });
    for (const event of ['payment.returned', 'payment.returned', 'payment.paid']) {
      const body = messageOf(event, paymentId);
      expect((await notify(body, sign(app.sandbox.secret, body))).statusCode).toBe(200);
    }
    expect(await desk.outcome(cartData.cartId)).toEqual(after);
    expect(await desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
  });

  it('about a settled e-check that is returned open the invoice again, too', async () => {
    const [invoice] = await oneInvoice();
    const { cartData, paymentId } = await desk.pay(checkRequest(own, [invoice]));
    await app.announceEnds();
    expect((await desk.outcome(cartData.cartId)).status).toBe(100000);
    await app.database.engine.pool.query("update sandbox_processor.orders set state = 'returned' where payment_id = $1", [paymentId]);
    await app.announceEnds();
    expect((await desk.outcome(cartData.cartId)).status).toBe(200300);
    expect(await desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
  });

  it('are refused without a fresh signature of their exact bytes', async () => {
    const body = messageOf('payment.paid', 'P1');
    const now = Math.floor(Date.now() / 1000);
    const bad = [
      '',
      'v1=00',
      sign('another secret', body),
      sign(app.sandbox.secret, `${body} `),
      sign(app.sandbox.secret, body, now - 301),
    ];
    for (const signature of bad) expect((await notify(body, signature)).statusCode, signature).toBe(400);
    expect((await notify(body, sign(app.sandbox.secret, body))).statusCode).toBe(200);
  });
});
