import { addToCart, type Cart, removeFromCart } from '@yardage/contract/carts';
import { getAccountsOverview, getPossibleDiscounts } from '@yardage/contract/dashboard';
import { type DiscountPlanAnswer, getDiscountPlan, type PlannedInvoiceRow } from '@yardage/contract/discount-plan';
import { centsOf } from '@yardage/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import type { AreaServices } from '#server/features/area';
import { findPossibleDiscounts } from '#server/features/dashboard/dashboard.queries';
import type { Scope } from '#server/http/scope';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { findOpenInvoices } from './discount-plan.queries.ts';
import { discountPlanService } from './discount-plan.service.ts';

const PAYABLES = 'payables@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
});
afterAll(() => app?.close());

const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const plan = async (query: Record<string, string | number>): Promise<DiscountPlanAnswer> => {
  const answer = await app.call(getDiscountPlan, { as: PAYABLES, params: params(), query });
  expect(answer.status).toBe(200);
  return answer.body;
};
const centsIn = (rows: readonly { amountWithDiscount: number }[]) => rows.reduce((sum, row) => sum + centsOf(row.amountWithDiscount), 0);

describe('the discount plan of a customer', () => {
  it('APY-09 keeps every discount of the dashboard with enough cash, and what the cart then charges is what the plan says', async () => {
    const { body: discounts } = await app.call(getPossibleDiscounts, { as: PAYABLES, params: params() });
    const all = await plan({});
    expect(all.discountAmount).toBe(discounts.totalPossibleDiscountAmount);
    expect(all.discountAmount).toBeGreaterThan(0);
    expect(all).toMatchObject({ leftOut: [], oldest: [], restAmount: null, mostDiscountAmount: all.discountAmount });
    expect(all.waiting[0]).toEqual({ day: all.today, discountAmount: all.discountAmount, lostAmount: 0 });
    expect(all.waiting.at(-1)).toMatchObject({ discountAmount: 0, lostAmount: all.discountAmount });
    const invoiceNumbers = all.discounted.map(({ invoiceNumber }) => invoiceNumber);
    const { body: cart } = await app.call(addToCart, { as: PAYABLES, params: params(), body: { invoiceNumbers } });
    expect(cart).toMatchObject({ totalDiscountAmount: all.discountAmount, totalAmountWithDiscount: all.totalAmount });
    expect(cart.invoices.length).toBe(invoiceNumbers.length);
  });

  it('APY-09 stays within the cash, uses the rest for the oldest invoices, and says what is left out', async () => {
    const all = await plan({});
    const cash = Math.floor(all.cashForAllAmount / 2);
    const half = await plan({ cash, fill: 'true' });
    expect(half.totalAmount).toBeLessThanOrEqual(cash);
    expect(centsOf(half.totalAmount) + centsOf(half.restAmount ?? 0)).toBe(centsOf(cash));
    expect(centsIn(half.discounted) + centsIn(half.oldest)).toBe(centsOf(half.totalAmount));
    const numbers = [...half.discounted, ...half.leftOut].map(({ invoiceNumber }) => invoiceNumber);
    expect(numbers.filter((number) => half.oldest.every(({ invoiceNumber }) => invoiceNumber !== number)).length).toBe(
      all.discounted.length - half.oldest.filter(({ discountAmount }) => discountAmount > 0).length,
    );
    expect(half.leftOut.length).toBeGreaterThan(0);
    const dues = half.oldest.map(({ dueDate }) => dueDate);
    expect(dues).toEqual(dues.toSorted());
    // A plan for a later day keeps the discounts that the table of waiting shows for that day.
    const later = half.waiting[1];
    expect((await plan({ cash, day: later?.day ?? '' })).discountAmount).toBe(later?.discountAmount);
  });

  it('APY-09 APY-11 leaves out what is disputed, as the cart does, and the discount with it; the dashboard and all accounts do, too', async () => {
    const { discounted: all, discountAmount, today } = await plan({});
    const [first, second] = all as [PlannedInvoiceRow, PlannedInvoiceRow];
    const before = centsOf(discountAmount);
    const zone = sql`select d.time_zone as answer from data_sources d join customers c on c.data_source_id = d.id where c.id = ${own.customerId}`;
    const dispute = (invoiceNumber: string, amountCents: number) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`insert into disputes (customer_id, invoice_id, reason, amount_cents)
          select customer_id, id, 'other', ${amountCents} from invoices where customer_id = ${own.customerId} and document_number = ${invoiceNumber}`),
      );
    await dispute(first.invoiceNumber, 100);
    await dispute(second.invoiceNumber, centsOf(second.invoiceAmount));
    // The plan keeps the same discounts that other screens promise.
    const kept = (await plan({})).discountAmount;
    const lost = [first, second].reduce((sum, { discountAmount }) => sum + centsOf(discountAmount), 0);
    expect(centsOf(kept)).toBe(before - lost);
    const { body: discounts } = await app.call(getPossibleDiscounts, { as: PAYABLES, params: params() });
    expect(discounts.totalPossibleDiscountAmount).toBe(kept);
    const { body: overview } = await app.call(getAccountsOverview, { as: PAYABLES });
    const account = (overview.accounts as { globalCustomerNumber: string; possibleDiscountAmount: number }[]).find(
      ({ globalCustomerNumber }) => globalCustomerNumber === own.globalCustomerNumber,
    );
    expect(account?.possibleDiscountAmount).toBe(kept);
    // With a share of the discount for a part, all of them give the same share.
    const member = { ...own, userId: 1, timeZone: String(await app.database.read('system', zone)) };
    const shares = (await findOpenInvoices(app.database, member, 'share', today)).filter(
      ({ expiresOn }) => expiresOn && expiresOn >= today,
    );
    const shared = JSON.parse(await findPossibleDiscounts(app.database, member, 'share')) as { totalPossibleDiscountAmount: number };
    expect(centsOf(shared.totalPossibleDiscountAmount)).toBe(shares.reduce((sum, { discount }) => sum + discount, 0));
    expect(shared.totalPossibleDiscountAmount).toBeGreaterThan(kept);
    const { discounted, oldest } = await plan({ fill: 'true' });
    const rowOf = ({ invoiceNumber }: PlannedInvoiceRow) => [...discounted, ...oldest].find((row) => row.invoiceNumber === invoiceNumber);
    expect(rowOf(first)).toMatchObject({ amountWithDiscount: first.invoiceAmount - 1, discountAmount: 0 });
    expect(rowOf(second)).toBeUndefined();
    await app.call(removeFromCart, { as: PAYABLES, params: params(), body: { invoiceNumbers: [first.invoiceNumber] } });
    const body = { invoiceNumbers: [first.invoiceNumber] };
    const { invoices } = (await app.call(addToCart, { as: PAYABLES, params: params(), body })).body as Cart;
    const inCart = invoices.find(({ invoiceNumber }) => invoiceNumber === first.invoiceNumber);
    expect(inCart?.amountWithDiscount).toBe(rowOf(first)?.amountWithDiscount);
  });

  it('APY-09 keeps the discounts of an account with more open invoices than it plans with', async () => {
    const before = (await plan({})).discountAmount;
    const change = (text: string) => app.database.transaction('system', ({ client }) => client.query(text, [own.customerId]));
    // A discount without a last day, as earlier releases accepted, does not count.
    await change(`insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
      select $1, 'OLD-' || n, '2020-01-01', '2020-02-01', '-', 100, 0, 100, 10 from generate_series(1, 5000) as n`);
    expect(before).toBeGreaterThan(0);
    expect((await plan({})).discountAmount).toBe(before);
    await change(
      "update invoices set voided_on = '2020-02-01', void_reason = 'Test' where customer_id = $1 and document_number like 'OLD-%'",
    );
  });

  it('APY-09 lets other requests run between the days that it plans, and stops when the client is gone', async () => {
    const scope = { ...own, userId: 1, timeZone: 'America/New_York', permissions: new Set(['invoices.view']) } as unknown as Scope;
    const service = discountPlanService({ database: app.database } as unknown as AreaServices);
    const isInTurn: boolean[] = [];
    let turns = 0;
    const open = {
      get aborted() {
        isInTurn.push(turns === isInTurn.length);
        setImmediate(() => {
          turns += 1;
        });
        return false;
      },
    } as AbortSignal;
    const { waiting } = await service.plan(scope, {}, open);
    expect(waiting.length).toBeGreaterThanOrEqual(2);
    expect(isInTurn.length).toBeGreaterThanOrEqual(waiting.length);
    expect(isInTurn).not.toContain(false);
    expect((await service.plan(scope, {}, AbortSignal.abort())).waiting).toHaveLength(1);
  });

  it('APY-09 plans for no day that is over, leaves out what is being paid, and is refused to users who may not see invoices', async () => {
    const past = await app.call(getDiscountPlan, { as: PAYABLES, params: params(), query: { day: '2020-01-01' } });
    expect([past.status, Object.keys(past.body.errors)]).toEqual([400, ['day']]);
    expect((await app.call(getDiscountPlan, { as: PAYABLES, params: params(), query: { cash: -1 } })).status).toBe(400);
    const pending = await app.database.read<string[]>(
      'system',
      sql`select coalesce(json_agg(document_number), '[]') as answer from invoices where customer_id = ${own.customerId} and open_cents = pending_cents`,
    );
    const { discounted, oldest } = await plan({ fill: 'true' });
    const planned = [...discounted, ...oldest].map(({ invoiceNumber }) => invoiceNumber);
    expect(planned.filter((number) => pending?.includes(number))).toEqual([]);
    const scope = { ...own, userId: 1, timeZone: 'America/New_York', permissions: new Set(['invoices.pay-invoices']) } as unknown as Scope;
    const service = discountPlanService({ database: app.database } as unknown as AreaServices);
    await expect(service.plan(scope, {})).rejects.toMatchObject({ code: 'permission-missing' });
  });
});
