import { type CustomerSummary, getCustomerSummary, getPossibleDiscounts, type PossibleDiscounts } from '@yardage/contract/dashboard';
import type { Endpoint } from '@yardage/contract/endpoint';
import { type InvoiceRow, type InvoiceSums, listInvoices } from '@yardage/contract/invoices';
import { type CartHistoryRow, type CartHistorySums, listCartHistory } from '@yardage/contract/payments';
import { getStatement, type StatementDetail } from '@yardage/contract/statements';
import { dayAt } from '@yardage/domain/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { ledgerBooks } from '#server/testing/ledger-books';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let customers: TestCustomer[];

beforeAll(async () => {
  app = await openTestApp();
  customers = await customersOf(app.database, OWNER);
  await payWithDiscount();
});
afterAll(() => app?.close());

/** Starts a payment of an invoice whose discount has not expired. */
async function payWithDiscount() {
  const [{ customerId }] = customers as [TestCustomer];
  const invoice = await app.database.read<{ id: number; openCents: number }>(
    'system',
    sql`select json_build_object('id', id, 'openCents', open_cents) as answer from invoices
      where customer_id = ${customerId} and pending_cents = 0 and open_cents > discount_cents and discount_cents > 0
        and discount_expires_on > now() + interval '1 day' limit 1`,
  );
  if (!invoice) throw new Error('no invoice has a discount');
  await ledgerBooks(app.database, customerId).pending(dayAt(new Date(), 'America/New_York'), invoice.id, invoice.openCents);
}

const cents = (dollars: number | null) => Math.round((dollars ?? Number.NaN) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
const ask = async <T>(endpoint: Endpoint, { globalCustomerNumber }: TestCustomer, query = {}, params = {}) =>
  (await app.call(endpoint, { as: OWNER, params: { globalCustomerNumber, ...params }, query })).body as T;

/** Returns all rows of a list, page by page. */
async function all<Row>(endpoint: Endpoint, customer: TestCustomer, query: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const page = await ask<{ items: Row[]; hasNextPage: boolean }>(endpoint, customer, { ...query, pageIndex, pageSize: 100 });
    rows.push(...page.items);
    if (!page.hasNextPage) return rows;
  }
}

/** Returns the sums of all rows of a list, requested with a page of one row. */
const sumsOf = async <Sums>(endpoint: Endpoint, customer: TestCustomer, query: object) =>
  (await ask<{ sums: Sums }>(endpoint, customer, { ...query, pageSize: 1 })).sums;

describe('the figures of one account on different screens', () => {
  it('DSH-04 DSH-16 DSH-17 INV-07 the list of invoices adds up to the balance, the discounts and the last invoice of the dashboard', async () => {
    for (const customer of customers) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, customer);
      const unpaid = await all<InvoiceRow>(listInvoices, customer, { paymentResult: '0' });
      const pending = await all<InvoiceRow>(listInvoices, customer, { paymentResult: '2' });
      const balance = sum([...unpaid, ...pending].map(({ currentAmount }) => currentAmount));
      expect(cents(summary.balanceAmount)).toBe(balance - cents(summary.unappliedAmount));
      const discounts = await ask<PossibleDiscounts>(getPossibleDiscounts, customer);
      const possible = cents(discounts.totalPossibleDiscountAmount);
      expect(sum([...unpaid, ...pending].map(({ discountAmount }) => discountAmount))).toBe(possible);
      for (const query of [{}, { due: 'open' }, { paymentResult: '0' }]) {
        expect(cents((await sumsOf<InvoiceSums>(listInvoices, customer, query)).discountAmount)).toBe(possible);
      }
      const [newest] = (await ask<{ items: InvoiceRow[] }>(listInvoices, customer, { pageSize: 1 })).items;
      expect(summary.lastInvoiceDate).toBe(newest?.documentDate ?? null);
    }
  });

  it('DSH-16 INV-01 INV-07 the open balance, what is overdue and what is pending are one sum on the dashboard and in the list that it opens', async () => {
    let pendingOnes = 0;
    for (const customer of customers) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, customer);
      const open = await sumsOf<InvoiceSums>(listInvoices, customer, { due: 'open' });
      const overdue = await sumsOf<InvoiceSums>(listInvoices, customer, { due: 'overdue' });
      const pending = await sumsOf<InvoiceSums>(listInvoices, customer, { paymentResult: '2' });
      const unpaid = await sumsOf<InvoiceSums>(listInvoices, customer, { paymentResult: '0' });
      const unapplied = cents(open.unappliedAmount);
      expect(cents(summary.unappliedAmount)).toBe(unapplied);
      expect(cents(open.currentAmount) - unapplied).toBe(cents(summary.balanceAmount));
      expect(open.pendingAmount).toBe(summary.pendingAmount);
      expect(cents(overdue.currentAmount)).toBe(cents(summary.balanceAmount) - cents(summary.currentAmount));
      expect(pending.currentAmount).toBe(summary.pendingAmount);
      expect(pending.pendingAmount).toBe(summary.pendingAmount);
      expect(unpaid.pendingAmount).toBe(0);
      expect(cents(unpaid.currentAmount) + cents(pending.currentAmount) - unapplied).toBe(cents(summary.balanceAmount));
      if (pending.currentAmount > 0) pendingOnes += 1;
    }
    expect(pendingOnes).toBeGreaterThan(0);
  });

  it.each([
    { name: 'all', query: {} },
    { name: 'searched for', query: { search: '1' } },
    { name: 'searched for and sorted by amount', query: { search: '1', sortBy: 'invoiceAmount' } },
    { name: 'of some days', query: { fromDate: '2026-01-01', toDate: '2026-09-30' } },
    { name: 'paid', query: { paymentResult: '1' } },
    { name: 'overdue, the longest first', query: { due: 'overdue', sortBy: 'daysOverdue' } },
  ])('INV-01 INV-07 the sums of invoices, $name, are those of all pages', async ({ query }) => {
    const [customer] = customers as [TestCustomer];
    const rows = await all<InvoiceRow>(listInvoices, customer, query);
    const sums = await sumsOf<InvoiceSums>(listInvoices, customer, query);
    for (const field of ['invoiceAmount', 'discountAmount', 'currentAmount', 'amountWithDiscount'] as const) {
      expect(cents(sums[field]), field).toBe(sum(rows.map((row) => row[field])));
    }
    const pending = rows.filter(({ paymentResult }) => paymentResult === 2);
    expect(cents(sums.pendingAmount)).toBe(sum(pending.map(({ currentAmount }) => currentAmount)));
  });

  it.each([{}, { search: 'card' }, { paymentResult: '1' }])(
    'HIS-01 HIS-03 the sums of the list of payments are over all pages: %o',
    async (query) => {
      const [customer] = customers as [TestCustomer];
      const rows = await all<CartHistoryRow>(listCartHistory, customer, query);
      const sums = await sumsOf<CartHistorySums>(listCartHistory, customer, query);
      for (const field of ['totalAmount', 'totalDiscountAmount', 'totalAmountWithDiscount'] as const) {
        expect(cents(sums[field]), field).toBe(sum(rows.map((row) => row[field])));
      }
      const withResult = (result: number) => rows.filter((row) => row.paymentResult === result).map((row) => row.totalAmountWithDiscount);
      expect(cents(sums.paidAmount)).toBe(sum(withResult(1)));
      expect(cents(sums.pendingAmount)).toBe(sum(withResult(2)));
    },
  );

  it('DSH-17 HIS-03 STM-07 the last payment is in the payment history, and the last statement is on its PDF', async () => {
    let compared = 0;
    for (const customer of customers) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, customer);
      // Skip accounts that have no payment or no statement yet.
      if (summary.lastPaymentAmount === null || summary.lastStatementDate === null) continue;
      compared += 1;
      const paid = await ask<{ items: CartHistoryRow[] }>(listCartHistory, customer, { paymentResult: '1', pageSize: 20 });
      expect(paid.items.map(({ totalAmountWithDiscount }) => totalAmountWithDiscount)).toContain(summary.lastPaymentAmount);
      const statement = await ask<StatementDetail>(getStatement, customer, {}, { statementDate: summary.lastStatementDate });
      expect(summary.lastStatementAmount).toBe(statement.balanceDue);
    }
    expect(compared).toBeGreaterThan(2);
  });

  it('DSH-17 HIS-03 APY-01 APY-04 the last payment is what the history shows, also with credits and after a part of it was refunded', async () => {
    const customer = customers.at(-1) as TestCustomer;
    const books = ledgerBooks(app.database, customer.customerId);
    const invoiceNumber = await books.numberOf(await books.invoice('2026-10-05', 100_000));
    const creditId = await books.credit('2026-10-05', 20_000);
    const creditNumber = await app.database.read<string>(
      'system',
      sql`select document_number as answer from credits where id = ${creditId}`,
    );
    const request = cardRequest(customer, [{ invoiceNumber, openCents: 100_000, discountCents: 0 }]);
    const { cartData, paymentId } = await paymentDesk(app, customer, OWNER).pay({
      ...request,
      credits: [{ creditNumber: creditNumber ?? '', amount: 200 }],
    });
    const shown = async () => {
      const { items } = await ask<{ items: CartHistoryRow[] }>(listCartHistory, customer, { search: cartData.cartId });
      return [items[0]?.totalAmountWithDiscount, (await ask<CustomerSummary>(getCustomerSummary, customer)).lastPaymentAmount];
    };
    expect(await shown()).toEqual([1000, 1000]);
    await app.sandbox.books.giveBack(paymentId ?? '', 'refunded', 70_000);
    await app.announceEnds();
    expect(await shown()).toEqual([1000, 1000]);
  });
});
