import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SQL, sql } from '#server/database/drizzle';
import { ledgerBooks } from '#server/testing/ledger-books';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import {
  agedDollars,
  agedSums,
  balanceAtEndOf,
  effectiveAt,
  isOpen,
  isOverdueOn,
  isPending,
  todayIn,
  unappliedCents,
} from './ledger.queries.ts';

// The expressions that all figures of an account are made of, each on an account of its own.

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase('demo');
});
afterAll(() => test.close());

const read = <T>(expression: SQL) => test.database.read<T>('system', expression);

async function newAccount() {
  const { rows } = await test.database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into customers (data_source_id, customer_number, global_customer_number, company_name, display_name, address_line1, city, state_id, zip,
         tax_rate_ppm, price_list_id, since)
       select data_source_id, $1, $1, 'Sample', 'Sample', address_line1, city, state_id, zip, tax_rate_ppm, price_list_id, since
       from customers order by id limit 1 returning id`,
      [randomUUID()],
    ),
  );
  const customerId = Number(rows[0]?.id);
  return { customerId, books: ledgerBooks(test.database, customerId) };
}

describe('an invoice', () => {
  it('INV-06 is open until it is paid, under way while a payment is, and overdue from the day after it is due', async () => {
    const { books } = await newAccount();
    const id = await books.invoice('2026-03-01', 10_000);
    const standing = () =>
      read(sql`select json_build_array(${isOpen}, ${isPending}, ${isOverdueOn(sql`'2026-03-31'::date`)}, ${isOverdueOn(sql`'2026-04-01'::date`)})
        as answer from invoices i where i.id = ${id}`);
    expect(await standing()).toEqual([true, false, false, true]);
    const payment = await books.pending('2026-03-02', id, 10_000);
    expect(await standing()).toEqual([true, true, false, true]);
    await books.settle('2026-03-03', payment);
    expect(await standing()).toEqual([false, false, false, false]);
  });
});

describe("an account's money that settles nothing yet", () => {
  it("APY-01 FED-14 is its open credits and payments on account, and nobody else's", async () => {
    const [{ customerId, books }, other] = [await newAccount(), await newAccount()];
    const unapplied = async () => Number(await read(sql`select ${unappliedCents(customerId)} as answer`));
    expect(await unapplied()).toBe(0);
    await other.books.credit('2026-03-01', 9_999);
    await other.books.receipt('2026-03-01', 9_999);
    const credit = await books.credit('2026-03-01', 5_000);
    expect(await unapplied()).toBe(5_000);
    const receipt = await books.receipt('2026-03-02', 7_000);
    expect(await unapplied()).toBe(12_000);
    const invoice = await books.invoice('2026-03-01', 20_000);
    await books.apply('2026-03-03', { creditId: credit }, invoice, 2_000);
    await books.apply('2026-03-03', { paymentId: receipt }, invoice, 3_000);
    expect(await unapplied()).toBe(7_000);
    await books.voidCredit('2026-03-04', await books.credit('2026-03-04', 800));
    expect(await unapplied()).toBe(7_000);
  });
});

describe('the balance at the end of a day', () => {
  it('STM-08 has everything up to that day, and nothing of a later one or of another account', async () => {
    const [{ customerId, books }, other] = [await newAccount(), await newAccount()];
    await other.books.invoice('2026-03-01', 99_999);
    const balanceOn = async (day: string | null) =>
      Number(await read(sql`select cents as answer from ${balanceAtEndOf(sql`${customerId}::bigint`, sql`${day}::date`)} as balance`));
    const invoice = await books.invoice('2026-03-05', 10_000);
    await books.credit('2026-03-07', 1_500);
    const receipt = await books.receipt('2026-03-09', 4_000);
    await books.apply('2026-03-11', { paymentId: receipt }, invoice, 4_000);
    const days = ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-11', '2026-06-30'];
    expect(await Promise.all(days.map(balanceOn))).toEqual([0, 10_000, 10_000, 8_500, 8_500, 4_500, 4_500, 4_500]);
    expect(await balanceOn(null)).toBe(0);
  });
});

describe('the aging', () => {
  it('DSH-16 counts each open amount in the column of its days past due', async () => {
    const days = ['2026-05-11', '2026-05-10', '2026-05-09', '2026-04-10', '2026-04-09', '2026-02-09', '2026-02-08'];
    const due = sql.join(
      days.map((day, index) => sql`(${day}::date, ${10 ** index * 100}::bigint)`),
      sql`, `,
    );
    const aged = await read(
      sql`select json_build_object(${sql.join(
        Object.entries(agedDollars('aged')).map(([name, amount]) => sql`${name}::text, ${amount}`),
        sql`, `,
      )}) as answer from (select ${agedSums(sql`open.cents`, sql`open.due_on`, sql`'2026-05-10'::date`)} from (values ${due}) as open (due_on, cents)) as aged`,
    );
    // Due tomorrow and today; 1 and 30 days past due; 31 and 90; 91.
    expect(aged).toEqual({ currentAmount: 11, last30DaysAmount: 1_100, last90DaysAmount: 110_000, over90DaysAmount: 1_000_000 });
    const none = sql`select ${agedSums(sql`open.cents`, sql`open.due_on`, sql`current_date`)} from (values (null::date, 1)) as open (due_on, cents) where false`;
    expect(await read(sql`select row_to_json(aged) as answer from (${none}) as aged`)).toEqual({
      ...{ currentAmount: 0, last30DaysAmount: 0, last90DaysAmount: 0, over90DaysAmount: 0 },
    });
  });
});

describe('the moment of a payment', () => {
  it('STM-08 is when it settled, never while it is pending, and when it was made if it has no other', async () => {
    const { books, customerId } = await newAccount();
    const momentOf = (id: number) =>
      read<string>(
        sql`select to_json((${effectiveAt})::text)  as answer from payments p where p.id = ${id} and p.customer_id = ${customerId}`,
      );
    const invoice = await books.invoice('2026-03-01', 10_000);
    const payment = await books.pending('2026-03-02', invoice, 1_000);
    expect(await momentOf(payment)).toBe('infinity');
    await books.settle('2026-03-05', payment);
    expect(await momentOf(payment)).toContain('2026-03-05');
    const failed = await books.pending('2026-03-06', invoice, 500);
    await test.database.transaction('system', ({ client }) =>
      client.query('update payments set payment_result = 0 where id = $1', [failed]),
    );
    expect(await momentOf(failed)).toContain('2026-03-06');
  });

  it('has the day of the time zone', async () => {
    const [east, west] = (await read<[string, string]>(
      sql`select json_build_array(${todayIn('Pacific/Kiritimati')}, ${todayIn('Pacific/Pago_Pago')}) as answer`,
    )) ?? ['', ''];
    // These two are 25 hours apart, so it is never the same day.
    expect(east > west).toBe(true);
  });
});
