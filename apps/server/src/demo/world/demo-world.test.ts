import { DEFAULT_TIERS } from '@yardage/domain/rewards';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { EXCESS_PRICE_CENTS } from './billing-errors.ts';
import { readWorldFact, type WorldFact } from './demo-world.queries.ts';
import { demoWorldAnchor, fillDemoWorld, isDemoWorldFilled } from './fill-demo-world.ts';

let demo: TestDatabase;
let fact: WorldFact;

beforeAll(async () => {
  demo = await openTestDatabase('demo');
  const found = await readWorldFact(demo.database);
  if (!found) throw new Error('the demo database holds no demo world');
  fact = found;
});
afterAll(() => demo?.close());

type Row = Record<string, unknown>;

function query(text: string, values: unknown[] = [], { database } = demo): Promise<Row[]> {
  return database.transaction('system', async ({ client }) => (await client.query(text, values)).rows);
}

/** Expects no rows that break a rule. Also fails if the rule had no rows to check. */
async function expectNone(rule: { among: string; broken: string; values?: unknown[] }): Promise<void> {
  const [counted] = await query(`select count(*)::int as count from ${rule.among}`);
  expect(counted?.count, `rows in ${rule.among}`).toBeGreaterThan(0);
  expect(await query(`${rule.broken} limit 5`, rule.values)).toEqual([]);
}

/** Spend by customer and year, and the tier of the following year. */
const TIER_OF_YEAR = `
  tier_rates (level, from_cents, per_yard, per_ton, is_environmental_removed) as (values ${DEFAULT_TIERS.map(
    (tier) =>
      `(${tier.level}, ${tier.fromSpend}::bigint, ${tier.perYardConcrete}, ${tier.perTonAggregate}, ${tier.isEnvironmentalChargeRemoved})`,
  ).join(', ')}),
  spend as (select customer_id, extract(year from document_date)::int as year, sum(sales_cents) as cents from invoices where voided_on is null group by 1, 2),
  tier_of_year as (
    select customers.id as customer_id, years.year, held.*
    from customers cross join generate_series(2020, 2060) as years (year)
    left join spend on spend.customer_id = customers.id and spend.year = years.year - 1
    cross join lateral (select * from tier_rates where from_cents <= coalesce(spend.cents, 0) order by level desc limit 1) as held)`;

describe('the books', () => {
  test('a line is its price times its quantity', () =>
    expectNone({
      among: 'ticket_products',
      broken: 'select * from ticket_products where amount_cents <> floor(unit_price_cents * quantity + 0.5)',
    }));

  test("a price is the quote's where the order has one for the product, otherwise the price list's", () =>
    expectNone({
      among: 'ticket_products join tickets on tickets.id = ticket_id join orders on orders.id = order_id where quote_id is not null',
      // One order of the showcase has a wrong price on purpose (APY-08).
      broken: `
        select * from (
          select line.id, line.customer_id, line.unit_price_cents, coalesce(
            quoted.unit_price_cents
              + case when orders.ship_date >= quotes.start_date + interval '1 year' then coalesce(quotes.price_adjustment_cents, 0) else 0 end,
            listed.unit_price_cents) as agreed
          from ticket_products as line
          join tickets on tickets.id = line.ticket_id
          join orders on orders.id = tickets.order_id
          join customers on customers.id = line.customer_id
          left join quotes on quotes.id = orders.quote_id
          left join quote_products as quoted on quoted.quote_id = quotes.id and quoted.product_id = line.product_id
          left join price_list_items as listed on listed.price_list_id = customers.price_list_id and listed.product_id = line.product_id
        ) as priced
        where unit_price_cents is distinct from agreed and not (customer_id = 1 and unit_price_cents - agreed = ${EXCESS_PRICE_CENTS})`,
    }));

  test('an order has only a quote that was valid on its day', () =>
    expectNone({
      among: 'orders where quote_id is not null',
      broken: `select orders.id from orders join quotes on quotes.id = quote_id
        where ship_date < start_date or ship_date > coalesce(termination_date, ship_date) or is_active is null
          or quotes.customer_id <> orders.customer_id`,
    }));

  test("a ticket's tax is the customer's share of its products", () =>
    expectNone({
      among: 'tickets',
      broken: `select tickets.id from tickets join customers on customers.id = customer_id
        join (select ticket_id, sum(amount_cents) as cents from ticket_products group by 1) as lines on lines.ticket_id = tickets.id
        where tax_cents <> floor(lines.cents * tax_rate_ppm / 1000000.0 + 0.5)`,
    }));

  test('an invoice is the sum of its tickets', () =>
    expectNone({
      among: 'invoices',
      broken: `select invoices.id from invoices left join (
          select invoice_id, sum(cents) as sales, sum(tax_cents) as tax
          from tickets join (select ticket_id, sum(amount_cents) as cents from ticket_products group by 1) as lines on lines.ticket_id = tickets.id
          group by 1) as summed on summed.invoice_id = invoices.id
        where voided_on is null and (sales_cents, tax_cents, total_cents) is distinct from (summed.sales, summed.tax, summed.sales + summed.tax)`,
    }));

  test('a ticket is on the invoice of its own order, once all of it is delivered and the day is over', () =>
    expectNone({
      among: 'tickets where invoice_id is not null',
      broken: `select tickets.id from tickets join orders on orders.id = order_id join customers on customers.id = orders.customer_id
          join data_sources on data_sources.id = data_source_id left join invoices on invoices.id = invoice_id
        where tickets.customer_id <> orders.customer_id
          or (invoices.id is not null and (invoices.order_id <> orders.id or invoices.customer_id <> orders.customer_id))
          or (invoice_id is not null) <> (orders.status_id in (5, 7) and (
            select max(finished_at at time zone time_zone)::date from tickets as loads where loads.order_id = orders.id) < ($1::timestamptz at time zone time_zone)::date)`,
      values: [fact.filledAt],
    }));

  test('an invoice carries the day of its last load, and is due 30 days later', () =>
    expectNone({
      among: 'invoices',
      broken: `select invoices.id from invoices join customers on customers.id = customer_id join data_sources on data_sources.id = data_source_id
        where due_date <> document_date + 30
          or document_date <> (select max(finished_at at time zone time_zone)::date from tickets where invoice_id = invoices.id)`,
    }));

  test("DSH-12 DSH-13 DSH-14 DSH-15 a discount is what last year's tier gives a yard or ton, until the 10th of the next month", () =>
    expectNone({
      among: 'invoices where discount_cents > 0',
      broken: `with ${TIER_OF_YEAR}, loads as (select invoice_id, sum(quantity) as quantity from tickets group by 1)
        select invoices.id, discount_cents from invoices
        join orders on orders.id = order_id join loads on loads.invoice_id = invoices.id
        join tier_of_year as tier on tier.customer_id = invoices.customer_id and tier.year = extract(year from document_date)
        where discount_cents <> floor(loads.quantity * case order_type when 1 then per_yard when 2 then per_ton else 0 end + 0.5)
          or discount_expires_on is distinct from
            case when discount_cents > 0 then (date_trunc('month', document_date) + interval '1 month 9 days')::date end`,
    }));

  test('DSH-14 the environmental charge is on every ticket below Platinum and on none from there', () =>
    expectNone({
      among: 'ticket_products join products on products.id = product_id where is_environmental_charge',
      broken: `with ${TIER_OF_YEAR}, charged as (
          select ticket_id, bool_or(is_environmental_charge) as is_charged from ticket_products join products on products.id = product_id group by 1)
        select tickets.id from tickets join charged on ticket_id = tickets.id
        join orders on orders.id = order_id left join invoices on invoices.id = invoice_id
        join tier_of_year as tier on tier.customer_id = tickets.customer_id and tier.year = extract(year from coalesce(document_date, ship_date))
        -- What is not invoiced yet on the last night of a year may fall into either.
        where is_charged = is_environmental_removed and (invoice_id is not null or to_char(ship_date, 'MM-DD') <> '12-31')`,
    }));

  test('a payment is the sum of its applications and of what is on account, and those have its result', () =>
    expectNone({
      among: 'payments',
      broken: `select payments.id from payments left join (
          select payment_id, sum(amount_cents) as amount, sum(discount_cents) as discount, array_agg(distinct payment_result) as results,
            array_agg(distinct customer_id) as customers
          from payment_invoices group by 1) as laid on laid.payment_id = payments.id
        where (amount_cents, discount_cents) is distinct from (coalesce(laid.amount, 0) + on_account_cents, coalesce(laid.discount, 0))
          or laid.results <> array[payment_result] or laid.customers <> array[customer_id]
          or payment_result <> case result_code when 100000 then 1 when 100100 then 2 else 0 end
          or (settled_at is null) <> (payment_result = 2)`,
    }));

  test('a payment settles an invoice in full, with the discount up to its last day and without it afterwards', () =>
    expectNone({
      among: 'payment_invoices where discount_cents > 0',
      broken: `select * from payment_invoices as laid join invoices on invoices.id = invoice_id
        where open_cents in (0, total_cents) and (laid.amount_cents + laid.discount_cents <> total_cents
          or laid.discount_cents <> case when applied_on <= discount_expires_on then invoices.discount_cents else 0 end)
          or applied_on < document_date or laid.customer_id <> invoices.customer_id`,
    }));

  test('the paid amount of an invoice is the sum of the applications of paid payments', () =>
    expectNone({
      among: 'invoices where paid_cents > 0',
      broken: `select invoices.id from invoices left join (
          select invoice_id, sum(amount_cents + discount_cents) as cents from payment_invoices where payment_result = 1 group by 1) as laid
          on laid.invoice_id = invoices.id
        where paid_cents <> coalesce(laid.cents, 0)`,
    }));

  test('FED-08 APY-01 APY-02 one customer has an invoice paid in part, a credit, a voided invoice and money on account', async () => {
    const [row] = await query(`select
      (select array_agg(distinct customer_id) from invoices where paid_cents > 0 and open_cents > 0 and credited_cents = 0)
      || (select array_agg(distinct customer_id) from credits where applied_cents = total_cents)
      || (select array_agg(distinct customer_id) from invoices where voided_on is not null)
      || (select array_agg(distinct customer_id) from payments where on_account_cents > 0) as customers`);
    expect(row?.customers).toEqual(['2', '2', '2', '2']);
  });

  test('the journal adds up to what is open on every document', () =>
    expectNone({
      among: 'ledger_entries',
      broken: `select id from invoices where open_cents <> (select sum(invoice_cents) from ledger_entries where invoice_id = invoices.id)
        union all select id from payments where -on_account_cents <> (select coalesce(sum(account_cents), 0) from ledger_entries where payment_id = payments.id)
        union all select id from credits where -open_cents <> (select sum(account_cents) from ledger_entries where credit_id = credits.id)`,
    }));

  test('an invoice has at most one payment that is paid or under way', () =>
    expectNone({
      among: 'payment_invoices where payment_result <> 0',
      broken: 'select invoice_id from payment_invoices where payment_result <> 0 group by 1 having count(*) > 1',
    }));

  test('a cart holds unpaid invoices of its own customer only', () =>
    expectNone({
      among: 'cart_invoices',
      broken: `select * from cart_invoices join invoices on invoices.id = invoice_id where paid_cents > 0
        or cart_invoices.customer_id <> invoices.customer_id
        or exists (select from payment_invoices as laid where laid.invoice_id = invoices.id and payment_result <> 0)`,
    }));

  test('a customer with invoices has a statement for every month end since, and no other', () =>
    expectNone({
      among: 'statements',
      broken: `select * from (
          select customer_id, (month + interval '1 month - 1 day')::date as statement_date
          from (
            select customer_id, min(document_date) as first, ($1::timestamptz at time zone min(time_zone))::date as today
            from invoices join customers on customers.id = customer_id join data_sources on data_sources.id = data_source_id group by 1) as begun
          cross join lateral generate_series(date_trunc('month', first), today, '1 month') as month
          where (month + interval '1 month - 1 day')::date < today) as expected
        full join statements using (customer_id, statement_date)
        where expected is null or statements is null`,
      values: [fact.filledAt],
    }));
});

describe('deliveries', () => {
  test("TRK-07 a ticket's moments are in order, in the past, and as many as its status says", () =>
    expectNone({
      among: 'tickets where status_id between 1 and 5',
      broken: `select id, status_id from tickets
        where status_id <> 1 + num_nonnulls(loading_at, leave_plant_at, arrived_at, pour_started_at, finished_at)
          or not (ticketed_at <= coalesce(loading_at, 'infinity') and coalesce(loading_at, 'infinity') <= coalesce(leave_plant_at, 'infinity')
            and coalesce(leave_plant_at, 'infinity') <= coalesce(arrived_at, 'infinity')
            and coalesce(arrived_at, 'infinity') <= coalesce(pour_started_at, 'infinity')
            and coalesce(pour_started_at, 'infinity') <= coalesce(finished_at, 'infinity')
            and coalesce(finished_at, 'infinity') <= coalesce(leave_job_at, 'infinity'))
          or greatest(ticketed_at, loading_at, leave_plant_at, arrived_at, pour_started_at, finished_at, leave_job_at) > $1::timestamptz`,
      values: [fact.filledAt],
    }));

  test('no order that starts later has a delivered load, and no waiting, cancelled or deleted order has a ticket', () =>
    expectNone({
      among: 'orders where status_id in (0, 1, 3, 4, 8, 9)',
      broken: `select orders.id, orders.status_id from orders join tickets on order_id = orders.id
        where (starts_at > $1::timestamptz and tickets.status_id = 6) or orders.status_id in (0, 1, 3, 4, 8, 9)`,
      values: [fact.filledAt],
    }));

  test('a completed order got about what was ordered, in loads that a truck can carry', () =>
    expectNone({
      among: 'orders where status_id = 5',
      broken: `select orders.id, quantity_ordered, sum(quantity) from orders join tickets on order_id = orders.id
        where orders.status_id = 5 group by orders.id
        having abs(sum(quantity) - quantity_ordered) > greatest(quantity_ordered * 0.1, 2) or bool_or(tickets.status_id <> 6)
          or count(*) <> load_count or max(quantity) > case order_type when 1 then 10.5 when 2 then 24 else 1260 end`,
    }));

  test('no truck is on two loads at once', () =>
    expectNone({
      among: 'tickets where truck_id is not null and status_id < 6',
      broken: `select * from (
          select truck_id, ticketed_at, lag(coalesce(leave_job_at, 'infinity')) over (partition by truck_id order by ticketed_at) as until from tickets
          where truck_id is not null) as runs
        where until > ticketed_at`,
    }));

  test("a ship date is the start's day in the data source's time zone", () =>
    expectNone({
      among: 'orders',
      broken: `select orders.id from orders join customers on customers.id = customer_id join data_sources on data_sources.id = data_source_id
        where ship_date <> (starts_at at time zone time_zone)::date`,
    }));
});

describe('filling', () => {
  test('returns what was created and for which day', async () => {
    expect(await isDemoWorldFilled(demo.database)).toBe(true);
    expect(await demoWorldAnchor(demo.database)).toBe(fact.anchoredOn);
    await expect(fillDemoWorld(demo.database, { seed: 1, scale: 1, now: new Date(), onProgress: () => {} })).rejects.toThrow(
      'empty database',
    );
  });

  test('moves the id sequences past the ids that it used', async () => {
    const [row] = await query(`select nextval(pg_get_serial_sequence('tickets', 'id')) > max(id) as is_free from tickets`);
    expect(row).toEqual({ is_free: true });
  });
});
