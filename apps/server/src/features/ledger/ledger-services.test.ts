import { putControlTotals } from '@yardage/contract/control-totals';
import { type CreditSums, listCredits } from '@yardage/contract/credits';
import { type CustomerSummary, getCustomerSummary } from '@yardage/contract/dashboard';
import { type InvoiceSums, listInvoices } from '@yardage/contract/invoices';
import { type CartHistorySums, listCartHistory } from '@yardage/contract/payments';
import { getStatement, type StatementDetail } from '@yardage/contract/statements';
import { putSupply } from '@yardage/contract/supply';
import { SUPPLY_RESOURCE_NAMES } from '@yardage/contract/supply-records';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { serviceWalk } from '#server/testing/random-service-calls';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const PAYER = 'ada@ridge.example';
const STEPS = 60;
/** Another seed is another history: LEDGER_SEED=7 repeats one. */
const SEED = Number(process.env.LEDGER_SEED ?? 20_261_116);
let app: TestApp;
let customer: TestCustomer;

beforeAll(async () => {
  const environment = { PAYMENT_FAILURES_PER_USER: '1000', PAYMENT_FAILURES_PER_ACCOUNT: '1000' };
  app = await openTestApp({ world: 'empty', environment });
  for (const resource of SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('members') + 1)) {
    const records = [sampleRecord[resource]()];
    const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
    expect((await app.call(putSupply[resource], { as: SERVICE, body })).body.results, resource).toMatchObject([{ outcome: 'created' }]);
  }
  // The first call links the invited member to the sign-in.
  await app.call(getCustomerSummary, { as: PAYER, params: { globalCustomerNumber: 'G1001' } });
  [customer] = (await customersOf(app.database, PAYER)) as [TestCustomer];
});
afterAll(() => app?.close());

const cents = (dollars: number | null) => Math.round((dollars ?? Number.NaN) * 100);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const agedOf = (figures: Record<(typeof AGING_BUCKETS)[number]['field'], number | null>) =>
  sum(AGING_BUCKETS.map(({ field }) => cents(figures[field])));

describe('every figure of an account', () => {
  it('APY-01 APY-02 APY-04 FED-12 agrees with every other after each step of a random history', { timeout: 300_000 }, async () => {
    const params = { globalCustomerNumber: customer.globalCustomerNumber };
    const place = { as: PAYER, params };
    const walk = serviceWalk(app, customer, { key: 'C1', payer: PAYER, seed: SEED });
    const issue = async (ahead: number): Promise<string> => {
      const { rows } = await app.database.transaction('system', ({ orm }) =>
        orm.execute<{ day: string }>(sql`insert into statements (customer_id, statement_date)
          select ${customer.customerId}, ledger_day(${customer.customerId}, now()) + ${ahead}::int returning statement_date::text as day`),
      );
      return rows[0]?.day ?? '';
    };
    const statement = async (statementDate: string) =>
      (await app.call(getStatement, { as: PAYER, params: { ...params, statementDate } })).body as StatementDetail;

    const check = async (step: string): Promise<number> => {
      const rows = await walk.rows();
      const summary = (await app.call(getCustomerSummary, place)).body as CustomerSummary;
      const { sums } = (await app.call(listInvoices, { ...place, query: { pageSize: 1 } })).body as { sums: InvoiceSums };
      const { sums: credit } = (await app.call(listCredits, { ...place, query: { pageSize: 1 } })).body as { sums: CreditSums };
      const { sums: paid } = (await app.call(listCartHistory, { ...place, query: { pageSize: 1 } })).body as { sums: CartHistorySums };
      const balance = cents(summary.balanceAmount);
      for (const row of rows.filter(({ voidedDate }) => voidedDate === null)) {
        const parts = [row.currentAmount, row.paidAmount, row.creditedAmount, row.discountTakenAmount];
        expect(sum(parts.map(cents)), `${step}: ${row.documentNumber}`).toBe(cents(row.invoiceAmount));
      }
      const discounts = sum(rows.map(({ discountTakenAmount }) => cents(discountTakenAmount)));
      expect(balance, `${step}: documents less money and discounts`).toBe(walk.owedCents() - discounts);
      expect(cents(sums.currentAmount), `${step}: the list's sum`).toBe(sum(rows.map(({ currentAmount }) => cents(currentAmount))));
      expect(balance, `${step}: the list less what is unapplied`).toBe(cents(sums.currentAmount) - cents(sums.unappliedAmount));
      expect(agedOf(summary), `${step}: aging`).toBe(balance);
      expect(cents(sums.unappliedAmount), `${step}: open credits and money on account`).toBe(
        cents(credit.openAmount) + cents(paid.onAccountAmount),
      );
      expect([summary.unappliedAmount, summary.pendingAmount], step).toEqual([sums.unappliedAmount, sums.pendingAmount]);
      const usedCredits = cents(credit.appliedAmount);
      expect(cents(paid.paidAmount), `${step}: the history`).toBe(walk.portalCents() + walk.outsideCents() + usedCredits);
      expect(cents(paid.pendingAmount), `${step}: pending`).toBe(walk.pendingCents() + cents(credit.pendingAmount));
      const open = rows.filter(({ currentAmount }) => currentAmount > 0);
      const openInvoices = [
        {
          customerKey: 'C1',
          count: open.length,
          amount: sums.currentAmount,
          invoices: open.map(({ documentNumber, currentAmount }) => ({ key: documentNumber, open: currentAmount })),
        },
      ];
      const totals = { dataSource: SAMPLE_SOURCE, openInvoices, tickets: [] };
      expect((await app.call(putControlTotals, { as: SERVICE, body: totals })).body, step).toMatchObject({ differences: 0 });
      const journal = await app.database.read<string>(
        'system',
        sql`select coalesce(sum(invoice_cents + account_cents), 0) as answer from ledger_entries where customer_id = ${customer.customerId}`,
      );
      expect(Number(journal), `${step}: the journal`).toBe(balance);
      return balance;
    };
    const checkStatement = (made: StatementDetail, balance: number) => {
      expect(cents(made.balanceDue)).toBe(balance);
      expect(sum(made.details.map((line) => cents(line.balance)))).toBe(balance);
      expect(agedOf(made)).toBe(balance);
      const moved = cents(made.previousBalance) + cents(made.charges) + cents(made.adjustments);
      expect(moved - cents(made.amountPaid) - cents(made.discountsTaken)).toBe(balance);
    };

    let balance = 0;
    await walk.start();
    let first: StatementDetail | undefined;
    for (let count = 1; count <= STEPS; count++) {
      await walk.step();
      balance = await check(`seed ${SEED}, step ${count}`);
      if (count === STEPS / 2) {
        first = await statement(await issue(0));
        checkStatement(first, balance);
      }
    }
    checkStatement(await statement(await issue(1)), balance);
    // What came back later is on the next statement, and the issued one stays as it was. Its day is not over, so payments may still start on it.
    const { depositReceived: _now, ...issued } = await statement(first?.statementDate ?? '');
    const { depositReceived: _then, ...before } = first as StatementDetail;
    expect(issued).toEqual(before);
    expect((await walk.rows()).length).toBeGreaterThan(3);
  });
});
