import type { STATEMENT_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { monthWords } from '@yardage/domain/dates';
import { OWNER_ROLE_ID } from '@yardage/domain/member-rules';
import { METHOD_NAMES_ON_PAPER } from '@yardage/domain/names.messages';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type CalendarDays, type ListDeclaration, onDays, pageQuery } from '#server/database/page-query';
import { dollars, jsonObject, nameByCode, nameById } from '#server/database/sql';
import { orderIdOf } from '#server/features/invoices/invoices.queries';
import { agedDollars, agedSums, balanceAtEndOf, effectiveAt, isOpen } from '#server/features/ledger/ledger.queries';
import { isMemberInForce } from '#server/http/member-in-force.queries';
import { STATEMENT_LINES as LINES } from './statements.messages.ts';

const address = sql`c.address_line1 || ', ' || c.city || ', ' || st.abbreviation || ' ' || c.zip`;

const customer = sql`(customers c left join states st on st.id = c.state_id)`;

const statementList = (): ListDeclaration<(typeof STATEMENT_SORT_KEYS)[number]> => ({
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
    // Days are shown with the month as a number or, in other languages, as a word.
    own: [sql`to_char(s.statement_date, 'MM/DD/YYYY')`, nameById(sql`extract(month from s.statement_date)::int`, monthWords())],
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
});

/** Returns a page of the customer's statements of the given days, as JSON. */
export async function listStatements(database: Database, actor: Member, request: PageRequest, days: CalendarDays): Promise<string> {
  const declared = statementList();
  const conditions: [SQL, ...SQL[]] = [sql`s.customer_id = ${actor.customerId}`, ...onDays(declared.mainDate, days)];
  return (await database.read(actor, pageQuery(declared, request, conditions))) as string;
}

/** A statement with what was due at the end of its day. */
export interface StatementBalance {
  statementDate: string;
  balanceDue: number;
}

/** Returns the balances due of the customer's statements of some days, the newest first. */
export async function findBalances(database: Database, actor: Member, days: readonly string[]): Promise<StatementBalance[]> {
  const found = await database.read<StatementBalance[]>(
    actor,
    sql`select coalesce(json_agg(json_build_object('statementDate', s.statement_date, 'balanceDue', ${dollars(sql`due.cents`)})
          order by s.statement_date desc), '[]') as answer
        from statements s cross join lateral ${balanceAtEndOf(sql`s.customer_id`, sql`s.statement_date`)} as due
        where s.customer_id = ${actor.customerId} and s.statement_date = any(string_to_array(${days.join(',')}, ',')::date[])`,
  );
  return found ?? [];
}

/** The statement with its customer, its time zone, the statement before it and the end of its day. */
const stated = (actor: Member, statementDate: string) => sql`
  select s.customer_id, s.statement_date, before.statement_date as previous_date,
    (s.statement_date + 1)::timestamp at time zone d.time_zone as ends_at, d.time_zone
  from statements s join customers c on c.id = s.customer_id join data_sources d on d.id = c.data_source_id
    left join lateral (select max(earlier.statement_date) as statement_date from statements earlier
      where earlier.customer_id = s.customer_id and earlier.statement_date < s.statement_date) as before on true
  where s.customer_id = ${actor.customerId} and s.statement_date = ${statementDate}::date`;

/** The journal after the statement's day, and in its period. */
const entriesLater = sql`
  select e.invoice_id, e.payment_id, e.credit_id, e.kind, e.invoice_cents, e.account_cents
  from stated join ledger_entries e on e.customer_id = stated.customer_id and e.posted_on > stated.statement_date`;
const entriesInPeriod = sql`
  select e.* from stated join ledger_entries e on e.customer_id = stated.customer_id
    and e.posted_on > coalesce(stated.previous_date, '-infinity') and e.posted_on <= stated.statement_date`;

/** The invoices that may be on the statement: open now, changed since its day, or issued in its period. */
const invoicesListed = sql`
  select i.id from stated join invoices i on i.customer_id = stated.customer_id and ${isOpen}
  union
  select invoice_id from later where invoice_id is not null
  union
  select invoice_id from entry where kind = 'invoice'`;

/** The amount of a corrected document before the corrections of the period, which have their own lines. */
const amountBefore = (column: 'invoice' | 'credit', cents: SQL) => sql`(
  select sum(${cents}) from ledger_entries e
  where e.${sql.raw(column)}_id = d.id and (e.kind = ${sql.raw(`'${column}'`)} and e.posted_on <= stated.statement_date
    or e.kind = ${sql.raw(`'${column}-corrected'`)} and e.posted_on <= coalesce(stated.previous_date, '-infinity')))`;

/** Invoices open at the end of the day, or issued in the period. What counts is the day on which the journal has them. */
const invoiceLines = () => sql`
  select d.document_number, 'IN' as code, least(d.document_date, stated.statement_date) as document_date,
    case when d.revised_at is null then d.due_date else (
      select e.due_date from ledger_entries e
      where e.invoice_id = d.id and e.due_date is not null and e.posted_on <= stated.statement_date order by e.id desc limit 1) end as due_date,
    case when d.revised_at is null then d.total_cents else ${amountBefore('invoice', sql`e.invoice_cents`)} end as amount_cents,
    d.open_cents - coalesce(changed.cents, 0) as balance_cents,
    case when o.id is null then ${LINES.invoice} else format(${LINES.order('%1$s', '%2$s')}, o.order_number, o.job) end as description
  from stated join listed on true join invoices d on d.id = listed.id
    left join (select invoice_id, sum(invoice_cents) as cents from later group by invoice_id) as changed on changed.invoice_id = d.id
    left join orders o on o.id = ${orderIdOf(sql`d`)}
  where d.open_cents <> coalesce(changed.cents, 0) or d.id in (select invoice_id from entry where kind = 'invoice')`;

/** Credits open at the end of the day, or issued in the period. Amounts and balances are negative. */
const creditLines = () => sql`
  select d.document_number, 'CM', least(d.document_date, stated.statement_date), null::date,
    case when d.revised_at is null then -d.total_cents else ${amountBefore('credit', sql`e.account_cents`)} end,
    -d.open_cents - coalesce(changed.cents, 0), format(${LINES.credit('%s')}, d.reason)
  from stated join credits d on d.customer_id = stated.customer_id
    left join (select credit_id, sum(account_cents) as cents from later group by credit_id) as changed on changed.credit_id = d.id
  where -d.open_cents <> coalesce(changed.cents, 0) or d.id in (select credit_id from entry where kind = 'credit')`;

/** Corrections and voids of the period. */
const adjustmentLines = () => sql`
  select coalesce(i.document_number, c.document_number), 'AJ', entry.posted_on, null::date, entry.invoice_cents + entry.account_cents, 0,
    case entry.kind when 'invoice-corrected' then ${LINES.invoiceCorrected} when 'credit-corrected' then ${LINES.creditCorrected}
      when 'invoice-voided' then concat_ws(': ', ${LINES.invoiceVoided}::text, i.void_reason)
      else concat_ws(': ', ${LINES.creditVoided}::text, c.void_reason) end
  from entry left join invoices i on i.id = entry.invoice_id left join credits c on c.id = entry.credit_id
  where entry.kind in ('invoice-corrected', 'invoice-voided', 'credit-corrected', 'credit-voided') and entry.invoice_cents + entry.account_cents <> 0`;

/** The name of a payment's method in the current language. */
const methodName = () => nameByCode(sql`p.method`, METHOD_NAMES_ON_PAPER);

/** Payments of the period, each with its return and with a line for the discounts taken with it. */
const paymentLines = () => sql`
  select coalesce(p.payment_id, p.cart_id), 'PY', entry.posted_on, null::date, entry.account_cents, 0,
    format(case entry.kind when 'payment' then ${LINES.payment('%s')} when 'payment-returned' then ${LINES.paymentReturned('%s')}
      else ${LINES.paymentCorrected('%s')} end, ${methodName()})
  from entry join payments p on p.id = entry.payment_id
  where entry.kind in ('payment', 'payment-returned', 'payment-corrected') and entry.account_cents <> 0
  union all
  select coalesce(p.payment_id, p.cart_id), 'DS', taken.posted_on, null::date, taken.cents, 0,
    format(case when taken.cents < 0 then ${LINES.discount('%s')} else ${LINES.discountReturned('%s')} end, ${methodName()})
  from (select payment_id, posted_on, sum(invoice_cents + account_cents) as cents from entry
      where kind in ('applied', 'unapplied') and invoice_cents + account_cents <> 0 group by payment_id, posted_on) as taken
    join payments p on p.id = taken.payment_id
  where taken.cents <> 0`;

/** Payments with money on account at the end of the day. */
const onAccountLines = () => sql`
  select coalesce(p.payment_id, p.cart_id), 'OA', least(coalesce(p.received_on, (p.started_at at time zone stated.time_zone)::date), stated.statement_date),
    null::date, -rest.cents, -rest.cents, format(${LINES.onAccount('%s')}, ${methodName()})
  from stated cross join lateral (
      select kept.id, sum(kept.cents) as cents from (
        select p.id, p.on_account_cents as cents from payments p where p.customer_id = stated.customer_id and p.on_account_cents > 0
        union all
        select payment_id, account_cents from later where payment_id is not null and account_cents <> 0) as kept
      group by kept.id having sum(kept.cents) <> 0) as rest
    join payments p on p.id = rest.id`;

/** Payments started by the end of the day that had no result then, whatever happened to them later. */
const underWay = sql`
  select coalesce(sum(coalesce(p.charged_cents, p.amount_cents)), 0) as cents from stated join payments p on p.customer_id = stated.customer_id
    and ${effectiveAt} >= stated.ends_at and p.started_at < stated.ends_at`;

/** The contact person of the account: its first owner. */
const firstOwner = sql`
  select m.first_name, m.last_name from members m
  where m.customer_id = c.id and m.role_id = ${OWNER_ROLE_ID} and ${isMemberInForce()} order by m.id limit 1`;

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
  adjustments: dollars(sql`sums.adjustments`),
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
  })} order by line.document_date, line.code = 'DS', line.code, line.document_number, line.amount_cents, line.description), '[]') from line)`,
};

/**
 * Returns one statement with its lines, as JSON: the ledger as of that day, without later changes. Returns undefined if the day has no
 * statement.
 */
export async function findStatement(database: Database, actor: Member, statementDate: string): Promise<string | undefined> {
  return database.read(
    actor,
    sql`with stated as materialized (${stated(actor, statementDate)}), later as materialized (${entriesLater}),
        entry as materialized (${entriesInPeriod}), listed as (${invoicesListed}),
        line as materialized (${invoiceLines()} union all ${creditLines()} union all ${adjustmentLines()} union all ${paymentLines()}
          union all ${onAccountLines()}),
        under_way as (${underWay}),
        balances as (select coalesce(sum(line.balance_cents), 0) as balance,
          ${agedSums(sql`line.balance_cents`, sql`coalesce(line.due_date, stated.statement_date)`, sql`stated.statement_date`)}
          from stated left join line on true),
        movements as (select
          coalesce(sum(invoice_cents) filter (where kind = 'invoice'), 0) as charges,
          coalesce(sum(invoice_cents + account_cents) filter (where kind like 'credit%' or kind in ('invoice-corrected', 'invoice-voided')), 0) as adjustments,
          coalesce(-sum(account_cents) filter (where kind like 'payment%'), 0) as paid,
          coalesce(-sum(invoice_cents + account_cents) filter (where kind in ('applied', 'unapplied')), 0) as discounts
          from entry),
        sums as (select * from balances cross join movements)
      select ${jsonObject(detailFields)}::text as answer
      from stated join customers c on c.id = stated.customer_id join states st on st.id = c.state_id cross join sums cross join under_way
        cross join lateral ${balanceAtEndOf(sql`stated.customer_id`, sql`stated.previous_date`)} as opening
        left join lateral (${firstOwner}) as person on true`,
  );
}
