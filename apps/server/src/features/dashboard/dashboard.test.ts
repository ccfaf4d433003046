import {
  type AccountsOverview,
  type Announcement,
  type CustomerSummary,
  getAccountsOverview,
  getCustomerSummary,
  getPossibleDiscounts,
  getToday,
  getTodaysDeliveries,
  listAnnouncements,
  type PossibleDiscounts,
  type Today,
  type TodaysDeliveries,
} from '@yardage/contract/dashboard';
import type { Endpoint } from '@yardage/contract/endpoint';
import { listOrders, type OrderRow } from '@yardage/contract/orders';
import { getStatement, type StatementDetail } from '@yardage/contract/statements';
import { type ActiveTruck, listActiveTrucks } from '@yardage/contract/truck-tracking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let customers: TestCustomer[];
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  customers = await customersOf(app.database, OWNER);
  own = customers[0] as TestCustomer;
});
afterAll(() => app?.close());

const ask = async <T>(endpoint: Endpoint, { as = OWNER, of = own, query = {}, params = {} } = {}) =>
  (await app.call(endpoint, { as, params: { globalCustomerNumber: of.globalCustomerNumber, ...params }, query })).body as T;
const cents = (dollars: number | null) => Math.round((dollars ?? Number.NaN) * 100);
const read = <T>(text: ReturnType<typeof sql>) => app.database.read<T>('system', text);
const number = (text: ReturnType<typeof sql>) => read<string>(text).then(Number);
const todayAt = (customerId: number) =>
  sql`(select (now() at time zone d.time_zone)::date from customers c join data_sources d on d.id = c.data_source_id where c.id = ${customerId})`;

describe('the account summary', () => {
  it("API-43 DSH-16 ages the open amounts, so that the buckets add up to the ledger's balance, on every customer number", async () => {
    const ages = new Set<string>();
    for (const of of customers) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, { of });
      const { currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount } = summary;
      const buckets = { currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount };
      const open = sql`from invoices where customer_id = ${of.customerId} and paid_cents < total_cents and voided_on is null`;
      const unapplied = await number(sql`select
        (select coalesce(sum(total_cents - applied_cents), 0) from credits where customer_id = ${of.customerId} and voided_on is null)
        + (select coalesce(sum(amount_cents - applied_cents), 0) from payments where customer_id = ${of.customerId} and payment_result = 1) as answer`);
      expect(cents(summary.unappliedAmount)).toBe(unapplied);
      const balance = (await number(sql`select coalesce(sum(total_cents - paid_cents), 0) as answer ${open}`)) - unapplied;
      expect(cents(summary.balanceAmount)).toBe(balance);
      expect(Object.values(buckets).reduce<number>((sum, each) => sum + cents(each), 0)).toBe(balance);
      const past = sql`(${todayAt(of.customerId)} - due_date)`;
      const among = (condition: ReturnType<typeof sql>) =>
        number(sql`select coalesce(sum(total_cents - paid_cents), 0) as answer ${open} and ${condition}`);
      expect(cents(currentAmount)).toBe((await among(sql`${past} <= 0`)) - unapplied);
      expect(cents(last30DaysAmount)).toBe(await among(sql`${past} between 1 and 30`));
      expect(cents(last90DaysAmount)).toBe(await among(sql`${past} between 31 and 90`));
      expect(cents(over90DaysAmount)).toBe(await among(sql`${past} > 90`));
      for (const [name, amount] of Object.entries(buckets)) if ((amount ?? 0) > 0) ages.add(name);
    }
    expect(ages.size).toBeGreaterThanOrEqual(3);
  });

  it('DSH-17 returns the last invoice, payment and statement, the year, and the average days to pay', async () => {
    const summary = await ask<CustomerSummary>(getCustomerSummary);
    const invoice = await read<{ document_date: string; total_cents: number }>(
      sql`select row_to_json(i) as answer from invoices i where customer_id = ${own.customerId} order by document_date desc, id desc limit 1`,
    );
    expect(summary.lastInvoiceDate).toBe(invoice?.document_date);
    expect(cents(summary.lastInvoiceAmount)).toBe(invoice?.total_cents);
    const payment = await read<{ day: string; amount_cents: number }>(
      sql`select json_build_object('day', (select max(applied_on) from payment_invoices where payment_id = p.id), 'amount_cents', amount_cents) as answer
        from payments p where customer_id = ${own.customerId} and payment_result = 1 order by settled_at desc limit 1`,
    );
    expect(summary.lastPaymentDate).toBe(payment?.day);
    expect(cents(summary.lastPaymentAmount)).toBe(payment?.amount_cents);
    const statementDate = summary.lastStatementDate ?? '';
    const statement = await ask<StatementDetail>(getStatement, { params: { statementDate } });
    expect(summary.lastStatementAmount).toBe(statement.balanceDue);
    const year = sql`date_trunc('year', ${todayAt(own.customerId)}::timestamp)`;
    expect(cents(summary.yearToDateBalanceAmount)).toBe(
      await number(
        sql`select coalesce(sum(total_cents - paid_cents), 0) as answer from invoices where customer_id = ${own.customerId} and document_date >= ${year}`,
      ),
    );
    expect(summary.lifeToDateBalanceAmount).toBe(summary.balanceAmount);
    const daysSince = (from: ReturnType<typeof sql>) =>
      number(
        sql`select round(avg(applied_on - document_date), 1) as answer from invoices i join payment_invoices laid on laid.invoice_id = i.id
          where i.customer_id = ${own.customerId} and payment_result = 1 and applied_on >= ${from}`,
      );
    expect(summary.lifeToDateAverageDays).toBe(await daysSince(sql`'-infinity'::date`));
    // Null in the first days of a year, before the first payment.
    expect(summary.yearToDateAverageDays ?? 0).toBe(await daysSince(year));
    expect(summary.lastAged).toBe(await read(sql`select ${todayAt(own.customerId)}::text as answer`));
  });

  it("DSH-08 DSH-17 spend is the amount before tax of a year's documents", async () => {
    for (const of of customers) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, { of });
      const spend = (yearsBack: number) =>
        number(
          sql`select coalesce(sum(sales), 0) as answer from (
              select document_date, sales_cents as sales from invoices where customer_id = ${of.customerId} and voided_on is null
              union all select document_date, -sales_cents from credits where customer_id = ${of.customerId} and voided_on is null) as document
            where extract(year from document_date) = extract(year from ${todayAt(of.customerId)}) - ${yearsBack}::int`,
        );
      expect(cents(summary.currentYearSpend)).toBe(await spend(0));
      expect(cents(summary.previousYearSpend)).toBe(await spend(1));
    }
  });

  it('DSH-02 DSH-05 DSH-06 returns each part only with its permission, and a single part to a card that asks for it', async () => {
    const nulls = (summary: CustomerSummary) =>
      Object.entries(summary)
        .filter(([, value]) => value !== null)
        .map(([name]) => name);
    const manager = await ask<CustomerSummary>(getCustomerSummary, { as: 'manager@example.com' });
    expect(nulls(manager)).toEqual(['accountRep', 'salesRep', 'regionalManager']);
    expect(manager.accountRep).toEqual({
      name: expect.any(String),
      email: expect.stringContaining('@'),
      phone: expect.stringMatching(/^\d{10}$/),
    });
    expect(nulls(await ask(getCustomerSummary, { as: 'manager@example.com', query: { part: 'aging' } }))).toEqual([]);
    expect(nulls(await ask(getCustomerSummary, { query: { part: 'rewards' } }))).toEqual(['currentYearSpend', 'previousYearSpend']);
    const aging = await ask<CustomerSummary>(getCustomerSummary, { query: { part: 'aging' } });
    expect(aging.currentYearSpend).toBeNull();
    expect(aging.accountRep).toBeNull();
    expect(aging.balanceAmount).not.toBeNull();
  });

  it('works for an account without any records', async () => {
    const empty = customers.at(-1) as TestCustomer;
    const summary = await ask<CustomerSummary>(getCustomerSummary, { of: empty });
    expect(summary).toMatchObject({
      balanceAmount: 0,
      lastInvoiceDate: null,
      lastPaymentAmount: null,
      lastStatementAmount: null,
      accountRep: null,
    });
    expect(await ask(getPossibleDiscounts, { of: empty })).toEqual({ totalPossibleDiscountAmount: 0, expiryDateWiseDiscounts: [] });
    expect(await ask<Today>(getToday, { of: empty })).toMatchObject({ orders: { count: 0, quantities: [] }, trucksOnTheRoad: 0 });
  });
});

describe('possible discounts', () => {
  it('API-42 DSH-04 APY-11 are those of unpaid invoices, by last day, without invoices that are being paid', async () => {
    let found = 0;
    for (const of of customers) {
      const { totalPossibleDiscountAmount, expiryDateWiseDiscounts } = await ask<PossibleDiscounts>(getPossibleDiscounts, { of });
      const total = await number(
        sql`select coalesce(sum(i.discount_cents), 0) as answer from invoices i left join payment_invoices laid on laid.invoice_id = i.id and laid.payment_result = 2
          where i.customer_id = ${of.customerId} and laid.invoice_id is null and i.paid_cents < i.total_cents and i.voided_on is null and i.discount_expires_on >= ${todayAt(of.customerId)}`,
      );
      expect(cents(totalPossibleDiscountAmount)).toBe(total);
      expect(expiryDateWiseDiscounts.reduce((sum, each) => sum + cents(each.possibleDiscountAmount), 0)).toBe(total);
      const days = expiryDateWiseDiscounts.map(({ discountExpiryDate }) => discountExpiryDate);
      expect(days).toEqual([...days].sort());
      found += days.length;
    }
    expect(found).toBeGreaterThan(0);
    // A discount that would leave nothing to charge does not count, so its day is not offered (APY-11).
    const [of] = customers as [TestCustomer];
    const daysOf = async () => {
      const { expiryDateWiseDiscounts } = await ask<PossibleDiscounts>(getPossibleDiscounts, { of });
      const { accounts } = await ask<AccountsOverview>(getAccountsOverview);
      const account = accounts.find(({ globalCustomerNumber }) => globalCustomerNumber === of.globalCustomerNumber);
      return [expiryDateWiseDiscounts.map(({ discountExpiryDate }) => discountExpiryDate), account?.discountExpiryDate];
    };
    const before = await daysOf();
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update invoices set discount_cents = open_cents, discount_expires_on = ${todayAt(of.customerId)} where id =
        (select id from invoices where customer_id = ${of.customerId} and open_cents > 0 and pending_cents = 0
          and (discount_expires_on is null or discount_expires_on < ${todayAt(of.customerId)}) limit 1)`),
    );
    expect(await daysOf()).toEqual(before);
  });
});

describe('announcements', () => {
  it("DSH-03 are the supplier's and the data source's own that have not expired, the one of 12/02/2024 among them", async () => {
    const { items } = await ask<{ items: Announcement[] }>(listAnnouncements);
    expect(items.at(-1)).toMatchObject({ postedDate: '2024-12-02', title: expect.any(String) });
    const titles = (await read<string[]>(
      sql`select json_agg(title order by posted_on desc, id desc) as answer from announcements
        where coalesce(data_source_id, ${own.datasourceId}) = ${own.datasourceId} and coalesce(expires_on, 'infinity') >= ${todayAt(own.customerId)}`,
    )) as string[];
    expect(items.map(({ title }) => title)).toEqual(titles);
    const block = customers.find(({ datasourceId }) => datasourceId === 4) as TestCustomer;
    const others = await ask<{ items: Announcement[] }>(listAnnouncements, { of: block });
    expect(others.items.map(({ title }) => title)).not.toContain('Old announcement of the block yard');
  });
});

describe('the day', () => {
  // The world may be of the day before, if midnight has passed since, and shortly after midnight nothing has begun.
  beforeAll(() =>
    app.database.transaction('system', ({ client }) =>
      client.query(
        `update orders set starts_at = now() where id in (select id from orders where customer_id = $1 and starts_at <= now()
           and status_id not in (0, 9) order by starts_at desc limit 3)`,
        [own.customerId],
      ),
    ),
  );

  it("counts the orders of the day's list that are not cancelled, and the trucks that carry the customer's loads", async () => {
    const day = await ask<Today>(getToday);
    const { items } = await ask<{ items: OrderRow[] }>(listOrders, { query: { fromDate: day.date, toDate: day.date, pageSize: 100 } });
    const orders = items.filter(({ orderStatusId }) => orderStatusId !== 9 && orderStatusId !== 0);
    expect(day.orders?.count).toBe(orders.length);
    const sum = (name: 'qtyDelivered' | 'qtyOrdered') => orders.reduce((total, row) => total + row[name], 0);
    const quantities = day.orders?.quantities ?? [];
    expect(quantities.reduce((total, { ordered }) => total + ordered, 0)).toBeCloseTo(sum('qtyOrdered'));
    expect(quantities.reduce((total, { delivered }) => total + delivered, 0)).toBeCloseTo(sum('qtyDelivered'));
    const trucks = await ask<ActiveTruck[]>(listActiveTrucks);
    const inStatus = (...statuses: number[]) => trucks.filter(({ ticketStatusId }) => statuses.includes(ticketStatusId)).length;
    // Only trucks that are driving (status 3) count as on the road.
    expect([day.trucksAtPlant, day.trucksOnTheRoad, day.trucksOnJob]).toEqual([inStatus(1, 2), inStatus(3), inStatus(4, 5)]);
    expect(day.trucksOnTheRoad).toBeGreaterThan(0);
    expect(day.trucksOnTheRoad).toBeLessThan(trucks.length);
  });

  it("ORD-21 lists the day's deliveries that are not cancelled, active ones first, each with the next truck of the board", async () => {
    const { date } = await ask<Today>(getToday);
    const { items: listed } = await ask<{ items: OrderRow[] }>(listOrders, { query: { fromDate: date, toDate: date, pageSize: 100 } });
    const orders = listed.filter(({ orderStatusId }) => orderStatusId !== 9 && orderStatusId !== 0);
    const { totalCount, items } = await ask<TodaysDeliveries>(getTodaysDeliveries);
    expect(totalCount).toBe(orders.length);
    expect(items.length).toBe(Math.min(orders.length, 6));
    const trucks = await ask<ActiveTruck[]>(listActiveTrucks);
    for (const { nextTruckAt, startsAt, ...item } of items) {
      expect(orders.find(({ id }) => id === item.id)).toMatchObject({ ...item, date: startsAt });
      const expected = trucks
        .filter(({ jobId, eta }) => jobId === item.id && eta.isEtaCalculated)
        .map(({ eta }) => eta.estimatedArrivalTime);
      expect(nextTruckAt === null).toBe(expected.length === 0);
      // A late truck is expected “now”, and “now” differs between the two responses.
      const [next] = expected.toSorted();
      if (nextTruckAt) expect(Math.abs(Date.parse(next ?? '') - Date.parse(nextTruckAt))).toBeLessThan(5000);
    }
    // Shortly after midnight, all orders with trucks on the road began yesterday.
    const isQuiet = !orders.some(({ onRoadQty }) => onRoadQty > 0);
    expect(isQuiet || items.some(({ nextTruckAt }) => nextTruckAt !== null)).toBe(true);
    const isUnderWay = items.map(({ orderStatusId, inTransitQty }) => orderStatusId === 6 || inTransitQty > 0);
    expect(isUnderWay).toEqual(isUnderWay.toSorted((one, other) => Number(other) - Number(one)));
    expect(await ask(getTodaysDeliveries, { of: customers.at(-1) as TestCustomer })).toEqual({ totalCount: 0, items: [] });

    await app.database.transaction('system', ({ client }) => client.query('update orders set status_id = 9 where id = $1', [items[0]?.id]));
    const without = await ask<TodaysDeliveries>(getTodaysDeliveries);
    expect([without.totalCount, (await ask<Today>(getToday)).orders?.count]).toEqual([totalCount - 1, totalCount - 1]);
    expect(without.items.map(({ id }) => id)).not.toContain(items[0]?.id);
  });

  it('leaves out what a member may not see', async () => {
    const member = sql`select m.role_id as answer from members m join users u on u.id = m.user_id where u.email = 'field@example.com' limit 1`;
    const role = await number(member);
    await app.database.transaction('system', ({ client }) =>
      client.query("delete from role_permissions where role_id = $1 and code = 'orders.view'", [role]),
    );
    const day = await ask<Today>(getToday, { as: 'field@example.com' });
    expect(day.orders).toBeNull();
    expect(day.trucksOnTheRoad).not.toBeNull();
    const call = () =>
      app.call(getTodaysDeliveries, { as: 'field@example.com', params: { globalCustomerNumber: own.globalCustomerNumber } });
    expect((await call()).status).toBe(403);
    await app.database.transaction('system', async ({ client }) => {
      await client.query("insert into role_permissions (role_id, code) values ($1, 'orders.view')", [role]);
      await client.query("delete from role_permissions where role_id = $1 and code = 'truck-tracking.view'", [role]);
    });
    const { items } = (await call()).body as TodaysDeliveries;
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter(({ nextTruckAt }) => nextTruckAt)).toEqual([]);
  });
});

describe('all accounts', () => {
  it('APY-11 agree with the dashboard of each customer number, and the totals with their sum', async () => {
    const { accounts, totals } = await ask<AccountsOverview>(getAccountsOverview);
    expect(accounts.map(({ globalCustomerNumber }) => globalCustomerNumber)).toEqual(
      customers.map(({ globalCustomerNumber }) => globalCustomerNumber),
    );
    for (const [index, of] of customers.entries()) {
      const summary = await ask<CustomerSummary>(getCustomerSummary, { of, query: { part: 'aging' } });
      const discounts = await ask<PossibleDiscounts>(getPossibleDiscounts, { of });
      const deliveries = await ask<TodaysDeliveries>(getTodaysDeliveries, { of });
      const { balanceAmount, pendingAmount, unappliedAmount, currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount } =
        summary;
      expect(accounts[index]).toMatchObject({
        ...{ balanceAmount, pendingAmount, unappliedAmount, currentAmount, last30DaysAmount, last90DaysAmount, over90DaysAmount },
        possibleDiscountAmount: discounts.totalPossibleDiscountAmount,
        discountExpiryDate: discounts.expiryDateWiseDiscounts[0]?.discountExpiryDate ?? null,
        orderCount: deliveries.totalCount,
      });
    }
    for (const field of Object.keys(totals) as (keyof typeof totals)[]) {
      const sum = accounts.reduce((total, account) => total + cents(account[field]), 0);
      expect(cents(totals[field]), field).toBe(sum);
    }
    expect(totals.unappliedAmount).toBeGreaterThan(0);
  });

  it.each([
    [
      'field@example.com',
      { balanceAmount: null, unappliedAmount: null, pendingAmount: null, possibleDiscountAmount: null, orderCount: expect.any(Number) },
    ],
    ['nobody@example.com', undefined],
  ])('APY-11 show %s what the role at each account permits', async (as, expected) => {
    const { accounts, totals } = await ask<AccountsOverview>(getAccountsOverview, { as });
    if (expected) expect(accounts).toContainEqual(expect.objectContaining(expected));
    else expect({ accounts, balance: totals.balanceAmount }).toEqual({ accounts: [], balance: null });
  });
});
