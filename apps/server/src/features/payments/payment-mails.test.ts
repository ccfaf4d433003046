import { updateMailSettings } from '@yardage/contract/users';
import { FAILED_CODES } from '@yardage/domain/payment-status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign } from '#server/adapters/payments/signature';
import { stripePayments } from '#server/adapters/payments/stripe/stripe.payments';
import { type StripeServer, settleBankDebit, startStripeServer } from '#server/adapters/payments/stripe/testing/stripe-server';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { recordEnding } from './payment-endings.queries.ts';
import { PAYMENT_NOTIFICATIONS_PATH } from './payment-notifications.routes.ts';

const OWNER = 'owner@example.com';
const RETURNED_ACCOUNT = '000111111116';
const STRIPE = { secretKey: 'sk_test_mails', webhookSecret: 'whsec_mails' };

/** What the tests of both processors share. */
async function openDesk(app: TestApp) {
  const [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  const mails = async (cartId: string) =>
    (await app.database.read<{ subject: string; to: string[]; state: string }[]>(
      'system',
      sql`select coalesce(json_agg(json_build_object('subject', subject, 'to', to_addresses, 'state', state) order by id), '[]') as answer
          from outgoing_mails where document_reference->>'id' = ${cartId}`,
    )) ?? [];
  return {
    ...paymentDesk(app, own, OWNER),
    own,
    mails,
    subjects: async (cartId: string) => (await mails(cartId)).map(({ subject }) => subject),
    invoice: async () => payableInvoices(app.database, own, 1),
    want: (paymentReceipts: boolean, paymentReturns: boolean) =>
      app.call(updateMailSettings, { as: OWNER, body: { paymentReceipts, paymentReturns } }),
  };
}

describe('the mails about a payment, by the sandbox processor', () => {
  let app: TestApp;
  let desk: Awaited<ReturnType<typeof openDesk>>;

  beforeAll(async () => {
    app = await openTestApp({ hasJobs: true, sandbox: { settleSeconds: 1 } });
    desk = await openDesk(app);
  });
  afterAll(() => app?.close());

  it('HIS-04 the receipt is sent once, with the document, to the user who paid', async () => {
    const { cartData } = await desk.pay(cardRequest(desk.own, await desk.invoice()));
    const subject = `Receipt of payment ${cartData.cartId}`;
    expect(await desk.mails(cartData.cartId)).toEqual([{ subject, to: [OWNER], state: expect.any(String) }]);
    const received = () =>
      app.database.read<{ recipients: string[]; body: string; attachments: { fileName: string; base64: string }[] }>(
        'system',
        sql`select row_to_json(m) as answer from demo_mailbox m where subject = ${subject}`,
      );
    await app.eventually('mails', async () => expect(await received()).toBeDefined());
    const mail = await received();
    expect(mail?.recipients).toEqual([OWNER]);
    expect(mail?.body).toContain('is settled');
    expect(mail?.body).toContain(`(${desk.own.customerNumber})`);
    expect(mail?.body).toContain(`/paymentHistory?customer=${desk.own.globalCustomerNumber}`);
    expect(mail?.attachments.map(({ fileName }) => fileName)).toEqual([`Payment_${cartData.cartId}.pdf`]);
    expect(wordsOfPdf(Buffer.from(mail?.attachments[0]?.base64 ?? '', 'base64'))).toContain('Payment receipt');
  });

  it('a declined payment sends no mail', async () => {
    const { cartData } = await desk.pay(cardRequest(desk.own, await desk.invoice(), TEST_CARDS.declined));
    expect(await desk.mails(cartData.cartId)).toEqual([]);
  });

  it('the receipt of an e-check is sent once, when it settles', async () => {
    const { cartData, status } = await desk.pay(checkRequest(desk.own, await desk.invoice()));
    if (status === 100100) expect(await desk.mails(cartData.cartId)).toEqual([]);
    expect((await desk.untilEnded(cartData.cartId)).status).toBe(100000);
    await Promise.all([app.announceEnds(), app.announceEnds()]);
    expect(await desk.subjects(cartData.cartId)).toEqual([`Receipt of payment ${cartData.cartId}`]);
  });

  it('a returned e-check sends a notice instead, once', async () => {
    const { cartData } = await desk.pay(checkRequest(desk.own, await desk.invoice(), RETURNED_ACCOUNT));
    expect((await desk.untilEnded(cartData.cartId)).status).toBe(FAILED_CODES.returned);
    await app.announceEnds();
    expect(await desk.subjects(cartData.cartId)).toEqual([`Payment ${cartData.cartId} was returned`]);
  });

  it('a user who turned one mail off gets only the other', async () => {
    await desk.want(false, true);
    const paid = await desk.pay(cardRequest(desk.own, await desk.invoice()));
    const returned = await desk.pay(checkRequest(desk.own, await desk.invoice(), RETURNED_ACCOUNT));
    await desk.untilEnded(returned.cartData.cartId);
    expect(await desk.mails(paid.cartData.cartId)).toEqual([]);
    expect(await desk.subjects(returned.cartData.cartId)).toHaveLength(1);
    await desk.want(true, true);
  });

  it('HIS-04 a payer who may not see payments any more gets neither receipt nor a notice that it was not delivered', async () => {
    const setRole = (role: string) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update members set role_id = (select id from roles where name = ${role})
          where customer_id = ${desk.own.customerId} and email = ${OWNER}`),
      );
    const { cartData: settling } = await desk.pay(checkRequest(desk.own, await desk.invoice()));
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update outgoing_mails set next_try_at = now() + interval '1 hour' where state = 'queued'`),
    );
    const { cartData: settled } = await desk.pay(cardRequest(desk.own, await desk.invoice()));
    const put = (state: string) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(
          sql`update outgoing_mails set state = ${state}, next_try_at = now() where document_reference->>'id' = ${settled.cartId}`,
        ),
      );
    await app.eventually('mails', async () => expect((await desk.mails(settled.cartId)).map(({ state }) => state)).toEqual(['sent']));
    await setRole('Field');
    // As if the mail server had been away.
    await put('queued');
    await app.eventually('mails', async () => expect(await desk.mails(settled.cartId)).toEqual([]));
    const isOver = sql`select payment_result = 1 as answer from payments where cart_id = ${settling.cartId}`;
    await app.eventually('complete-payments', async () => expect(await app.database.read('system', isOver)).toBe(true));
    expect(await desk.mails(settling.cartId)).toEqual([]);
    await setRole('Owner');
    const notices = sql`select count(*)::int as answer from outgoing_mails where document_kind like 'mail-refused%'`;
    expect(await app.database.read('system', notices)).toBe(0);
  });

  it('an outcome that was recorded before sends no second mail', async () => {
    const { cartData } = await desk.pay(cardRequest(desk.own, await desk.invoice()));
    const ended = await app.database.transaction('system', async (transaction) => {
      const { rows } = await transaction.client.query('select id from payments where cart_id = $1', [cartData.cartId]);
      return recordEnding(transaction, Number(rows[0].id), { paymentResult: 1, statusCode: 100000, statusMessage: 'Approved' });
    });
    expect(ended).toBeUndefined();
    expect(await desk.subjects(cartData.cartId)).toHaveLength(1);
  });
});

describe('the mails about a payment, by Stripe', () => {
  let stripe: StripeServer;
  let app: TestApp;
  let desk: Awaited<ReturnType<typeof openDesk>>;

  beforeAll(async () => {
    stripe = await startStripeServer(STRIPE.secretKey);
    app = await openTestApp({ hasJobs: true, payments: stripePayments({ ...STRIPE, apiUrl: stripe.url }) });
    desk = await openDesk(app);
  });
  afterAll(async () => {
    await app?.close();
    await stripe?.stop();
  });

  const notify = async (id: string) => {
    const payload = JSON.stringify({ type: 'payment_intent.succeeded', data: { object: { id, object: 'payment_intent' } } });
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(STRIPE.webhookSecret, payload) };
    return (await app.http.inject({ method: 'POST', url: PAYMENT_NOTIFICATIONS_PATH, headers, payload })).statusCode;
  };

  it.each([
    { account: undefined, subject: (cartId: string) => `Receipt of payment ${cartId}` },
    { account: RETURNED_ACCOUNT, subject: (cartId: string) => `Payment ${cartId} was returned` },
  ])('API-36 are sent once by webhook and completer together, account $account', async ({ account, subject }) => {
    const { cartData, paymentId } = await desk.pay(checkRequest(desk.own, await desk.invoice(), account));
    expect(await desk.mails(cartData.cartId)).toEqual([]);
    settleBankDebit(stripe, paymentId ?? '');
    expect(await Promise.all([notify(paymentId ?? ''), notify(paymentId ?? '')])).toEqual([200, 200]);
    await desk.untilEnded(cartData.cartId);
    expect(await notify(paymentId ?? '')).toBe(200);
    expect(await desk.subjects(cartData.cartId)).toEqual([subject(cartData.cartId)]);
  });
});
