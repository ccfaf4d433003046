import { type CustomerSummary, getCustomerSummary } from '@yardage/contract/dashboard';
import { type InvoiceSums, listInvoices } from '@yardage/contract/invoices';
import { getStatement, listStatements, type StatementDetail, type StatementRow } from '@yardage/contract/statements';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonths } from '#server/features/statements/month-closing.queries';
import { ledgerBooks } from '#server/testing/ledger-books';
import { constraintOf, ledgerWalk } from '#server/testing/ledger-walk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { testEngine } from '#server/testing/test-database';

const OWNER = 'owner@example.com';
let app: TestApp;
/** An account on which nothing ever happened. */
let account: TestCustomer;
let books: ReturnType<typeof ledgerBooks>;

beforeAll(async () => {
  app = await openTestApp();
  account = (await customersOf(app.database, OWNER)).at(-1) as TestCustomer;
  books = ledgerBooks(app.database, account.customerId);
});
afterAll(() => app?.close());

const cents = (dollars: number | null) => Math.round((dollars ?? 0) * 100);
const params = () => ({ globalCustomerNumber: account.globalCustomerNumber });
const summary = async () => (await app.call(getCustomerSummary, { as: OWNER, params: params() })).body as CustomerSummary;
const openList = async () =>
  (await app.call(listInvoices, { as: OWNER, params: params(), query: { due: 'open' } })).body as { sums: InvoiceSums; totalCount: number };
const statement = async (statementDate: string) =>
  (await app.call(getStatement, { as: OWNER, params: { ...params(), statementDate } })).body as StatementDetail;
const statementDays = async () =>
  ((await app.call(listStatements, { as: OWNER, params: params() })).body as { items: StatementRow[] }).items.map(
    (row) => row.statementDate,
  );
const close = (at: string) => app.database.transaction('system', (transaction) => closeMonths(transaction, new Date(at)));

describe('the ledger', () => {
  it('FED-06 FED-08 FED-14 APY-02 adds up after any sequence of documents, applications, returns, voids and corrections', {
    timeout: 600_000,
  }, async () => {
    const walk = ledgerWalk(books, 20_261_116, '2025-08-20');
    const { model } = walk;
    const issued = new Map<string, StatementDetail>();
    await app.database.transaction('system', ({ client }) =>
      client.query("insert into statements (customer_id, statement_date) values ($1, '2025-07-31')", [account.customerId]),
    );
    const check = async () => {
      const [now, { sums, totalCount }] = [await summary(), await openList()];
      expect(totalCount).toBe(model.invoices.filter((invoice) => model.open(invoice) > 0).length);
      expect(cents(sums.currentAmount)).toBe(model.invoiced());
      expect(cents(sums.unappliedAmount)).toBe(model.unapplied());
      const balance = model.invoiced() - model.unapplied();
      expect(cents(now.balanceAmount)).toBe(balance);
      expect(AGING_BUCKETS.reduce((total, { field }) => total + cents(now[field]), 0)).toBe(balance);
      expect(cents(now.unappliedAmount)).toBe(model.unapplied());
    };
    const checkStatement = async (day: string) => {
      const made = await statement(day);
      issued.set(day, made);
      const balance = model.invoiced() - model.unapplied();
      expect(cents(made.balanceDue), day).toBe(balance);
      expect(made.details.reduce((total, line) => total + cents(line.balance), 0)).toBe(balance);
      expect(AGING_BUCKETS.reduce((total, { field }) => total + cents(made[field]), 0)).toBe(balance);
      expect(
        cents(made.previousBalance) + cents(made.charges) + cents(made.adjustments) - cents(made.amountPaid) - cents(made.discountsTaken),
      ).toBe(balance);
    };

    for (let count = 0; count < 260; count++) {
      const month = walk.today().slice(0, 7);
      walk.advance();
      if (walk.today().slice(0, 7) !== month) {
        await close(`${walk.today().slice(0, 7)}-01T18:00:00Z`);
        const newest = (await statementDays())[0];
        if (newest && !issued.has(newest)) await checkStatement(newest);
      }
      await walk.step();
      if (count % 20 === 19) await check();
    }
    await check();
    expect(issued.size).toBeGreaterThan(4);
    for (const [day, made] of issued) expect(await statement(day), day).toEqual(made);
    const days = [...issued.keys()];
    for (const [index, day] of days.slice(1).entries())
      expect(issued.get(day)?.previousBalance).toBe(issued.get(days[index] as string)?.balanceDue);
  });
});

describe('two transactions at once', () => {
  // The embedded engine has one connection, so its transactions wait for each other.
  it.runIf(testEngine === 'postgresql')('FED-06 cannot together apply more than an invoice or a payment has', async () => {
    const attempts = async (works: (() => Promise<unknown>)[]) => (await Promise.all(works.map((work) => constraintOf(work())))).sort();
    for (let round = 0; round < 5; round++) {
      const invoice = await books.invoice('2026-06-01', 100);
      const [one, other] = [await books.receipt('2026-06-02', 60), await books.receipt('2026-06-02', 60)];
      expect(
        await attempts([
          () => books.apply('2026-06-02', { paymentId: one }, invoice, 60),
          () => books.apply('2026-06-02', { paymentId: other }, invoice, 60),
        ]),
      ).toEqual(['not_overpaid', undefined]);
      const [first, second] = [await books.invoice('2026-06-01', 100), await books.invoice('2026-06-01', 100)];
      const payment = await books.receipt('2026-06-02', 100);
      expect(
        await attempts([
          () => books.apply('2026-06-02', { paymentId: payment }, first, 60),
          () => books.apply('2026-06-02', { paymentId: payment }, second, 60),
        ]),
      ).toEqual(['payment_not_overapplied', undefined]);
      const credit = await books.credit('2026-06-02', 100);
      const third = await books.invoice('2026-06-01', 500);
      expect(
        await attempts([() => books.apply('2026-06-02', { creditId: credit }, third, 70), () => books.voidCredit('2026-06-03', credit)]),
      ).toEqual(['void_credit_has_no_applications', undefined]);
    }
    expect((await summary()).balanceAmount).not.toBeNull();
  });
});
