import { answerDispute, closeDispute, getDeskDispute, getDeskDisputeFile, listDeskDisputes } from '@yardage/contract/desk-disputes';
import {
  type DisputeDetail,
  getDispute,
  getDisputeFile,
  getInvoiceReview,
  getReviewOverview,
  type InvoiceReview,
  openDispute,
  type ReviewedLine,
  replyToDispute,
  withdrawDispute,
} from '@yardage/contract/disputes';
import { HEADERS } from '@yardage/contract/headers';
import { listInvoices } from '@yardage/contract/invoices';
import { quantityWorth } from '@yardage/domain/disputes';
import { centsOf } from '@yardage/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { hostileFiles, photo } from '#server/features/pictures/testing/pictures';
import { connectHub } from '#server/testing/hub-client';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const PAYABLES = 'payables@example.com';
const CREDIT = 'credit@example.com';
const ADMINISTRATOR = 'desk@example.com';
let app: TestApp;
let own: TestCustomer;
let params: { globalCustomerNumber: string };
/** Open invoices with their lines; each test takes its own. */
let invoices: string[];

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
  const query = { due: 'open', pageSize: 100, sortDesc: false };
  const { items } = (await app.call(listInvoices, { as: PAYABLES, params, query })).body as { items: { documentNumber: string }[] };
  invoices = items.map(({ documentNumber }) => documentNumber);
});
afterAll(() => app?.close());

const nextInvoice = () => invoices.pop() ?? '';
const review = async (documentNumber: string, as = PAYABLES) =>
  (await app.call(getInvoiceReview, { as, params: { ...params, documentNumber } })).body as InvoiceReview;
const detail = async (id: number) => (await app.call(getDispute, { as: PAYABLES, params: { ...params, id } })).body as DisputeDetail;
const firstLine = async (documentNumber: string) => (await review(documentNumber)).lines[0] as ReviewedLine;
const open = (body: object, more: object = {}) => app.call(openDispute, { as: PAYABLES, params, body, ...more });
const disputeLine = async (over: object = {}, more: object = {}) => {
  const documentNumber = nextInvoice();
  const { ticketId, lineNumber } = await firstLine(documentNumber);
  const answer = await open({ documentNumber, ticketId, lineNumber, reason: 'price', amount: 10, note: 'Too dear', ...over }, more);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as DisputeDetail;
};
const answer = (id: number, version: number, over: object = {}, as = CREDIT) =>
  app.call(answerDispute, { as, params: { id }, body: { outcome: 'declined', message: 'The price is right.', version, ...over } });
const withdraw = (id: number, version: number) => app.call(withdrawDispute, { as: PAYABLES, params: { ...params, id }, body: { version } });
const lastAudit = () =>
  app.database.read<{ action: string; subject: string }>(
    'system',
    sql`select json_build_object('action', action, 'subject', subject) as answer from audit_log order by id desc limit 1`,
  );
const eventsOf = (id: number) =>
  app.database.read<string[]>(
    'system',
    sql`select json_agg(type order by sequence) as answer from events where (data->>'disputeId')::bigint = ${id}`,
  );

describe('disputing a line', () => {
  it('APY-03 holds a quantity with its price and tax back, and leaves the rest open to pay', async () => {
    const documentNumber = nextInvoice();
    const before = await review(documentNumber);
    const line = before.lines[0] as ReviewedLine;
    const body = {
      documentNumber,
      ticketId: line.ticketId,
      lineNumber: line.lineNumber,
      reason: 'quantity',
      quantity: 1,
      note: 'One short',
    };
    const { body: dispute } = await open(body);
    const worth = quantityWorth(1, {
      quantity: line.quantity,
      unitPriceCents: centsOf(line.unitPrice),
      amountCents: centsOf(line.amount),
      taxCents: centsOf(line.taxAmount),
    });
    expect(dispute).toMatchObject({ documentNumber, reason: 'quantity', quantity: 1, amount: worth / 100, state: 'open', version: 0 });
    expect(dispute).toMatchObject({ ticketNumber: line.ticketNumber, productNumber: line.productNumber, createdByName: 'Priya Ravindran' });
    const after = await review(documentNumber);
    expect(after.disputedAmount).toBe(worth / 100);
    expect(centsOf(after.undisputedAmount)).toBe(centsOf(before.undisputedAmount) - worth);
    expect(after.disputes.map(({ id }) => id)).toEqual([dispute.id]);
    expect(await lastAudit()).toEqual({ action: 'disputes.open', subject: documentNumber });
    expect(await eventsOf(dispute.id)).toEqual(['dispute.opened']);
    const listed = await app.call(listInvoices, { as: PAYABLES, params, query: { review: 'disputed' } });
    expect(listed.body.items.map((row: { documentNumber: string }) => row.documentNumber)).toContain(documentNumber);
    const { body: overview } = await app.call(getReviewOverview, { as: PAYABLES, params });
    expect(overview.disputedCount).toBe(listed.body.totalCount);
    expect(overview.marks).toContainEqual(expect.objectContaining({ documentNumber, isDisputed: true, disputedAmount: worth / 100 }));
  });

  it('APY-03 refuses what does not fit: no line, too much, twice the same line, more than the invoice, a void invoice', async () => {
    const documentNumber = nextInvoice();
    const { lines, salesAmount, taxAmount } = await review(documentNumber);
    const { ticketId, lineNumber, amount, taxAmount: lineTax, quantity } = lines[0] as ReviewedLine;
    const right = { documentNumber, ticketId, lineNumber, reason: 'other', amount: 1, note: 'Wrong' };
    const faults = async (over: object) => Object.keys((await open({ ...right, ...over })).body.errors ?? {});
    expect(await faults({ lineNumber: 99 })).toEqual(['lineNumber']);
    expect(await faults({ lineNumber: '' })).toEqual(['lineNumber']);
    expect(await faults({ amount: Math.round((amount + lineTax) * 100 + 1) / 100 })).toEqual(['amount']);
    expect(await faults({ amount: 0.001 })).toEqual(['amount']);
    expect(await faults({ amount: '', quantity: '' })).toEqual(['amount']);
    expect(await faults({ quantity: quantity + 1 })).toEqual(['quantity']);
    expect(await faults({ reason: 'tax', amount: lineTax + 1 })).toEqual(['amount']);
    expect(await faults({ reason: 'revenge' })).toEqual(['reason']);
    expect(await faults({ note: ' ' })).toEqual(['note']);
    expect(await faults({ ticketId: '', lineNumber: '', quantity: 1 })).toEqual(['quantity']);
    // Two tabs send the same line at once: one dispute.
    const both = await Promise.all([open(right), open(right)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const whole = { documentNumber, reason: 'other', amount: salesAmount + taxAmount, note: 'All of it' };
    expect((await open(whole)).body.errors.amount[0]).toContain('Other disputes');
    expect((await open({ ...whole, amount: salesAmount + taxAmount - 1 })).status).toBe(200);
    const voided = nextInvoice();
    await app.database.transaction('system', ({ client }) =>
      client.query('update invoices set voided_on = document_date where customer_id = $1 and document_number = $2 and paid_cents = 0', [
        own.customerId,
        voided,
      ]),
    );
    expect((await open({ documentNumber: voided, reason: 'other', amount: 1, note: 'Void' })).status).toBe(409);
  });

  it('APY-03 is done once for one idempotency key', async () => {
    const documentNumber = nextInvoice();
    const body = { documentNumber, reason: 'other', amount: 5, note: 'Sent twice' };
    const headers = { [HEADERS.idempotencyKey]: `dispute-${documentNumber}` };
    const [first, second] = [await open(body, { headers }), await open(body, { headers })];
    expect(second.body).toEqual(first.body);
    expect((await review(documentNumber)).disputes).toHaveLength(1);
  });

  it('APY-03 takes pictures and PDFs, judged by their content, and serves them as downloads to both sides only', async () => {
    const pdf = Buffer.from(`%PDF-1.4\n${'1 0 obj'.repeat(20)}\n%%EOF\n`);
    const files = [
      { fileName: 'ticket.jpg', bytes: await photo(64, 64) },
      { fileName: '../../signed ticket.PDF', bytes: pdf },
    ];
    const { id, entries } = await disputeLine({}, { files });
    const kept = entries[0]?.files ?? [];
    expect(kept.map(({ fileName, contentType }) => [fileName, contentType])).toEqual([
      ['ticket.jpg', 'image/jpeg'],
      ['signed ticket.pdf', 'application/pdf'],
    ]);
    const fileId = kept[1]?.id ?? 0;
    const mine = await app.call(getDisputeFile, { as: PAYABLES, params: { ...params, id, fileId } });
    expect(mine.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
    expect(String(mine.headers['content-disposition'])).toMatch(/^attachment/);
    expect((await app.call(getDeskDisputeFile, { as: CREDIT, params: { id, fileId } })).status).toBe(200);
    const [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
    const theirs = { globalCustomerNumber: foreign.globalCustomerNumber, id, fileId };
    expect((await app.call(getDisputeFile, { as: 'other@example.com', params: theirs })).status).toBe(404);
    expect((await app.call(getDispute, { as: 'other@example.com', params: theirs })).status).toBe(404);
    const hostile = [...(await hostileFiles()), { fileName: 'cut.pdf', bytes: Buffer.from('%PDF-1.4 and no end') }];
    for (const file of hostile) {
      const refused = await open({ documentNumber: nextInvoice(), reason: 'other', amount: 1, note: 'Bad file' }, { files: [file] });
      expect([file.fileName, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([file.fileName, 400, ['files']]);
    }
    const many = Array.from({ length: 5 }, () => ({ fileName: 'more.pdf', bytes: pdf }));
    const reply = (sent: typeof many) =>
      app.call(replyToDispute, { as: PAYABLES, params: { ...params, id }, body: { message: 'More' }, files: sent });
    expect((await reply(many)).body.errors.files[0]).toBe('You can attach at most 6 files.');
    expect((await reply(many.slice(1))).status).toBe(200);
  });
});

describe('the credit desk', () => {
  it('APY-03 answers with an outcome; the customer gets mail and sees it; a message reopens what was declined', async () => {
    const { id, documentNumber } = await disputeLine();
    const waiting = await app.call(listDeskDisputes, { as: CREDIT, query: { view: 'to-answer', search: documentNumber } });
    expect(waiting.body.items).toMatchObject([{ id, customerNumber: own.customerNumber, createdByName: 'Priya Ravindran' }]);
    const { body } = await answer(id, 0);
    expect(body).toMatchObject({ state: 'answered', outcome: 'declined', version: 1, createdByEmail: PAYABLES, isCreatorMailed: true });
    expect(body.line).toMatchObject({ ticketQuantity: expect.any(Number), unitPrice: expect.any(Number) });
    expect(await review(documentNumber)).toMatchObject({ disputedAmount: 0 });
    expect(await lastAudit()).toEqual({ action: 'desk.answer-dispute', subject: documentNumber });
    const mailed = () =>
      app.database.read<string>(
        'system',
        sql`select body as answer from demo_mailbox where subject = ${`Dispute of invoice ${documentNumber}: Declined`}`,
      );
    await app.eventually('mails', async () => expect(await mailed()).toContain('The price is right.'));
    expect(await mailed()).toContain(`dispute=${id}`);
    await app.call(replyToDispute, { as: PAYABLES, params: { ...params, id }, body: { message: 'See the quote.' }, files: [] });
    const after = await detail(id);
    expect(after).toMatchObject({ state: 'open', outcome: null, version: 2 });
    expect(after.entries.map(({ kind, isStaff }) => [kind, isStaff])).toEqual([
      ['opened', false],
      ['answered', true],
      ['message', false],
    ]);
    expect(await eventsOf(id)).toEqual(['dispute.opened', 'dispute.answered', 'dispute.reopened']);
  });

  it('APY-03 sees times of the data source, and whether whoever opened it gets mail', async () => {
    const { id } = await disputeLine();
    const find = async () => (await app.call(getDeskDispute, { as: CREDIT, params: { id } })).body;
    const zone = sql`select d.time_zone as answer from data_sources d where d.code = ${own.dataset}`;
    expect(await find()).toMatchObject({ timeZone: await app.database.read('system', zone), isCreatorMailed: true });
    const enable = (isEnabled: boolean) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update members set is_enabled = ${isEnabled} where customer_id = ${own.customerId} and email = ${PAYABLES}`),
      );
    await enable(false);
    expect(await find()).toMatchObject({ isCreatorMailed: false });
    await enable(true);
  });

  it('APY-03 PER-13 mails no answer to whoever may not see invoices any more, also if it was queued before', async () => {
    const setRole = (role: string) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update members set role_id = (select id from roles where name = ${role})
          where customer_id = ${own.customerId} and email = ${PAYABLES}`),
      );
    const [before, after] = [await disputeLine(), await disputeLine()];
    const queued = (documentNumber: string) =>
      app.database.read<number>(
        'system',
        sql`select count(*)::int as answer from outgoing_mails where subject like ${`%${documentNumber}%`} and document_kind = 'dispute-answer'`,
      );
    await app.database.transaction('system', async ({ orm }) => {
      // As after an answer that waited for the mail server.
      await orm.execute(sql`insert into outgoing_mails (customer_id, document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message, next_try_at)
        select ${own.customerId}, 'dispute-answer', jsonb_build_object('entryId', e.id), array[${PAYABLES}], '{}', '{}', ${before.documentNumber}, '', now() + interval '1 hour'
        from dispute_entries e where e.dispute_id = ${before.id}`);
    });
    await setRole('Field');
    expect((await answer(after.id, 0)).body).toMatchObject({ isCreatorMailed: false });
    expect([await queued(before.documentNumber), await queued(after.documentNumber)]).toEqual([1, 0]);
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update outgoing_mails set next_try_at = now() where subject = ${before.documentNumber}`),
    );
    await app.eventually('mails', async () => expect(await queued(before.documentNumber)).toBe(0));
    await setRole('Accounts Payable');
    const arrived = sql`select count(*)::int as answer from demo_mailbox where subject like ${`%${before.documentNumber}%`}`;
    expect(await app.database.read('system', arrived)).toBe(0);
  });

  it('APY-03 ends a dispute by hand: nothing is held back, the customer gets mail, and nobody changes it any more', async () => {
    const { id, documentNumber } = await disputeLine();
    const close = (version: number, as = CREDIT) =>
      app.call(closeDispute, { as, params: { id }, body: { message: 'Settled on the phone.', version } });
    expect((await close(0, PAYABLES)).status).toBe(403);
    expect((await close(7)).status).toBe(409);
    expect((await close(0)).body).toMatchObject({ state: 'closed', version: 1 });
    expect(await review(documentNumber)).toMatchObject({ disputedAmount: 0 });
    expect((await detail(id)).entries.at(-1)).toMatchObject({ kind: 'closed', isStaff: true, message: 'Settled on the phone.' });
    expect(await lastAudit()).toEqual({ action: 'desk.close-dispute', subject: documentNumber });
    expect(await eventsOf(id)).toEqual(['dispute.opened', 'dispute.closed']);
    expect([(await close(1)).status, (await answer(id, 1)).status]).toEqual([409, 409]);
    const mailed = sql`select body as answer from demo_mailbox where subject = ${`Dispute of invoice ${documentNumber}: Closed`}`;
    await app.eventually('mails', async () => expect(await app.database.read('system', mailed)).toContain('Settled on the phone.'));
  });

  it('APY-03 of two answers at once the first wins; the second gets an error and the first answer', async () => {
    const { id } = await disputeLine();
    const both = await Promise.all([answer(id, 0), answer(id, 0, { outcome: 'credit-promised' }, ADMINISTRATOR)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both.find(({ status }) => status === 200)?.body.outcome;
    expect((await app.call(getDeskDispute, { as: CREDIT, params: { id } })).body).toMatchObject({ outcome: winner, version: 1 });
    expect((await detail(id)).entries.filter(({ kind }) => kind === 'answered')).toHaveLength(1);
  });

  it('APY-03 a withdrawal and an answer at once end in one state that both see', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await disputeLine();
      const [answered, withdrawn] = await Promise.all([answer(id, 0), withdraw(id, 0)]);
      expect([answered.status, withdrawn.status].sort()).toEqual([200, 409]);
      const seen = await detail(id);
      expect(seen.state).toBe(withdrawn.status === 200 ? 'withdrawn' : 'answered');
      expect((await app.call(getDeskDispute, { as: CREDIT, params: { id } })).body.state).toBe(seen.state);
      expect(seen.entries).toHaveLength(2);
    }
  });

  it('APY-03 nothing changes a dispute that is closed, and its line can be disputed again', async () => {
    const { id, documentNumber, ticketId, lineNumber } = await disputeLine();
    expect((await withdraw(id, 0)).body).toMatchObject({ state: 'withdrawn' });
    expect((await withdraw(id, 1)).status).toBe(409);
    expect((await answer(id, 1)).status).toBe(409);
    const message = { as: PAYABLES, params: { ...params, id }, body: { message: 'Too late' }, files: [] };
    expect((await app.call(replyToDispute, message)).status).toBe(409);
    expect(await eventsOf(id)).toEqual(['dispute.opened', 'dispute.withdrawn']);
    const again = () => open({ documentNumber, ticketId, lineNumber, reason: 'other', amount: 1, note: 'Again' });
    const { body: second } = await again();
    expect((await again()).status).toBe(409);
    const body = { message: 'Settled on the phone.', version: second.version };
    expect((await app.call(closeDispute, { as: CREDIT, params: { id: second.id }, body })).body).toMatchObject({ state: 'closed' });
    expect((await withdraw(second.id, second.version + 1)).status).toBe(409);
    expect((await again()).status).toBe(200);
  });

  it('APY-03 the hub announces changes to the customer and the credit desk, not to dispatchers or other customers', async () => {
    const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
    const emails = [PAYABLES, CREDIT, 'dispatcher@example.com', 'other@example.com'];
    const clients = await Promise.all(emails.map(async (email) => connectHub(url, await app.token(email))));
    const [customer, credit, dispatcher, other] = clients as [
      (typeof clients)[0],
      (typeof clients)[0],
      (typeof clients)[0],
      (typeof clients)[0],
    ];
    const { id } = await disputeLine();
    await answer(id, 0, { outcome: 'needs-information' });
    const heard = await customer.hears('RecordsChanged', 2);
    expect(heard).toEqual([1, 2].map(() => ({ globalCustomerNumber: own.globalCustomerNumber, resource: 'disputes', ids: [id] })));
    expect(await credit.hears('DeskChanged', 2)).toEqual([{ area: 'disputes' }, { area: 'disputes' }]);
    expect([...dispatcher.heard, ...other.heard].filter(({ event }) => /Changed$/.test(event))).toEqual([]);
    for (const client of clients) client.close();
  });
});
