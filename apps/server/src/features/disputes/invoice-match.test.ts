import { closeDispute, getDeskDispute } from '@yardage/contract/desk-disputes';
import { getInvoiceReview, getReviewOverview, type InvoiceReview, openDispute } from '@yardage/contract/disputes';
import { listInvoices } from '@yardage/contract/invoices';
import { countsAsDisputed } from '@yardage/domain/disputes';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { seededRandom } from '#server/testing/supply-world';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { findOverview } from './invoice-match.queries.ts';

const OWNER = 'owner@example.com';
const CREDIT = 'credit@example.com';
let app: TestApp;
let customers: TestCustomer[];
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  customers = await customersOf(app.database, OWNER);
  [own] = customers as [TestCustomer];
});
afterAll(() => app?.close());

const inParams = ({ globalCustomerNumber }: TestCustomer) => ({ globalCustomerNumber });
const review = async (customer: TestCustomer, documentNumber: string) =>
  (await app.call(getInvoiceReview, { as: OWNER, params: { ...inParams(customer), documentNumber } })).body as InvoiceReview;
const numbersOf = async (customer: TestCustomer, query: Record<string, string>) => {
  const numbers: string[] = [];
  for (let pageIndex = 1, pages = 1; pageIndex <= pages; pageIndex += 1) {
    const paged = { ...query, pageIndex, pageSize: 100 };
    const { body } = await app.call(listInvoices, { as: OWNER, params: inParams(customer), query: paged });
    numbers.push(...(body.items as { documentNumber: string }[]).map(({ documentNumber }) => documentNumber));
    pages = body.totalPages;
  }
  return numbers.sort();
};
const change = (text: string, values: unknown[] = []) =>
  app.database.transaction('system', ({ client }) => client.query(text, values)) as Promise<pg.QueryResult>;

/** An open invoice without findings. */
async function rightOpenInvoice(): Promise<string> {
  const wrong = await numbersOf(own, { review: 'attention' });
  const right = (await numbersOf(own, { due: 'open' })).filter((documentNumber) => !wrong.includes(documentNumber));
  for (const documentNumber of right) {
    const { findings, lines } = await review(own, documentNumber);
    if (findings.length === 0 && lines.length > 0) return documentNumber;
  }
  throw new Error('no invoice is right');
}

/** Rejects the load of a ticket on the job, and changes what is billed for it. */
async function reject(ticketId: number, billing = 'select $1::bigint'): Promise<void> {
  await change(
    `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
     select t.customer_id, t.id, gen_random_uuid(), true, 'slump', 'Rosa Delgado', (select min(id) from users), 'Someone', t.ticketed_at
     from tickets t where t.id = $1`,
    [ticketId],
  );
  await change(billing, [ticketId]);
}

/** The invoices that the pure rules mark, which the filter has to find. */
async function marked(customer: TestCustomer): Promise<string[]> {
  const open = await numbersOf(customer, { due: 'open' });
  const reviews = await Promise.all(open.map((documentNumber) => review(customer, documentNumber)));
  const isLeft = ({ findings, disputes }: InvoiceReview) =>
    !disputes.some((each) => each.ticketId === null && countsAsDisputed(each)) &&
    findings.some(
      (finding) =>
        !disputes.some((each) => countsAsDisputed(each) && each.ticketId === finding.ticketId && each.lineNumber === finding.lineNumber),
    );
  return reviews
    .filter(isLeft)
    .map(({ documentNumber }) => documentNumber)
    .sort();
}

describe('the comparison with tickets and prices', () => {
  it("APY-08 marks the demo's three wrong invoices with the figures of both sides, and no others of any customer", async () => {
    const found = await numbersOf(own, { review: 'attention' });
    const reviews = await Promise.all(found.map((documentNumber) => review(own, documentNumber)));
    expect(new Set(reviews.flatMap(({ findings }) => findings.map(({ kind }) => kind)))).toEqual(
      new Set(['quantity', 'price', 'billed-twice']),
    );
    expect(found).toHaveLength(3);
    for (const { findings, lines } of reviews) {
      for (const finding of findings) {
        const line = lines.find(({ ticketId, lineNumber }) => ticketId === finding.ticketId && lineNumber === finding.lineNumber);
        expect(finding.difference).toBeGreaterThan(0);
        if (finding.kind === 'price') expect(finding.billed).toBe(line?.unitPrice);
        if (finding.kind === 'quantity') expect(finding.billed).toBe(line?.quantity);
        if (finding.kind === 'quantity') expect(finding.billed - finding.agreed).toBeCloseTo(1, 6);
      }
    }
    for (const customer of customers.slice(1)) expect(await numbersOf(customer, { review: 'attention' })).toEqual([]);
  });

  it('APY-08 SGN-01 marks an invoice that bills a load which was rejected on the job, until that is disputed or corrected', async () => {
    const [documentNumber = ''] = (await numbersOf(own, { due: 'open' })).toReversed();
    expect((await review(own, documentNumber)).findings).toEqual([]);
    const [{ ticketId } = { ticketId: 0 }] = (await review(own, documentNumber)).lines;
    await reject(ticketId);
    const { findings, lines } = await review(own, documentNumber);
    const billed = lines.filter((line) => line.ticketId === ticketId);
    expect(findings).toMatchObject(
      billed.map(({ lineNumber, amount }) => ({ kind: 'rejected', ticketId, lineNumber, difference: amount, rejectReason: 'slump' })),
    );
    const markOf = async () => {
      const { body } = await app.call(getReviewOverview, { as: OWNER, params: inParams(own) });
      const marks = body.marks as { documentNumber: string; needsAttention: boolean; billsRejectedLoad: boolean; isDisputed: boolean }[];
      return marks.find((mark) => mark.documentNumber === documentNumber);
    };
    expect(await numbersOf(own, { review: 'attention' })).toContain(documentNumber);
    expect(await markOf()).toMatchObject({ needsAttention: true, billsRejectedLoad: true });
    const [first] = billed;
    const body = { documentNumber, ticketId, lineNumber: first?.lineNumber, reason: 'not-delivered', amount: 1, note: 'Rejected' };
    const { body: dispute } = await app.call(openDispute, { as: OWNER, params: inParams(own), body, files: [] });
    const line = (await app.call(getDeskDispute, { as: CREDIT, params: { id: dispute.id } })).body.line;
    expect(line).toMatchObject({ rejectReason: 'slump' });
    expect(await markOf()).toMatchObject({ needsAttention: billed.length > 1, billsRejectedLoad: billed.length > 1, isDisputed: true });
    // A correction says that the load was received after all.
    await change(
      `insert into ticket_sign_offs (customer_id, ticket_id, client_key, corrects_id, is_rejected, received_by, signature, signed_by, signed_by_name, signed_at)
       select s.customer_id, s.ticket_id, gen_random_uuid(), s.id, false, s.received_by, ''::bytea, s.signed_by, s.signed_by_name, s.signed_at
       from ticket_sign_offs s where s.ticket_id = $1`,
      [ticketId],
    );
    expect((await review(own, documentNumber)).findings).toEqual([]);
    expect(await markOf()).toMatchObject({ needsAttention: false, billsRejectedLoad: false });
    await change('delete from dispute_entries where dispute_id = $1', [dispute.id]);
    await change('delete from disputes where id = $1', [dispute.id]);
  });

  it('APY-08 compares only what has the unit of the order with the quantity of the ticket', async () => {
    const documentNumber = await rightOpenInvoice();
    const [{ ticketId } = { ticketId: 0 }] = (await review(own, documentNumber)).lines;
    const { rows } = await change(
      `insert into products (data_source_id, number, description, order_type, unit_of_measure)
       select p.data_source_id, 'NC-ACC', 'Accelerator', p.order_type, 'OZ'
       from tickets t join orders o on o.id = t.order_id join products p on p.id = o.product_id where t.id = $1 returning id`,
      [ticketId],
    );
    await change(
      `insert into ticket_products (customer_id, ticket_id, line_number, product_id, quantity, unit_price_cents, amount_cents)
       select t.customer_id, t.id, 90, $2, 40, 0, 0 from tickets t where t.id = $1`,
      [ticketId, rows[0]?.id],
    );
    expect((await review(own, documentNumber)).findings).toEqual([]);
    expect(await numbersOf(own, { review: 'attention' })).not.toContain(documentNumber);
    await change('delete from ticket_products where ticket_id = $1 and line_number = 90', [ticketId]);
  });

  it('APY-08 takes equal ticket numbers for one load only on the same day and of the same plant', async () => {
    const documentNumber = await rightOpenInvoice();
    const [{ ticketId } = { ticketId: 0 }] = (await review(own, documentNumber)).lines;
    const { rows } = await change(
      `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, load_number, quantity, tax_cents, alt_key, invoice_id)
       select t.customer_id, t.order_id, t.ticket_number, t.status_id, t.ticketed_at, t.plant_id, 90, 1, 0, 'twin',
         (select i.id from invoices i where i.customer_id = t.customer_id and i.document_date < own.document_date and i.voided_on is null order by i.id limit 1)
       from tickets t join invoices own on own.id = t.invoice_id where t.id = $1 returning id, plant_id`,
      [ticketId],
    );
    const twin = rows[0]?.id;
    const kinds = async () => (await review(own, documentNumber)).findings.map(({ kind }) => kind);
    expect(await kinds()).toContain('billed-twice');
    await change(`update tickets set ticketed_at = ticketed_at - interval '25 hours' where id = $1`, [twin]);
    expect(await kinds()).toEqual([]);
    expect(await numbersOf(own, { review: 'attention' })).not.toContain(documentNumber);
    await change(
      `update tickets set ticketed_at = ticketed_at + interval '25 hours', plant_id = (select min(id) from plants p where p.id <> $2) where id = $1`,
      [twin, rows[0]?.plant_id],
    );
    expect(await kinds()).toEqual([]);
    expect(await numbersOf(own, { review: 'attention' })).not.toContain(documentNumber);
    await change('delete from tickets where id = $1', [twin]);
  });

  it('APY-08 filters by the same rules in SQL that the panel applies, over random changes', async () => {
    const random = seededRandom(8);
    const lines = await app.database.read<{ ticket: number; line: number; order: number; invoice: number }[]>(
      'system',
      sql`select json_agg(json_build_object('ticket', t.id, 'line', line.line_number, 'order', t.order_id, 'invoice', i.id) order by line.id) as answer
          from invoices i join tickets t on t.invoice_id = i.id join ticket_products line on line.ticket_id = t.id
          where i.customer_id = ${own.customerId} and i.open_cents > 0`,
    );
    const pick = () => {
      const found = lines?.[Math.floor(random() * lines.length)];
      if (!found) throw new Error('no line');
      return found;
    };
    const changes: ((of: ReturnType<typeof pick>) => Promise<unknown>)[] = [
      ({ ticket }) => change('update tickets set quantity = quantity + 0.25 where id = $1', [ticket]),
      ({ ticket }) => change('update tickets set is_cancelled = true where id = $1', [ticket]),
      ({ ticket, line }) =>
        change('update ticket_products set unit_price_cents = unit_price_cents - 1 where ticket_id = $1 and line_number = $2', [
          ticket,
          line,
        ]),
      ({ ticket, order }) =>
        change(
          `update tickets set ticket_number = (select min(t.ticket_number) from tickets t where t.order_id = $2 and t.id < $1) where id = $1
             and exists (select from tickets t where t.order_id = $2 and t.id < $1)`,
          [ticket, order],
        ),
      ({ ticket }) => change('update tickets set invoice_id = null where id = $1', [ticket]),
      ({ ticket }) => reject(ticket),
      // A load that was rejected and is on the invoice for nothing.
      ({ ticket }) => reject(ticket, 'update ticket_products set unit_price_cents = 0, amount_cents = 0 where ticket_id = $1'),
      ({ invoice }) => change('update orders set quote_id = null where id = (select order_id from invoices where id = $1)', [invoice]),
    ];
    for (let round = 0; round < 3; round += 1) {
      for (const apply of changes) await apply(pick());
      const expected = await marked(own);
      expect(expected.length).toBeGreaterThan(3);
      expect(await numbersOf(own, { review: 'attention' }), `round ${round}`).toEqual(expected);
      const { body } = await app.call(getReviewOverview, { as: OWNER, params: inParams(own) });
      expect(body.attentionCount).toBe(expected.length);
    }
  });

  it('APY-08 APY-03 needs no attention any more where the difference is disputed', async () => {
    const [documentNumber = ''] = await numbersOf(own, { review: 'attention' });
    const { findings } = await review(own, documentNumber);
    for (const { ticketId, lineNumber } of findings) {
      const place = ticketId === null ? {} : { ticketId, lineNumber };
      const body = { documentNumber, ...place, reason: 'other', amount: 0.01, note: 'Differs' };
      const { status } = await app.call(openDispute, { as: OWNER, params: inParams(own), body, files: [] });
      // A line with two findings is disputed once.
      expect([200, 409]).toContain(status);
    }
    expect(await numbersOf(own, { review: 'attention' })).not.toContain(documentNumber);
    expect(await numbersOf(own, { review: 'disputed' })).toContain(documentNumber);
    expect(await numbersOf(own, { review: 'attention' })).toEqual(await marked(own));
    // With more marks than an answer may have, the disputed ones stay, also if they are older.
    const [disputed] = await numbersOf(own, { review: 'disputed' });
    await change('update invoices set document_date = document_date - 300 where document_number = $1', [disputed]);
    const { rows } = await change('select id from users where email = $1', [OWNER]);
    const member = { customerId: own.customerId, userId: Number(rows[0]?.id) };
    const overview = JSON.parse(await findOverview(app.database, member, { maxMarks: 1, today: '2026-01-01', rule: 'none' }));
    expect(overview.marks).toEqual([expect.objectContaining({ isDisputed: true })]);
    expect(overview.attentionCount).toBeGreaterThan(0);
  });

  it('APY-08 APY-03 needs attention again after disputes of its lines or of all of it were closed by hand', async () => {
    const [documentNumber = ''] = await numbersOf(own, { review: 'attention' });
    const { findings } = await review(own, documentNumber);
    const whole = { ticketId: null, lineNumber: null };
    for (const places of [findings, [whole]]) {
      for (const { ticketId, lineNumber } of places) {
        const body = { documentNumber, ...(ticketId && { ticketId, lineNumber }), reason: 'other', amount: 0.01, note: 'Differs' };
        await app.call(openDispute, { as: OWNER, params: inParams(own), body, files: [] });
      }
      expect(await numbersOf(own, { review: 'attention' })).not.toContain(documentNumber);
      for (const { id, version, state } of (await review(own, documentNumber)).disputes) {
        const body = { message: 'Settled outside.', version };
        if (state === 'open') expect((await app.call(closeDispute, { as: CREDIT, params: { id }, body })).status).toBe(200);
      }
      expect(await numbersOf(own, { review: 'attention' })).toContain(documentNumber);
      expect(await numbersOf(own, { review: 'attention' })).toEqual(await marked(own));
    }
  });
});
