import { randomUUID } from 'node:crypto';
import { exportAuditLog, getAuditEntry, listAuditActions, listAuditLog } from '@yardage/contract/desk-audit';
import { getDeskMail, listDeskMails, sendFailedMailsAgain, sendMailAgain } from '@yardage/contract/desk-mails';
import {
  askProcessor,
  getPaymentReview,
  listPaymentReviews,
  type PaymentReviewRow,
  updatePaymentReview,
} from '@yardage/contract/desk-payments';
import { HEADERS } from '@yardage/contract/headers';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { recordAudit } from '#server/features/audit/audit.queries';
import { refreshReviews } from '#server/features/payments/payment-reviews.queries';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const ADMINISTRATOR = 'desk@example.com';
const CREDIT = 'credit@example.com';
/** An action of an older version. */
const UNKNOWN = 'test.something' as AuditAction;
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const lastAudit = () =>
  app.database.read<{ action: string; subject: string; detail: Record<string, unknown> }>(
    'system',
    sql`select json_build_object('action', action, 'subject', subject, 'detail', detail) as answer from audit_log order by id desc limit 1`,
  );

describe('the page Mail', () => {
  const add = (subject: string, state: string, error: string | null) =>
    app.database.transaction('system', async ({ client }) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into outgoing_mails (document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message, state, last_error, attempts)
         values ('secret-link', '{"token": "very-secret"}', '{a@example.com}', '{b@example.com}', '{}', $1, 'The link is https://example.com/very-secret', $2, $3, 3) returning id`,
        [subject, state, error],
      );
      return Number(rows[0]?.id);
    });
  const list = (query: Record<string, string> = {}) => app.call(listDeskMails, { as: ADMINISTRATOR, query });
  const subjects = async (query: Record<string, string>) =>
    ((await list(query)).body.items as { subject: string }[]).map(({ subject }) => subject);

  it('STF-06 lists what was sent, waits and failed, with reason and next try, and never the text', async () => {
    await add('Waits', 'queued', '451 Try again later');
    await add('Failed', 'dead', '550 No such user');
    await add('Arrived', 'sent', null);
    expect(await subjects({ state: 'failed' })).toEqual(['Failed']);
    expect(await subjects({ state: 'waiting' })).toEqual(['Waits']);
    expect(await subjects({ search: 'b@example.com' })).toEqual(['Arrived', 'Failed', 'Waits']);
    expect(await subjects({ search: 'such user' })).toEqual(['Failed']);
    const answer = await list({ state: 'waiting' });
    expect(answer.body.items[0]).toMatchObject({
      recipients: ['a@example.com', 'b@example.com'],
      reason: '451 Try again later',
      attempts: 3,
      nextTryAt: expect.stringMatching(/Z$/),
    });
    expect((await list()).text).not.toContain('very-secret');
    expect((await app.call(listDeskMails, { as: CREDIT })).status).toBe(403);
  });

  it('STF-06 sends one failed mail again, or all, and records it in the audit log', async () => {
    const first = await add('Again one', 'dead', '550 No such user');
    expect((await app.call(sendMailAgain, { as: ADMINISTRATOR, params: { id: first } })).body.message).toBe('The mail is sent again.');
    expect(await lastAudit()).toMatchObject({ action: 'desk.send-mail-again', detail: { mailIds: [first] } });
    expect(await subjects({ state: 'waiting', search: 'Again one' })).toEqual(['Again one']);
    expect((await app.call(sendMailAgain, { as: ADMINISTRATOR, params: { id: first } })).status).toBe(409);
    await add('Again two', 'dead', '550 No such user');
    expect((await app.call(sendFailedMailsAgain, { as: ADMINISTRATOR })).body.message).toBe('2 mails are sent again.');
    expect(await subjects({ state: 'failed' })).toEqual([]);
  });
});

describe('payments that need a person', () => {
  const desk = () => paymentDesk(app, own, OWNER);
  const reviews = async (query: Record<string, string> = {}) =>
    (await app.call(listPaymentReviews, { as: CREDIT, query })).body.items as PaymentReviewRow[];
  const reviewsOf = async (cartId: string) => (await reviews({ search: cartId })).map(({ reason }) => reason);
  const refresh = () => app.database.transaction('system', refreshReviews);
  const pay = async (card: string = TEST_CARDS.approved) => desk().pay(cardRequest(own, await payableInvoices(app.database, own, 1), card));

  it('STF-07 APY-04 are listed when the processor gave the money back or the payer disputes it', async () => {
    for (const trouble of ['refunded', 'disputed'] as const) {
      const { cartData, paymentId } = await pay();
      await app.sandbox.books.giveBack(paymentId ?? '', trouble);
      await app.announceEnds();
      expect(await reviewsOf(cartData.cartId)).toEqual([trouble]);
    }
    const [row] = await reviews({ reason: 'disputed' });
    const timeZone = await app.database.read<string>(
      'system',
      sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`,
    );
    expect(row).toMatchObject({ globalCustomerNumber: own.globalCustomerNumber, timeZone, paymentResult: 0, doneAt: null });
  });

  it('STF-07 are listed when the bank returned them', async () => {
    const request = checkRequest(own, await payableInvoices(app.database, own, 1), '000111111116');
    const { cartData } = await desk().pay(request);
    await app.announceEnds();
    await refresh();
    expect(await reviewsOf(cartData.cartId)).toEqual(['returned']);
  });

  it('STF-07 are listed once their outcome has been unknown for too long, until the processor is asked again', async () => {
    const { cartData } = await pay(TEST_CARDS.answerLost);
    const paymentId = await app.database.read<string>(
      'system',
      sql`select payment_id as answer from payments where cart_id = ${cartData.cartId}`,
    );
    await refresh();
    expect(await reviewsOf(cartData.cartId)).toEqual([]);
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update payments set started_at = now() - interval '1 hour' where cart_id = ${cartData.cartId}`),
    );
    await refresh();
    expect(await reviewsOf(cartData.cartId)).toEqual(['unresolved']);
    const [review] = await reviews({ search: cartData.cartId });
    // The processor did not know it at first: asked again with the same key, as the page does.
    const params = { id: review?.id ?? 0 };
    const headers = { [HEADERS.idempotencyKey]: randomUUID() };
    const setProcessorId = (id: string | null) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update payments set payment_id = ${id} where cart_id = ${cartData.cartId}`),
      );
    await setProcessorId(null);
    expect((await app.call(askProcessor, { as: CREDIT, params, headers })).status).toBe(409);
    await setProcessorId(paymentId ?? null);
    const answer = await app.call(askProcessor, { as: CREDIT, params, headers });
    expect(answer.body).toMatchObject({ paymentResult: 1, doneAt: expect.any(String), doneBy: null });
    expect(await lastAudit()).toMatchObject({ action: 'payments.paid' });
  });

  it('STF-07 are listed when the processor and our books disagree', async () => {
    const { cartData, paymentId } = await pay();
    // Our books say that it failed, the processor that it is paid.
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update payments set payment_result = 0, result_code = 200100 where payment_id = ${paymentId}`),
    );
    await app.announceEnds();
    const [review] = await reviews({ search: cartData.cartId });
    expect(review).toMatchObject({ reason: 'disagreed', detail: 'Approved' });
    // The same answer again does not open a review that is done.
    const params = { id: review?.id ?? 0 };
    await app.call(updatePaymentReview, { as: CREDIT, params, body: { note: 'Called the bank.', isDone: true, version: 1 } });
    await app.call(askProcessor, { as: CREDIT, params });
    expect(await reviews({ search: cartData.cartId, state: 'open' })).toEqual([]);
  });

  it('STF-07 get a note and an end, which the audit log keeps', async () => {
    const { cartData, paymentId } = await pay();
    await app.sandbox.books.giveBack(paymentId ?? '', 'refunded');
    await app.announceEnds();
    const [review] = await reviews({ search: cartData.cartId });
    const params = { id: review?.id ?? 0 };
    const done = await app.call(updatePaymentReview, {
      as: CREDIT,
      params,
      body: { note: 'Credit memo 77 made.', isDone: true, version: 1 },
    });
    expect(done.body).toMatchObject({ note: 'Credit memo 77 made.', doneAt: expect.any(String), doneBy: expect.stringMatching(/\w/) });
    expect(await lastAudit()).toMatchObject({
      action: 'desk.update-payment-review',
      subject: cartData.cartId,
      detail: { note: 'Credit memo 77 made.', isDone: true, reason: 'refunded' },
    });
    expect((await reviews({ state: 'open' })).map(({ cartId }) => cartId)).not.toContain(cartData.cartId);
    const again = await app.call(updatePaymentReview, { as: CREDIT, params, body: { note: '', isDone: false, version: 2 } });
    expect(again.body).toMatchObject({ note: null, doneAt: null, doneBy: null });
    expect((await app.call(listPaymentReviews, { as: 'dispatcher@example.com' })).status).toBe(403);
  });
});

describe('a payment that two colleagues look at', () => {
  it('STF-07 keeps a note that was written meanwhile, and who dealt with it', async () => {
    const { cartData, paymentId } = await paymentDesk(app, own, OWNER).pay(
      cardRequest(own, await payableInvoices(app.database, own, 1), TEST_CARDS.approved),
    );
    await app.sandbox.books.giveBack(paymentId ?? '', 'refunded');
    await app.announceEnds();
    const { items } = (await app.call(listPaymentReviews, { as: CREDIT, query: { search: cartData.cartId } })).body;
    const params = { id: items[0].id as number };
    const find = async (): Promise<PaymentReviewRow> => (await app.call(getPaymentReview, { as: CREDIT, params })).body;
    const { version } = await find();
    const save = (as: string, body: object) => app.call(updatePaymentReview, { as, params, body });
    expect((await save(CREDIT, { note: 'Call Mr. Ortiz on Friday.', isDone: false, version })).status).toBe(200);
    // A colleague has the list from before.
    expect((await save(ADMINISTRATOR, { isDone: true, version })).status).toBe(409);
    expect((await save(ADMINISTRATOR, { note: 'Another note.', isDone: false, version })).status).toBe(409);
    // A change without a note leaves the stored one.
    const done = await save(ADMINISTRATOR, { isDone: true, version: version + 1 });
    expect(done.body).toMatchObject({ note: 'Call Mr. Ortiz on Friday.', doneBy: expect.any(String), version: version + 2 });
    const noted = await save(CREDIT, { note: 'They called back.', isDone: true, version: version + 2 });
    expect(noted.body).toMatchObject({ note: 'They called back.', doneBy: done.body.doneBy, doneAt: done.body.doneAt });
    const reopened = await save(CREDIT, { isDone: false, version: version + 3 });
    expect(reopened.body).toMatchObject({ note: 'They called back.', doneBy: null, doneAt: null });
    expect((await app.call(getPaymentReview, { as: CREDIT, params: { id: 999_999 } })).status).toBe(404);
  });

  it('STF-07 that resolved itself does not name the author of a later note as the one who dealt with it', async () => {
    const { cartData } = await paymentDesk(app, own, OWNER).pay(
      cardRequest(own, await payableInvoices(app.database, own, 1), TEST_CARDS.approved),
    );
    const id = await app.database.transaction('system', async ({ client }) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into payment_reviews (customer_id, payment_id, reason, done_at)
         select customer_id, id, 'unresolved', now() from payments where cart_id = $1 returning id`,
        [cartData.cartId],
      );
      return Number(rows[0]?.id);
    });
    const body = { note: 'The bank was slow.', isDone: true, version: 1 };
    expect((await app.call(updatePaymentReview, { as: CREDIT, params: { id }, body })).body).toMatchObject({
      doneBy: null,
      note: body.note,
    });
  });
});

describe('the audit log', () => {
  const list = (query: Record<string, string>) => app.call(listAuditLog, { as: ADMINISTRATOR, query });

  it('STF-08 LNG-02 is found by what an action is called, in the language of the reader, and by its code', async () => {
    const entry = { userId: null, customerId: null, subject: 'Shore Crane', detail: {}, requestId: 'r-2' };
    await app.database.transaction('system', (transaction) => recordAudit(transaction, { ...entry, action: 'payment-methods.verify' }));
    const found = async (search: string, language: string) =>
      (await app.call(listAuditLog, { as: ADMINISTRATOR, query: { search }, headers: { 'accept-language': language } })).body
        .totalCount as number;
    expect(await found('shore account verified', 'en')).toBe(1);
    expect(await found('shore cuenta verificada', 'es')).toBe(1);
    expect(await found('shore cuenta', 'en')).toBe(0);
    for (const language of ['en', 'es']) expect(await found('methods.verify crane', language)).toBe(1);
  });

  it('STF-08 is found by person, action, customer, period and text', async () => {
    const userId = Number(await app.database.read('system', sql`select id as answer from users where email = ${OWNER}`));
    const entry = { userId, customerId: own.customerId, action: UNKNOWN, requestId: 'r-1' };
    await app.database.transaction('system', (transaction) =>
      recordAudit(transaction, { ...entry, subject: '=HYPERLINK("http://evil")', detail: { note: 'needle in the detail' } }),
    );
    const today = String(
      await app.database.read(
        'system',
        sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as answer from audit_log where action = ${UNKNOWN}`,
      ),
    );
    const found = async (query: Record<string, string>) => (await list(query)).body.totalCount as number;
    expect(await found({ action: 'test.something' })).toBe(1);
    expect(await found({ action: 'test.something', who: 'OWNER@' })).toBe(1);
    expect(await found({ action: 'test.something', who: 'nobody-at-all' })).toBe(0);
    expect(await found({ action: 'test.something', customer: own.globalCustomerNumber })).toBe(1);
    expect(await found({ action: 'test.something', customer: own.globalCustomerNumber.toLowerCase() })).toBe(1);
    expect(await found({ action: 'test.something', customer: own.customerNumber })).toBe(1);
    expect(await found({ action: 'test.something', customer: 'G-none' })).toBe(0);
    expect(await found({ search: 'needle detail' })).toBe(1);
    expect(await found({ action: 'test.something', startDate: today, endDate: today })).toBe(1);
    expect(await found({ action: 'test.something', endDate: '2020-01-01', timeZone: 'America/New_York' })).toBe(0);
    expect((await list({ timeZone: 'Nowhere/Land' })).status).toBe(400);
    expect((await app.call(listAuditActions, { as: ADMINISTRATOR })).body).toContain('test.something');
  });

  it('STF-08 LNG-02 is exported as CSV, in UTF-8 that Excel reads, in which no cell is a formula, and the export is an entry', async () => {
    const { text, headers } = await app.call(exportAuditLog, { as: ADMINISTRATOR, query: { action: 'test.something' } });
    expect(String(headers['content-type'])).toContain('text/csv');
    const [head, line, ...rest] = text.split('\r\n');
    expect(head).toBe('\uFEFFtime,user,email,action,subject,customer,customer name,detail,request');
    expect(line).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(rest).toEqual(['']);
    expect(await lastAudit()).toMatchObject({ action: 'desk.export-audit-log', detail: { action: 'test.something' } });
  });

  it('STF-08 is exported whole, however long it is', async () => {
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `insert into audit_log (action, subject, detail, request_id) select 'test.many', n::text, '{}', 'many' from generate_series(1, 4321) n`,
      ),
    );
    const { text } = await app.call(exportAuditLog, { as: ADMINISTRATOR, query: { action: 'test.many' } });
    const subjects = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[4]);
    expect(subjects).toHaveLength(4321);
    expect(new Set(subjects).size).toBe(4321);
  });

  it('STF-06 STF-08 an entry and a mail are found by their id, however many came after', async () => {
    const { items } = (await list({ action: 'test.many' })).body;
    const entry = await app.call(getAuditEntry, { as: ADMINISTRATOR, params: { id: items[0].id } });
    expect([entry.status, entry.body]).toEqual([200, items[0]]);
    expect((await app.call(getAuditEntry, { as: ADMINISTRATOR, params: { id: 999_999_999 } })).status).toBe(404);
    const mails = (await app.call(listDeskMails, { as: ADMINISTRATOR })).body.items;
    const mail = await app.call(getDeskMail, { as: ADMINISTRATOR, params: { id: mails[0].id } });
    expect([mail.status, mail.body]).toEqual([200, mails[0]]);
    expect(mail.text).not.toContain('very-secret');
    expect((await app.call(getDeskMail, { as: ADMINISTRATOR, params: { id: 999_999_999 } })).status).toBe(404);
  });

  it.each(['Etc/GMT+12', 'Pacific/Kiritimati'])(
    'STF-08 an export is named after the day of whoever exports, here in %s',
    async (timeZone) => {
      const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
      const before = today();
      const { headers } = await app.call(exportAuditLog, { as: ADMINISTRATOR, query: { action: 'test.something', timeZone } });
      // Two names, in case midnight passes between the two reads of the day.
      const names = [before, today()].map((day) => `audit-log-${day}.csv`);
      expect(names.some((name) => String(headers['content-disposition']).includes(name))).toBe(true);
    },
  );
});
