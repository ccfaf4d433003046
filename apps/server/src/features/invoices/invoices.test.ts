import { getCreditPdf } from '@yardage/contract/credits';
import { getInvoice, getInvoicePdf, type InvoiceRow, listInvoices, sendInvoiceEmail } from '@yardage/contract/invoices';
import { formatMoney } from '@yardage/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
/** A Project Manager, who has no `invoices.view-history`. */
const MANAGER = 'manager@example.com';
/** The heading of what was paid and credited. */
const HISTORY = 'Payments and credits';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const ask = (query: Record<string, string> = {}, as = OWNER) =>
  app.call(listInvoices, { as, params: { globalCustomerNumber: own.globalCustomerNumber }, query });
const list = async (query: Record<string, string> = {}) => (await ask(query)).body as { items: InvoiceRow[]; totalCount: number };
const params = (documentNumber: string) => ({ globalCustomerNumber: own.globalCustomerNumber, documentNumber });
const count = async (condition: ReturnType<typeof sql>) =>
  Number(
    await app.database.read(
      'system',
      sql`select count(*) as answer from invoices i where customer_id = ${own.customerId} and ${condition}`,
    ),
  );
const pending = sql`exists (select from payment_invoices p where p.invoice_id = i.id and p.payment_result = 2)`;
const cents = (amount: number) => Math.round(amount * 100);

/** Gives an invoice a discount while `work` runs, then restores the old one. */
async function withDiscountUntil(documentNumber: string, daysFromToday: number, work: () => Promise<void>) {
  const today = sql`(select (now() at time zone time_zone)::date from customers c join data_sources d on d.id = c.data_source_id where c.id = ${own.customerId})`;
  const where = sql`where customer_id = ${own.customerId} and document_number = ${documentNumber}`;
  const before = await app.database.read<{ cents: number; day: string | null }>(
    'system',
    sql`select json_build_object('cents', discount_cents, 'day', discount_expires_on) as answer from invoices ${where}`,
  );
  const set = (discount: ReturnType<typeof sql>, day: ReturnType<typeof sql>) =>
    app.database.transaction('system', async ({ orm }) => {
      await orm.execute(sql`update invoices set discount_cents = ${discount}, discount_expires_on = ${day} ${where}`);
    });
  await set(sql`100`, sql`${today} + ${daysFromToday}::int`);
  await work().finally(() => set(sql`${before?.cents ?? 0}::bigint`, sql`${before?.day ?? null}::date`));
}

/** Returns one ticket of an invoice. */
const ticketOf = async (documentNumber: string) =>
  Number(
    await app.database.read(
      'system',
      sql`select min(t.id) as answer from tickets t join invoices i on i.id = t.invoice_id where i.document_number = ${documentNumber}`,
    ),
  );

describe('the invoices list', () => {
  it('API-24 INV-03 INV-06 returns all, the paid, the unpaid or the pending, each with its own result', async () => {
    expect((await list()).totalCount).toBe(await count(sql`true`));
    expect((await list({ paymentResult: '' })).totalCount).toBe(await count(sql`true`));
    const wanted = {
      '0': sql`paid_cents < total_cents and not ${pending}`,
      '1': sql`paid_cents = total_cents`,
      '2': pending,
    };
    for (const [paymentResult, condition] of Object.entries(wanted)) {
      const { items, totalCount } = await list({ paymentResult, pageSize: '100' });
      expect(totalCount).toBe(await count(condition));
      expect(totalCount).toBeGreaterThan(0);
      expect(new Set(items.map((row) => String(row.paymentResult)))).toEqual(new Set([paymentResult]));
    }
    expect((await ask({ paymentResult: '3' })).status).toBe(400);
  });

  it('API-24 INV-03 finds and shows an invoice that names no order by the order of its tickets', async () => {
    const row = (await list({ pageSize: '100' })).items.find(({ orderId, jobAddress1 }) => orderId !== null && jobAddress1);
    if (!row) throw new Error('no invoice of an order');
    const set = (orderId: number | null) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update invoices set order_id = $1 where customer_id = $2 and document_number = $3', [
          orderId,
          own.customerId,
          row.documentNumber,
        ]),
      );
    const order = await app.database.read<{ number: string; job: string }>(
      'system',
      sql`select json_build_object('number', order_number, 'job', job) as answer from orders where id = ${row.orderId}`,
    );
    await set(null);
    for (const word of [order?.number, order?.job, row.jobAddress1]) {
      const { items } = await list({ search: `${word} ${row.documentNumber}`, pageSize: '100' });
      expect(
        items.map(({ documentNumber, jobAddress1 }) => [documentNumber, jobAddress1]),
        String(word),
      ).toEqual([[row.documentNumber, row.jobAddress1]]);
    }
    await set(row.orderId);
  });

  it('INV-07 has amounts that add up in every row', async () => {
    for (const row of (await list()).items) {
      expect(cents(row.amountWithDiscount)).toBe(cents(row.currentAmount) - cents(row.discountAmount));
      expect(row.currentAmount).toBe(row.paymentResult === 1 ? 0 : row.invoiceAmount);
      expect(row.customerNumber).toBe(own.customerNumber);
    }
  });

  it("INV-07 counts a discount until its last day in the data source's time zone", async () => {
    const [row] = (await list({ paymentResult: '0' })).items as [InvoiceRow];
    const discountOf = async () => (await list({ search: row.documentNumber })).items[0]?.discountAmount;
    await withDiscountUntil(row.documentNumber, 0, async () => expect(await discountOf()).toBe(1));
    await withDiscountUntil(row.documentNumber, -1, async () => expect(await discountOf()).toBe(0));
  });

  it('filters by the dates of the documents, both days included', async () => {
    const [newest] = (await list()).items as [InvoiceRow];
    const { items } = await list({ fromDate: newest.documentDate, toDate: newest.documentDate });
    expect(items.map((row) => row.documentNumber)).toContain(newest.documentNumber);
    expect(items.every((row) => row.documentDate === newest.documentDate)).toBe(true);
  });

  it('INV-01 finds by number, batch and job address, and sorts by amount', async () => {
    const [row] = (await list()).items as [InvoiceRow];
    for (const search of [row.documentNumber, row.batchNumber, row.jobAddress1 ?? '']) {
      expect((await list({ search })).items.map((each) => each.documentNumber)).toContain(row.documentNumber);
    }
    const amounts = (await list({ sortBy: 'currentAmount', sortDesc: 'true' })).items.map((each) => each.currentAmount);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
  });

  it('INV-01 INV-07 has due date and days overdue, sorts by both, and filters overdue invoices', async () => {
    const today = await app.database.read<string>(
      'system',
      sql`select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as answer from customers c join data_sources d on d.id = c.data_source_id where c.id = ${own.customerId}`,
    );
    const overdue = await list({ due: 'overdue', sortBy: 'daysOverdue' });
    expect(overdue.totalCount).toBe(await count(sql`paid_cents < total_cents and due_date < ${today}::date`));
    expect(overdue.totalCount).toBeGreaterThan(0);
    const days = overdue.items.map((row) => row.daysOverdue ?? 0);
    expect(days).toEqual([...days].sort((a, b) => b - a));
    for (const row of [...overdue.items, ...(await list()).items]) {
      const late = Math.round((Date.parse(today ?? '') - Date.parse(row.dueDate)) / 86_400_000);
      expect(row.daysOverdue, row.documentNumber).toBe(row.currentAmount > 0 && late > 0 ? late : null);
    }
    const dueDates = (await list({ sortBy: 'dueDate', sortDesc: 'false' })).items.map((row) => row.dueDate);
    expect(dueDates).toEqual([...dueDates].sort());
    expect((await list({ due: 'open' })).totalCount).toBe(await count(sql`paid_cents < total_cents`));
    expect((await ask({ due: 'late' })).status).toBe(400);
  });

  it('INV-01 finds by amount in any usual form, and by ticket number', async () => {
    const [row] = (await list({ paymentResult: '0' })).items as [InvoiceRow];
    const plain = row.invoiceAmount.toFixed(2);
    const grouped = row.invoiceAmount.toLocaleString('en-US', { minimumFractionDigits: 2 });
    for (const search of [plain, grouped, `$${grouped}`, `$${grouped.slice(0, -3)}`, String(row.invoiceAmount)]) {
      const { items } = await list({ search });
      expect(
        items.map((each) => each.documentNumber),
        search,
      ).toContain(row.documentNumber);
    }
    expect((await list({ search: `${grouped} ${row.documentNumber}` })).items.map((each) => each.documentNumber)).toEqual([
      row.documentNumber,
    ]);
    const ticketNumber = await app.database.read<string>(
      'system',
      sql`select ticket_number as answer from tickets where id = ${await ticketOf(row.documentNumber)}`,
    );
    expect((await list({ search: ticketNumber ?? '' })).items.map((each) => each.documentNumber)).toContain(row.documentNumber);
    expect((await list({ search: `${ticketNumber}9` })).items.map((each) => each.documentNumber)).not.toContain(row.documentNumber);
  });

  it('INV-02 shows the status, and filters by it, only with the permission', async () => {
    const [open] = (await list({ paymentResult: '0' })).items as [InvoiceRow];
    await app.database.transaction('system', async ({ orm }) => {
      await orm.execute(sql`delete from role_permissions where code = 'invoices.view-status' and role_id in (1, 4, 6)`);
    });
    const rowsOf = async (as: string) => (await ask({}, as)).body.items as InvoiceRow[];
    expect((await ask({ paymentResult: '0' }, 'viewer@example.com')).status).toBe(403);
    expect((await rowsOf('viewer@example.com')).every((row) => row.paymentResult === null)).toBe(true);
    const wordsFor = async (as: string) => {
      const { body } = await app.call(getInvoicePdf, { as, params: params(open.documentNumber) });
      return wordsOfPdf(Buffer.from(body.data, 'base64')).split('\n');
    };
    expect([await wordsFor(MANAGER), await wordsFor(OWNER)].map((words) => words.includes('Open'))).toEqual([false, true]);
    // A user who may pay gets the payment result even without the permission to view the status.
    expect((await rowsOf(OWNER)).every((row) => row.paymentResult !== null)).toBe(true);
    await app.database.transaction('system', async ({ orm }) => {
      await orm.execute(
        sql`insert into role_permissions (role_id, code) select id, 'invoices.view-status' from roles where id in (1, 4, 6)`,
      );
    });
  });
});

describe('one invoice', () => {
  it('API-25 INV-08 has its deliveries, recaps that sum them up, and sales and tax that make the amount', async () => {
    const [row] = (await list()).items as [InvoiceRow];
    const query = { orderId: row.orderId ?? 0 };
    const { body } = await app.call(getInvoice, { as: OWNER, params: params(row.documentNumber), query });
    expect(body).toMatchObject(row);
    expect([row.orderNumber, row.poNumber, row.job]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
    expect(body.invoiceProducts.length).toBeGreaterThan(0);
    for (const { quantity, unitPrice, amount } of body.invoiceProducts) expect(amount).toBeCloseTo(quantity * unitPrice, 1);
    expect(cents(body.salesAmount) + cents(body.taxAmount)).toBe(cents(body.invoiceAmount));
    for (const lines of [body.invoiceProducts, body.productRecaps] as { amount: number }[][]) {
      expect(lines.reduce((sum, line) => sum + cents(line.amount), 0)).toBe(cents(body.salesAmount));
    }
    for (const recap of body.productRecaps) {
      const same = body.invoiceProducts.filter((line: { productNumber: string }) => line.productNumber === recap.productNumber);
      expect(recap.quantity).toBeCloseTo(
        same.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0),
        2,
      );
    }
    expect(body.totalQuantity).toBeGreaterThan(0);
    expect(cents(body.paidAmount) + cents(body.discountTakenAmount) + cents(body.currentAmount)).toBe(cents(body.invoiceAmount));
    const ofAnother = await app.call(getInvoice, { as: OWNER, params: params(row.documentNumber), query: { orderId: 999_999_999 } });
    expect(ofAnother.status).toBe(404);
  });

  it('API-25 FED-02 without an order has job and unit of the order of its tickets, and no unit if those differ', async () => {
    const write = (statement: string, ...values: unknown[]) =>
      app.database.transaction('system', ({ client }) => client.query(statement, values));
    const { rows } = await write(
      `select i.document_number as number, i.order_id as "orderId", max(t.id) as ticket from invoices i join tickets t on t.invoice_id = i.id
       where i.customer_id = $1 and i.order_id is not null group by i.id having count(*) > 1 and min(t.order_id) = max(t.order_id) limit 1`,
      own.customerId,
    );
    const { number, orderId, ticket } = rows[0] as { number: string; orderId: string; ticket: string };
    const detail = async () => (await app.call(getInvoice, { as: OWNER, params: params(number) })).body;
    const setOrders = async (ofInvoice: string | null, ofTicket: string) => {
      await write('update invoices set order_id = $1 where customer_id = $2 and document_number = $3', ofInvoice, own.customerId, number);
      await write('update tickets set order_id = $1 where id = $2', ofTicket, ticket);
    };
    const before = await detail();
    await setOrders(null, orderId);
    const { job, jobAddress1, poNumber, unitOfMeasure } = before;
    expect(await detail()).toMatchObject({ orderId: null, job, jobAddress1, poNumber, unitOfMeasure });
    // Another order, of something that is sold in another unit.
    const other = await write('select id, product_id from orders where customer_id = $1 and id <> $2 limit 1', own.customerId, orderId);
    const { id, product_id: product } = other.rows[0] as { id: string; product_id: string };
    await write(
      'update orders set product_id = (select min(id) from products where unit_of_measure <> $1) where id = $2',
      unitOfMeasure,
      id,
    );
    await setOrders(null, id);
    expect(await detail()).toMatchObject({ job: null, unitOfMeasure: null });
    await setOrders(orderId, orderId);
    await write('update orders set product_id = $1 where id = $2', product, id);
    expect(await detail()).toEqual(before);
  });

  it('API-26 API-28 is the same in its PDF', async () => {
    const [row] = (await list({ paymentResult: '0' })).items as [InvoiceRow];
    const { body } = await app.call(getInvoicePdf, { as: OWNER, params: params(row.documentNumber) });
    const words = (await wordsOfPdf(Buffer.from(body.data, 'base64'))).toString();
    expect(words).toContain(row.documentNumber);
    expect(words).toContain(row.currentAmount.toLocaleString('en-US', { minimumFractionDigits: 2 }));
    // A wrong order or ticket gives 404.
    const statusOf = async (query: Record<string, number>) =>
      (await app.call(getInvoicePdf, { as: OWNER, params: params(row.documentNumber), query })).status;
    const orderId = row.orderId ?? 0;
    const ticketId = await ticketOf(row.documentNumber);
    expect(await statusOf({ orderId, ticketId })).toBe(200);
    expect([await statusOf({ orderId: orderId + 1, ticketId }), await statusOf({ orderId, ticketId: 1_000_000 })]).toEqual([404, 404]);
  });

  it('TKT-10 FED-02 is found by the order of any of its tickets, also if it has another order or none', async () => {
    const [row] = (await list({ paymentResult: '0' })).items as [InvoiceRow];
    const ticketId = await ticketOf(row.documentNumber);
    const setOrder = (orderId: number | null) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update invoices set order_id = $1 where customer_id = $2 and document_number = $3', [
          orderId,
          own.customerId,
          row.documentNumber,
        ]),
      );
    const statusOf = async (orderId: number) => {
      const call = { as: OWNER, params: params(row.documentNumber), query: { orderId } };
      const pdf = await app.call(getInvoicePdf, { ...call, query: { orderId, ticketId } });
      return [pdf.status, (await app.call(getInvoice, call)).status];
    };
    await setOrder(null);
    const [ofTickets, ofNone] = [await statusOf(row.orderId ?? 0), await statusOf((row.orderId ?? 0) + 1)];
    await setOrder(row.orderId);
    expect([ofTickets, ofNone]).toEqual([
      [200, 200],
      [404, 404],
    ]);
  });

  it('INV-08 INV-12 API-26 separates paid from discounted amounts, and has the history for those who may see it', async () => {
    const documentNumber = await app.database.read<string>(
      'system',
      sql`select i.document_number as answer from invoices i join payment_invoices laid on laid.invoice_id = i.id
          where i.customer_id = ${own.customerId} and laid.payment_result = 1 and laid.discount_cents > 0 order by i.id limit 1`,
    );
    const call = { as: OWNER, params: params(documentNumber ?? '') };
    const { body: invoice } = await app.call(getInvoice, call);
    expect(invoice.discountTakenAmount).toBeGreaterThan(0);
    expect(cents(invoice.paidAmount) + cents(invoice.discountTakenAmount)).toBe(cents(invoice.invoiceAmount));
    const { body: pdf } = await app.call(getInvoicePdf, call);
    const words = wordsOfPdf(Buffer.from(pdf.data, 'base64')).split('\n');
    expect(words).toContain(HISTORY);
    const { body: withoutHistory } = await app.call(getInvoicePdf, { ...call, as: MANAGER });
    expect(wordsOfPdf(Buffer.from(withoutHistory.data, 'base64')).split('\n')).not.toContain(HISTORY);
    for (const [label, amount] of [
      ['Paid', invoice.paidAmount],
      ['Discount taken', invoice.discountTakenAmount],
    ] as const) {
      expect(words[words.lastIndexOf(label) + 1]).toBe(formatMoney(-cents(amount)));
    }
  });

  it('API-12 API-27 MAIL-09 INV-12 INV-13 is mailed, with orderId and ticketId, as its sender sees it', async () => {
    const [row] = (await list()).items as [InvoiceRow];
    const body = {
      email: 'clerk@example.com',
      message: 'Please see attached.',
      ccEmails: [],
      orderId: row.orderId,
      ticketId: await ticketOf(row.documentNumber),
    };
    const answer = await app.call(sendInvoiceEmail, { as: OWNER, params: params(row.documentNumber), body });
    expect(answer.body).toEqual({ message: 'Invoice successfully emailed on clerk@example.com' });
    // The body may repeat the customer and the invoice of the path, but not name others.
    const { customerNumber, dataset } = own;
    const send = (more: object) =>
      app.call(sendInvoiceEmail, { as: OWNER, params: params(row.documentNumber), body: { ...body, ...more } });
    expect((await send({ customerNumber, dataset, documentNumber: row.documentNumber })).status).toBe(200);
    expect((await send({ documentNumber: 'other' })).body.errors).toEqual({ documentNumber: ['The path names another one.'] });
    for (const other of [{ customerNumber: 'other' }, { dataset: 'other' }]) {
      expect((await send(other)).body.code).toBe('customer-mismatch');
    }
    expect((await send({ bcc: 'x@example.com' })).status).toBe(400);
    const attached = (to: string) =>
      app.database.read<{ fileName: string; base64: string }>(
        'system',
        sql`select attachments->0 as answer from demo_mailbox where ${to} = any(recipients)`,
      );
    const [paid] = (await list({ paymentResult: '1' })).items as [InvoiceRow];
    for (const as of [OWNER, MANAGER]) {
      const mail = { ...body, email: `from-${as}`, orderId: null, ticketId: null };
      expect((await app.call(sendInvoiceEmail, { as, params: params(paid.documentNumber), body: mail })).status).toBe(200);
    }
    await app.eventually('mails', async () => expect((await attached(body.email))?.fileName).toBe(`Invoice_${row.documentNumber}.pdf`));
    const wordsTo = async (as: string) => wordsOfPdf(Buffer.from((await attached(`from-${as}`))?.base64 ?? '', 'base64'));
    await app.eventually('mails', async () => expect(await wordsTo(OWNER)).toContain(HISTORY));
    await app.eventually('mails', async () => expect(await wordsTo(MANAGER)).toContain(paid.documentNumber));
    expect(await wordsTo(MANAGER)).not.toContain(HISTORY);
  });

  it('API-26 APY-01 says in its PDF on which day it was corrected, as a credit memo does', async () => {
    const [row] = (await list()).items as [InvoiceRow];
    const all = await customersOf(app.database, OWNER);
    const { number, global } = (await app.database.read<{ number: string; global: string }>(
      'system',
      sql`select json_build_object('number', r.document_number, 'global', c.global_customer_number) as answer from credits r join customers c on c.id = r.customer_id
        where c.id in (${sql.join(
          all.map(({ customerId }) => customerId),
          sql`, `,
        )}) order by r.id limit 1`,
    )) as { number: string; global: string };
    const words = async () => {
      const pdfs = [
        await app.call(getInvoicePdf, { as: OWNER, params: params(row.documentNumber) }),
        await app.call(getCreditPdf, { as: OWNER, params: { globalCustomerNumber: global, documentNumber: number } }),
      ];
      return pdfs.map(({ body }) => wordsOfPdf(Buffer.from(body.data, 'base64')).split('\n'));
    };
    const revise = (at: string | null) =>
      app.database.transaction('system', async ({ client }) => {
        const found = 'document_number = $1 and customer_id = (select id from customers where global_customer_number = $2)';
        await client.query(`update invoices set revised_at = $3 where ${found}`, [row.documentNumber, own.globalCustomerNumber, at]);
        await client.query(`update credits set revised_at = $3 where ${found}`, [number, global, at]);
      });
    await revise(null);
    for (const each of await words()) expect(each).not.toContain('Corrected');
    // Still the eleventh at the data source.
    await revise('2026-11-12T03:30:00Z');
    for (const each of await words()) expect(each).toEqual(expect.arrayContaining(['Corrected', '11/11/2026']));
    await revise(null);
  });
});
