import { getStatement, listStatements, type StatementDetail, type StatementRow } from '@yardage/contract/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { ledgerBooks } from '#server/testing/ledger-books';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { closeMonths } from './month-closing.queries.ts';

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

const params = () => ({ globalCustomerNumber: account.globalCustomerNumber });
const days = async () =>
  ((await app.call(listStatements, { as: OWNER, params: params() })).body as { items: StatementRow[] }).items.map(
    (row) => row.statementDate,
  );
const statement = async (statementDate: string) =>
  (await app.call(getStatement, { as: OWNER, params: { ...params(), statementDate } })).body as StatementDetail;
const close = (at: string) => app.database.transaction('system', (transaction) => closeMonths(transaction, new Date(at)));
const linesOf = ({ details }: StatementDetail) => details.map((line) => [line.documentCode, line.amount, line.balance]);

describe('closing a month', () => {
  it('FED-14 does not wait for writers of the ledger, nor hold them up, while nothing is due', async () => {
    await app.database.transaction('system', async ({ client }) => {
      await client.query('select ledger_before_closing()');
      await app.database.transaction('system', async (transaction) => {
        await transaction.client.query("set local lock_timeout = '2s'");
        await closeMonths(transaction, new Date('2001-01-01T00:00:00Z'));
      });
    });
  });

  it("FED-14 happens once, some hours after its end in the data source's time zone, and not during a first import", async () => {
    expect(
      await app.database.read(
        'system',
        sql`select d.time_zone as answer from customers c join data_sources d on d.id = c.data_source_id
      where c.id = ${account.customerId}`,
      ),
    ).toBe('America/New_York');
    await books.invoice('2031-01-20', 50_000);
    // The entries are of today. A clock that is less than an hour ahead of them may be in the middle of the import.
    await close(new Date(Date.now() + 30 * 60_000).toISOString());
    expect(await days()).toEqual([]);
    await close('2031-02-01T04:59:59Z');
    expect(await days()).toEqual([]);
    await close('2031-02-01T10:59:59Z');
    expect(await days()).toEqual([]);
    await Promise.all([close('2031-02-01T11:00:00Z'), close('2031-02-01T11:00:00Z')]);
    expect(await days()).toEqual(['2031-01-31']);
    await close('2031-02-20T00:00:00Z');
    expect(await days()).toEqual(['2031-01-31']);
    // Months that were missed while the server was down are made up for.
    await close('2031-05-03T00:00:00Z');
    expect(await days()).toEqual(['2031-04-30', '2031-03-31', '2031-02-28', '2031-01-31']);
  });

  it('FED-14 FED-08 keeps a statement as it was; late documents appear on the next one', async () => {
    const invoice = await books.invoice('2031-05-05', 100_000);
    const doubled = await books.invoice('2031-05-06', 30_000);
    await close('2031-06-01T12:00:00Z');
    const may = await statement('2031-05-31');
    expect(may.balanceDue).toBe(1800);
    expect(linesOf(may)).toEqual([
      ['IN', 500, 500],
      ['IN', 1000, 1000],
      ['IN', 300, 300],
    ]);

    // All of these are dated in May, and arrive in June.
    await books.correctInvoice('2031-05-20', invoice, 90_000);
    await books.voidInvoice('2031-05-21', doubled);
    const check = await books.receipt('2031-05-22', 60_000);
    await books.apply('2031-05-22', { paymentId: check }, invoice, 40_000, 1_000);
    const credit = await books.credit('2031-05-23', 5_000);
    await books.apply('2031-05-23', { creditId: credit }, invoice, 2_000);
    await books.invoice('2031-05-30', 7_000);
    expect(await statement('2031-05-31')).toEqual(may);

    await close('2031-07-01T12:00:00Z');
    const june = await statement('2031-06-30');
    expect(await statement('2031-05-31')).toEqual(may);
    expect(june).toMatchObject({
      previousBalance: 1800,
      charges: 70,
      adjustments: -450,
      amountPaid: 600,
      discountsTaken: 10,
      // 500 + (900 - 400 - 10 - 20) + 70, less 200 on account and 30 of the credit.
      balanceDue: 810,
    });
    expect(linesOf(june)).toEqual(
      [
        ['IN', 500, 500],
        ['IN', 1000, 470],
        ['CM', -50, -30],
        ['IN', 70, 70],
        ['AJ', -100, 0],
        ['AJ', -300, 0],
        ['PY', -600, 0],
        ['DS', -10, 0],
        ['OA', -200, -200],
      ].sort(byDay(june)),
    );
    expect(june.details.find(({ amount }) => amount === -300)?.description).toBe('Invoice voided: Billed twice');

    // The check bounces: its applications and its discount are taken back.
    await books.returnPayment('2031-06-25', check);
    expect(await statement('2031-06-30')).toEqual(june);
    await close('2031-08-01T12:00:00Z');
    const july = await statement('2031-07-31');
    expect(july).toMatchObject({ previousBalance: 810, amountPaid: -600, discountsTaken: -10, balanceDue: 1420 });
    expect(july.details.map(({ description }) => description)).toContain('Check payment returned');
  });

  it('FED-14 leaves out the idle years after a mistyped date, and takes its amount into the next statement', async () => {
    const id = 560_000;
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(
        sql`insert into customers overriding system value select (jsonb_populate_record(c, jsonb_build_object('id', ${id}::int,
              'customer_number', '56000', 'global_customer_number', 'G56000'))).* from customers c where c.id = ${account.customerId}`,
      ),
    );
    const others = ledgerBooks(app.database, id);
    const statementsOf = () =>
      app.database.read<string[]>(
        'system',
        sql`select json_agg(statement_date order by statement_date) as answer from statements where customer_id = ${id}`,
      );
    await others.invoice('1956-11-05', 10_000);
    await others.invoice('2031-03-09', 20_000);
    await close('2031-05-03T00:00:00Z');
    const afterTyping = ['1956-11-30', '1956-12-31', ...Array.from({ length: 9 }, (_, month) => `1957-0${month + 1}`), '1957-10-31'];
    const made = (await statementsOf()) ?? [];
    expect(made).toHaveLength(afterTyping.length + 2);
    for (const [index, day] of afterTyping.entries()) expect(made[index]).toContain(day);
    expect(made.slice(-2)).toEqual(['2031-03-31', '2031-04-30']);
    // From now on every month is closed.
    await close('2033-01-03T00:00:00Z');
    expect(await statementsOf()).toHaveLength(made.length + 20);
  });
});

/** The order of the lines is not what this test is about. */
function byDay({ details }: StatementDetail) {
  const place = ([code, amount]: (string | number)[]) => details.findIndex((line) => line.documentCode === code && line.amount === amount);
  return (one: (string | number)[], other: (string | number)[]) => place(one) - place(other);
}
