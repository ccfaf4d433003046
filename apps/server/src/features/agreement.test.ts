import { type CustomerSummary, getCustomerSummary, getPossibleDiscounts, type PossibleDiscounts } from '@yardage/contract/dashboard';
import type { Endpoint } from '@yardage/contract/endpoint';
import { type InvoiceRow, listInvoices } from '@yardage/contract/invoices';
import { type CartHistoryRow, listCartHistory } from '@yardage/contract/payments';
import { getStatement, type StatementDetail } from '@yardage/contract/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let customers: TestCustomer[];

beforeAll(async () => {
  app = await openTestApp();
  customers = await customersOf(app.database, OWNER);
});
afterAll(() => app?.close());

const cents = (dollars: number | null) => Math.round((dollars ?? Number.NaN) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
const ask = async <T>(endpoint: Endpoint, { globalCustomerNumber }: TestCustomer, query = {}, params = {}) =>
  (await app.call(endpoint, { as: OWNER, params: { globalCustomerNumber, ...params }, query })).body as T;

/** Every row of a list, page after page. */
async function all<Row>(endpoint: Endpoint, customer: TestCustomer, query: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const page = await ask<{ items: Row[]; hasNextPage: boolean }>(endpoint, customer, { ...query, pageIndex, pageSize: 100 });
    rows.push(...page.items);
    if (!page.hasNextPage) return rows;
  }
}

describe('what the screens say of one account', () => {
  it('DSH-04 DSH-16 DSH-17 INV-07 the list of invoices adds up to the balance, the discounts and the last invoice of the dashboard', async () => {
    for (const customer of customers) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, customer);
      const unpaid = await all<InvoiceRow>(listInvoices, customer, { paymentResult: '0' });
      const pending = await all<InvoiceRow>(listInvoices, customer, { paymentResult: '2' });
      const balance = sum([...unpaid, ...pending].map(({ currentAmount }) => currentAmount));
      expect(cents(summary.balanceAmount)).toBe(balance);
      const discounts = await ask<PossibleDiscounts>(getPossibleDiscounts, customer);
      expect(cents(discounts.totalPossibleDiscountAmount)).toBe(sum(unpaid.map(({ discountAmount }) => discountAmount)));
      const [newest] = (await ask<{ items: InvoiceRow[] }>(listInvoices, customer, { pageSize: 1 })).items;
      expect(summary.lastInvoiceDate).toBe(newest?.documentDate ?? null);
    }
  });

  it('DSH-17 HIS-03 STM-07 the last payment stands in the payment history, the last statement on its paper', async () => {
    let compared = 0;
    for (const customer of customers) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, customer);
      // An account on which nothing ever happened says so everywhere.
      if (summary.lastPaymentAmount === null || summary.lastStatementDate === null) continue;
      compared += 1;
      const paid = await ask<{ items: CartHistoryRow[] }>(listCartHistory, customer, { paymentResult: '1', pageSize: 20 });
      expect(paid.items.map(({ totalAmountWithDiscount }) => totalAmountWithDiscount)).toContain(summary.lastPaymentAmount);
      const statement = await ask<StatementDetail>(getStatement, customer, {}, { statementDate: summary.lastStatementDate });
      expect(summary.lastStatementAmount).toBe(statement.balanceDue);
    }
    expect(compared).toBeGreaterThan(2);
  });
});
