import type { STATEMENT_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type CalendarDays, type ListDeclaration, onDays, pageQuery } from '#server/database/page-query';
import { dollars, jsonObject } from '#server/database/sql';
import { agedDollars, agedSums, balanceAtEndOf, changesSince, effectiveAt } from '#server/features/ledger/ledger.queries';
import { isMemberInForce } from '#server/http/member-in-force.queries';

const address = sql`c.address_line1 || ', ' || c.city || ', ' || st.abbreviation || ' ' || c.zip`;

const customer = sql`(customers c left join states st on st.id = c.state_id)`;

const statementList: ListDeclaration<(typeof STATEMENT_SORT_KEYS)[number]> = {
  from: sql`statements s`,
  joinForFields: sql`left join ${customer} on c.id = s.customer_id`,
  key: sql`s.id`,
  mainDate: sql`s.statement_date`,
  fields: {
    statementDate: sql`s.statement_date`,
    globalCustomerNumber: sql`c.global_customer_number`,
    customerNumber: sql`c.customer_number`,
    customerName: sql`c.company_name`,
    address,
  },
  search: {
    own: [sql`to_char(s.statement_date, 'MM/DD/YYYY')`, sql`to_char(s.statement_date, 'FMMonth')`],
    referred: [
      {
        key: sql`s.customer_id`,
        id: sql`c.id`,
        table: customer,
        owner: sql`c.id`,
        texts: [sql`c.global_customer_number`, sql`c.customer_number`, sql`c.company_name`, address],
      },
    ],
  },
  sort: { statementDate: sql`s.statement_date` },
};

/** Returns a page of the customer's statements of the given days, as JSON. */
export async function listStatements(database: Database, actor: Member, request: PageRequest, days: CalendarDays): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [sql`s.customer_id = ${actor.customerId}`, ...onDays(statementList.mainDate, days)];
  return (await database.read(actor, pageQuery(statementList, request, conditions))) as string;
}

/** The statement with its customer, its time zone and the start and end of its period. */
const stated = (actor: Member, statementDate: string) => sql`
  select s.customer_id, s.statement_date, before.statement_date as previous_date,
    (coalesce(before.statement_date, '-infinity'::date) + 1)::timestamp at time zone d.time_zone as starts_at,
    (s.statement_date + 1)::timestamp at time zone d.time_zone as ends_at, d.time_zone
  from statements s join customers c on c.id = s.customer_id join data_sources d on d.id = c.data_source_id
    left join lateral (select max(earlier.statement_date) as statement_date from statements earlier
      where earlier.customer_id = s.customer_id and earlier.statement_date < s.statement_date) as before on true
  where s.customer_id = ${actor.customerId} and s.statement_date = ${statementDate}::date`;

/** Per invoice, how much more was open at the end of the statement day than now, because of later payments and returns. */
const paidLater = sql`
  select laid.invoice_id, sum(laid.cents) as cents
  from stated cross join lateral ${changesSince(sql`stated.customer_id`, sql`stated.ends_at`)} as later
    cross join lateral (
      select l.invoice_id, later.sign * (l.amount_cents + l.discount_cents) as cents from payment_invoices l where l.payment_id = later.id offset 0
    ) as laid
  group by laid.invoice_id`;

/** The invoices on the statement: open at the end of its day, or issued in its period. */
const invoicesListed = sql`
  select i.id from stated join invoices i on i.customer_id = stated.customer_id and i.document_date <= stated.statement_date
  where i.paid_cents < i.total_cents
  union
  select i.id from stated join invoices i on i.customer_id = stated.customer_id and i.document_date <= stated.statement_date
    and i.document_date > coalesce(stated.previous_date, '-infinity')
  union
  select invoice_id from paid_later`;

const invoiceLines = sql`
  select i.document_number, 'IN' as code, i.document_date, i.due_date, i.total_cents as amount_cents,
    i.total_cents - i.paid_cents + coalesce(later.cents, 0) as balance_cents,
    coalesce('Order ' || o.order_number || ', ' || o.job, 'Invoice') as description
  from stated join listed on true join invoices i on i.id = listed.id and i.document_date <= stated.statement_date
    left join paid_later later on later.invoice_id = i.id left join orders o on o.id = i.order_id
  where i.document_date > coalesce(stated.previous_date, '-infinity') or i.total_cents - i.paid_cents + coalesce(later.cents, 0) > 0`;

/** Payments of the period that were not returned by its end, and earlier payments returned in it. `sign` is the sign of their amounts. */
const paymentsStated = sql`
  select p.*, -1 as sign, (${effectiveAt} at time zone stated.time_zone)::date as day, p.method || ' payment' as description
  from stated join payments p on p.customer_id = stated.customer_id and (p.payment_result = 1 or p.returned_at >= stated.ends_at)
    and ${effectiveAt} >= stated.starts_at and ${effectiveAt} < stated.ends_at
  union all
  select p.*, 1, (p.returned_at at time zone stated.time_zone)::date, p.method || ' payment returned'
  from stated join payments p on p.customer_id = stated.customer_id
    and p.returned_at >= stated.starts_at and p.returned_at < stated.ends_at and p.settled_at < stated.starts_at`;

/** One line per payment, and a separate line for the discount taken with it. */
const paymentLines = sql`
  select coalesce(payment_id, cart_id), 'PY', day, null, sign * amount_cents, 0, description from payment_stated
  union all
  select coalesce(payment_id, cart_id), 'DS', day, null, sign * discount_cents, 0, 'Discount of the ' || description
  from payment_stated where discount_cents > 0`;

/** Payments started by the end of the day that had no result then, whatever happened to them later. */
const underWay = sql`
  select coalesce(sum(p.amount_cents), 0) as cents from stated join payments p on p.customer_id = stated.customer_id
    and ${effectiveAt} >= stated.ends_at and p.started_at < stated.ends_at`;

/** The contact person of the account: its first owner. */
const firstOwner = sql`
  select m.first_name, m.last_name from members m join roles r on r.id = m.role_id
  where m.customer_id = c.id and r.name = 'Owner' and ${isMemberInForce()} order by m.id limit 1`;

const detailFields = {
  statementDate: sql`stated.statement_date`,
  previousStatementDate: sql`stated.previous_date`,
  globalCustomerNumber: sql`c.global_customer_number`,
  customerNumber: sql`c.customer_number`,
  clientDisplayName: sql`c.company_name`,
  clientFirstName: sql`person.first_name`,
  clientLastName: sql`person.last_name`,
  clientAddressLn1: sql`c.address_line1`,
  clientAddressCity: sql`c.city`,
  clientAddressState: sql`st.abbreviation`,
  clientAddressZip: sql`c.zip`,
  previousBalance: dollars(sql`opening.cents`),
  charges: dollars(sql`sums.charges`),
  balanceDue: dollars(sql`sums.balance`),
  ...agedDollars('sums'),
  depositReceived: dollars(sql`under_way.cents`),
  amountPaid: dollars(sql`sums.paid`),
  discountsTaken: dollars(sql`sums.discounts`),
  details: sql`(select coalesce(json_agg(${jsonObject({
    documentNumber: sql`line.document_number`,
    documentCode: sql`line.code`,
    description: sql`line.description`,
    documentDate: sql`line.document_date`,
    amount: dollars(sql`line.amount_cents`),
    balance: dollars(sql`line.balance_cents`),
  })} order by line.document_date, line.code = 'DS', line.code, line.document_number), '[]') from line)`,
};

/**
 * Returns one statement with its lines, as JSON: the ledger as of that day, without later changes. Returns undefined if the day has no
 * statement.
 */
export async function findStatement(database: Database, actor: Member, statementDate: string): Promise<string | undefined> {
  return database.read(
    actor,
    sql`with stated as materialized (${stated(actor, statementDate)}), paid_later as materialized (${paidLater}),
        listed as (${invoicesListed}), payment_stated as (${paymentsStated}), line as materialized (${invoiceLines} union all ${paymentLines}), under_way as (${underWay}),
        sums as (select coalesce(sum(line.balance_cents), 0) as balance, coalesce(-sum(line.amount_cents) filter (where line.code = 'PY'), 0) as paid,
          coalesce(-sum(line.amount_cents) filter (where line.code = 'DS'), 0) as discounts,
          coalesce(sum(line.amount_cents) filter (where line.code = 'IN' and line.document_date > coalesce(stated.previous_date, '-infinity')), 0) as charges,
          ${agedSums(sql`line.balance_cents`, sql`line.due_date`, sql`stated.statement_date`)}
          from stated left join line on true)
      select ${jsonObject(detailFields)}::text as answer
      from stated join customers c on c.id = stated.customer_id join states st on st.id = c.state_id cross join sums cross join under_way
        cross join lateral ${balanceAtEndOf(sql`stated.customer_id`, sql`stated.previous_date`, sql`stated.starts_at`)} as opening
        left join lateral (${firstOwner}) as person on true`,
  );
}
