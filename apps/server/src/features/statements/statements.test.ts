import {
  getStatement,
  getStatementPdf,
  listStatements,
  type StatementDetail,
  type StatementRow,
  sendStatementEmail,
} from '@yardage/contract/statements';
import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { FAILED_CODES } from '@yardage/domain/payment-status';
import { runInLanguage } from '@yardage/messages/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { recordEnding } from '#server/features/payments/payment-endings.queries';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let customers: TestCustomer[];
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  customers = await customersOf(app.database, OWNER);
  own = customers[0] as TestCustomer;
});
afterAll(() => app?.close());

const list = async (query: Record<string, string> = {}, { globalCustomerNumber } = own) =>
  (await app.call(listStatements, { as: OWNER, params: { globalCustomerNumber }, query })).body as {
    items: StatementRow[];
    totalCount: number;
  };
const open = async (statementDate: string, { globalCustomerNumber } = own) =>
  (await app.call(getStatement, { as: OWNER, params: { globalCustomerNumber, statementDate } })).body as StatementDetail;
const cents = (dollars: number) => Math.round(dollars * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
const ledger = (text: ReturnType<typeof sql>) => app.database.read<string>('system', text).then(Number);

describe('the statements list', () => {
  it('API-38 STM-03 STM-04 has one row per statement, newest first, with number, name and address', async () => {
    const { items, totalCount } = await list();
    expect(totalCount).toBe(await ledger(sql`select count(*) as answer from statements where customer_id = ${own.customerId}`));
    const days = items.map(({ statementDate }) => statementDate);
    expect(days).toEqual([...days].sort().reverse());
    expect(items[0]).toMatchObject({
      globalCustomerNumber: own.globalCustomerNumber,
      customerNumber: own.customerNumber,
      customerName: own.companyName,
      address: '1200 Riverside Dr, Chattanooga, TN 37402',
    });
    const ascending = await list({ sortBy: 'ticketDateTime', sortDesc: 'false' });
    expect(ascending.items.map(({ statementDate }) => statementDate)).toEqual([...days].reverse());
  });

  it('API-38 STM-01 filters by date, finds by the date as people write it, and pages', async () => {
    const { items } = await list();
    const [, second, third] = items as [StatementRow, StatementRow, StatementRow];
    const between = await list({ startDate: third.statementDate, endDate: second.statementDate });
    expect(between.items).toEqual([second, third]);
    expect((await list({ search: formatDay(third.statementDate) })).items).toEqual([third]);
    expect((await list({ search: `riverside ${own.customerNumber} ${formatDay(third.statementDate)}` })).items).toEqual([third]);
    expect((await list({ pageSize: '1', pageIndex: '2' })).items).toEqual([second]);
    expect((await list({ search: 'no such thing' })).items).toEqual([]);
  });

  it('LNG-02 STM-01 STM-09 is found by its day, and names payment methods, in the language of the screen', async () => {
    const { items } = await list();
    const [, , third] = items as [StatementRow, StatementRow, StatementRow];
    const headers = { 'accept-language': 'es' };
    const place = { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber }, headers };
    const shown = runInLanguage('es', () => formatDay(third.statementDate));
    const full = new Date(`${third.statementDate}T00:00:00Z`).toLocaleDateString('es-US', { month: 'long', timeZone: 'UTC' });
    expect(shown).toMatch(/^\d\d [a-z]+\.? \d{4}$/);
    for (const search of [shown, `${full} ${third.statementDate.slice(0, 4)}`]) {
      expect((await app.call(listStatements, { ...place, query: { search } })).body.items, search).toEqual([third]);
    }
    const methods = async (more: object) => {
      const params = items.slice(0, 4).map(({ statementDate }) => ({ ...place.params, statementDate }));
      const found = await Promise.all(params.map((each) => app.call(getStatement, { ...place, params: each, ...more })));
      const lines = found.flatMap(({ body }) => (body as StatementDetail).details);
      return lines.flatMap(({ documentCode, description }) => (documentCode === 'PY' ? description : [])).join();
    };
    const [inSpanish, inEnglish] = [await methods({}), await methods({ headers: {} })];
    expect([inSpanish, inEnglish]).toEqual([
      expect.stringMatching(/Tarjeta de crédito|Cheque/),
      expect.stringMatching(/(Credit card|E-check|Check) payment/),
    ]);
    expect(inSpanish + inEnglish).not.toMatch(/CreditCard|eCheck/);
  });
});

describe('one statement', () => {
  it('API-39 STM-07 STM-08 is the ledger as of its day, on every customer number: balances, aging and payments add up', async () => {
    for (const customer of customers) {
      const { items } = await list({}, customer);
      for (const { statementDate } of items.slice(0, 3)) {
        const statement = await open(statementDate, customer);
        const until = (day: ReturnType<typeof sql>) => sql`customer_id = ${customer.customerId} and ${day} <= ${statementDate}::date`;
        const asOf = await ledger(sql`select
          (select coalesce(sum(total_cents), 0) from invoices where ${until(sql`document_date`)} and not coalesce(voided_on <= ${statementDate}::date, false))
          - (select coalesce(sum(total_cents), 0) from credits where ${until(sql`document_date`)})
          - (select coalesce(sum(amount_cents), 0) from payments where payment_result = 1 and ${until(sql`ledger_day(customer_id, settled_at)`)})
          - (select coalesce(sum(discount_cents), 0) from payment_invoices where payment_result = 1 and ${until(sql`applied_on`)}) as answer`);
        const { currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount } = statement;
        expect(cents(statement.balanceDue)).toBe(asOf);
        expect(sum(statement.details.map(({ balance }) => balance))).toBe(asOf);
        expect(sum([currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount])).toBe(asOf);
        const { previousBalance, charges, adjustments, discountsTaken, amountPaid } = statement;
        expect(sum([previousBalance, charges, adjustments, -amountPaid, -discountsTaken])).toBe(asOf);
        const before = statement.previousStatementDate ? await open(statement.previousStatementDate, customer) : undefined;
        expect(previousBalance).toBe(before?.balanceDue ?? 0);
        const discounted = statement.details.filter(({ documentCode }) => documentCode === 'DS').map(({ amount }) => -amount);
        expect(cents(discountsTaken)).toBe(sum(discounted));
        const paid = statement.details.filter(({ documentCode }) => documentCode === 'PY').map(({ amount }) => -amount);
        expect(cents(statement.amountPaid)).toBe(sum(paid));
        expect(statement.details.every(({ documentDate }) => documentDate <= statementDate)).toBe(true);
      }
    }
    const statement = await open((await list()).items[0]?.statementDate ?? '');
    expect(statement).toMatchObject({
      clientDisplayName: own.companyName,
      clientFirstName: 'Marguerite',
      clientLastName: 'Tarnwick',
      clientAddressCity: 'Chattanooga',
      clientAddressState: 'TN',
    });
    expect(statement.details.some(({ balance }) => balance > 0)).toBe(true);
  });

  it('STM-08 continues the previous one: its balance, plus invoices, less payments and discounts, is the new balance', async () => {
    const [newer, older] = (await list()).items as [StatementRow, StatementRow];
    const [now, before] = [await open(newer.statementDate), await open(older.statementDate)];
    expect(now.previousStatementDate).toBe(older.statementDate);
    const invoiced = now.details.filter((line) => line.documentCode === 'IN' && line.documentDate > older.statementDate);
    const payments = await ledger(sql`
      select coalesce(sum(p.amount_cents), 0) as answer from payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id
      where p.customer_id = ${own.customerId} and p.payment_result = 1 and (p.settled_at at time zone d.time_zone)::date > ${older.statementDate}::date
        and (p.settled_at at time zone d.time_zone)::date <= ${newer.statementDate}::date`);
    expect(cents(now.amountPaid)).toBe(payments);
    const discounts = await ledger(sql`
      select coalesce(sum(discount_cents), 0) as answer from payment_invoices where customer_id = ${own.customerId} and payment_result = 1
        and applied_on > ${older.statementDate}::date and applied_on <= ${newer.statementDate}::date`);
    expect(cents(now.balanceDue)).toBe(
      cents(before.balanceDue) + sum(invoiced.map(({ amount }) => amount)) - cents(now.amountPaid) - discounts,
    );
  });

  it('API-40 STM-05 has the same figures in the PDF and on screen', async () => {
    const [{ statementDate }] = (await list()).items as [StatementRow];
    const statement = await open(statementDate);
    const params = { globalCustomerNumber: own.globalCustomerNumber, statementDate };
    const { body: pdf } = await app.call(getStatementPdf, { as: OWNER, params });
    expect(pdf.fileName).toBe(`Statement_${own.customerNumber}_${statementDate}.pdf`);
    const words = (await wordsOfPdf(Buffer.from(pdf.data, 'base64'))).toString();
    const { balanceDue, currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount, amountPaid, depositReceived } = statement;
    const { previousBalance, charges, discountsTaken } = statement;
    const figures = [balanceDue, currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount, amountPaid, depositReceived];
    figures.push(previousBalance, charges, -amountPaid, -discountsTaken);
    for (const label of ['Previous balance', 'Invoices', 'Payments', 'Discounts taken']) expect(words).toContain(label);
    for (const figure of figures) expect(words).toContain(formatMoney(cents(figure)));
    for (const line of statement.details) {
      expect(words).toContain(line.documentNumber);
      expect(words).toContain(formatMoney(cents(line.amount)));
      expect(words).toContain(formatMoney(cents(line.balance)));
    }
  });

  it('API-41 STM-12 is mailed, and the answer names the recipient', async () => {
    const [{ statementDate }] = (await list()).items as [StatementRow];
    const params = { globalCustomerNumber: own.globalCustomerNumber, statementDate };
    const body = { email: 'clerk@example.com', message: 'The statement as asked for.', ccEmails: ['books@example.com'] };
    const answer = await app.call(sendStatementEmail, { as: OWNER, params, body });
    expect(answer.body).toEqual({ message: 'Statement successfully emailed on clerk@example.com' });
    const mail = sql`select row_to_json(m) as answer from outgoing_mails m order by id desc limit 1`;
    expect(await app.database.read('system', mail)).toMatchObject({
      document_kind: 'statement',
      document_reference: { id: statementDate, withPrices: true },
      subject: `Statement of ${formatDay(statementDate)}: ${own.companyName}`,
      cc_addresses: ['books@example.com'],
    });
  });

  it('is not found for a day without a statement, and an invalid day is refused', async () => {
    const at = (statementDate: string) =>
      app.call(getStatement, { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber, statementDate } });
    expect((await at('2026-01-15')).status).toBe(404);
    expect((await at('2026-02-30')).status).toBe(400);
    expect((await at('yesterday')).status).toBe(400);
  });

  it('API-39 shows the same figures after later payments, also of one that was under way on its day', async () => {
    const [{ statementDate }, { statementDate: earlier }] = (await list()).items as [StatementRow, StatementRow];
    // Started around noon of the statement day. The payment is pending until it settles.
    await app.database.transaction('system', async ({ client }) => {
      const { rows } = await client.query(
        `select i.id, i.total_cents as total from invoices i where i.customer_id = $1 and i.paid_cents = 0 and i.document_date <= $2
           and not exists (select from payment_invoices laid where laid.invoice_id = i.id and laid.payment_result <> 0) limit 1`,
        [own.customerId, statementDate],
      );
      const [{ id, total }] = rows as [{ id: string; total: string }];
      await client.query(
        `insert into payments (id, customer_id, cart_id, method, source_name, payment_result, result_code, status_message, amount_cents, discount_cents, started_at)
         values (999999, $1, 'TEST1', 'eCheck', 'Customer portal', 2, 100100, 'Pending', $2, 0, $3::date + interval '17 hours')`,
        [own.customerId, total, statementDate],
      );
      await client.query(
        'insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on) values (999999, $1, $2, $3, 0, 2, $4)',
        [id, own.customerId, total, statementDate],
      );
    });
    const [before, beforeThat] = [await open(statementDate), await open(earlier)];
    expect(before.depositReceived).toBeGreaterThan(0);
    await app.database.transaction('system', async ({ client }) => {
      await client.query(
        "update payments set payment_result = 1, result_code = 100000, settled_at = now(), payment_id = 'P1' where id = 999999",
      );
      await client.query('update payment_invoices set payment_result = 1 where payment_id = 999999');
    });
    expect(await open(statementDate)).toEqual(before);
    expect(await open(earlier)).toEqual(beforeThat);
  });

  it('STM-08 stays as it was when a payment of its period is returned; the next one shows it', async () => {
    const { statementDate } = (await list()).items[0] as StatementRow;
    const paid = await app.database.read<{ id: number; number: string; cents: number }>(
      'system',
      sql`
      select json_build_object('id', p.id, 'number', coalesce(p.payment_id, p.cart_id), 'cents', p.amount_cents) as answer
      from payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id
      where p.customer_id = ${own.customerId} and p.payment_result = 1 and (p.settled_at at time zone d.time_zone)::date <= ${statementDate}::date
      order by p.settled_at desc limit 1`,
    );
    const before = await open(statementDate);
    expect(before.details.map(({ documentNumber }) => documentNumber)).toContain(paid?.number);
    await app.database.transaction('system', (transaction) =>
      recordEnding(transaction, paid?.id ?? 0, { paymentResult: 0, statusCode: FAILED_CODES.returned, statusMessage: 'returned' }),
    );
    expect(await open(statementDate)).toEqual(before);
    await app.database.transaction('system', ({ client }) =>
      client.query('insert into statements (customer_id, statement_date) values ($1, current_date + 1)', [own.customerId]),
    );
    const next = await open((await list()).items[0]?.statementDate ?? '');
    expect(next.previousStatementDate).toBe(statementDate);
    const returned = next.details.filter(
      ({ documentCode, description }) => documentCode === 'PY' && description.endsWith('payment returned'),
    );
    expect(returned.map(({ documentNumber, amount }) => [documentNumber, cents(amount)])).toEqual([[paid?.number, paid?.cents]]);
    const asOf = await ledger(
      sql`select coalesce(sum(total_cents - paid_cents), 0) as answer from invoices where customer_id = ${own.customerId}`,
    );
    expect(cents(next.balanceDue)).toBe(asOf);
    expect(next.previousBalance).toBe(before.balanceDue);
    expect(sum([next.previousBalance, next.charges, -next.amountPaid, -next.discountsTaken])).toBe(asOf);
  });
});
