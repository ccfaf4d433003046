import { type CustomerSummary, customerSummary, type SummaryPart } from '@yardage/contract/dashboard';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars, jsonObject } from '#server/database/sql';
import {
  agedDollars,
  agedSums,
  balanceAtEndOf,
  effectiveAt,
  isOpen,
  todayIn,
  unappliedCents,
} from '#server/features/ledger/ledger.queries';

type Fields = Partial<Record<keyof CustomerSummary, SQL>>;

/** A part of the summary: the joins to the `account` row and the fields that it adds. */
interface Part {
  join: SQL;
  /** Aggregates over all invoices `i` of the customer. All requested parts share one scan. */
  ofInvoices: readonly SQL[];
  fields: Fields;
}

const openCents = sql`i.open_cents`;

/**
 * Joins the open balance of a customer by age to the `account` row, as `open`, in cents.
 * Credits and payments on account reduce the balance; in the aging they belong to what is not yet due.
 */
export function agedBalance(customerId: SQL | number): SQL {
  return sql`
      cross join lateral (
        select coalesce(sum(${openCents}), 0) as balance, ${agedSums(openCents, sql`i.due_date`, sql`account.today`)},
          coalesce(sum(${openCents}) filter (where i.document_date >= account.year_start), 0) as of_year,
          coalesce(sum(i.pending_cents), 0) as pending
        from invoices i where i.customer_id = ${customerId} and ${isOpen}
      ) as invoiced
      cross join lateral (select ${unappliedCents(customerId)} as cents) as unapplied
      cross join lateral (
        select invoiced.balance - unapplied.cents as balance, ${netAging}, invoiced.of_year, invoiced.pending
      ) as open`;
}

/**
 * Each condition uses the customer id as a parameter, not a column of another row, so that PostgreSQL can estimate the row count. The last
 * payment is shown as in the history: with its credits, whatever was refunded later.
 */
function agingOf({ customerId }: Member): Part {
  return {
    join: sql`
      ${agedBalance(customerId)}
      left join lateral (
        select i.document_date, i.total_cents from invoices i where i.customer_id = ${customerId} and i.voided_on is null order by i.document_date desc, i.id desc limit 1
      ) as invoice on true
      left join lateral (
        select (${effectiveAt} at time zone account.time_zone)::date as day, coalesce(p.charged_cents, p.amount_cents) + p.credit_cents as settled_cents
        from payments p where p.customer_id = ${customerId} and p.payment_result = 1 and p.amount_cents > 0 order by ${effectiveAt} desc limit 1
      ) as payment on true
      left join lateral (
        select s.statement_date from statements s where s.customer_id = ${customerId} order by s.statement_date desc limit 1
      ) as statement on true
      cross join lateral ${balanceAtEndOf(sql`${customerId}`, sql`statement.statement_date`)} as stated`,
    ofInvoices: [
      sql`avg(i.paid_on - i.document_date) as life_days`,
      sql`avg(i.paid_on - i.document_date) filter (where i.paid_on >= account.year_start) as year_days`,
    ],
    fields: agingFields,
  };
}

/** The aging with the unapplied money in the first bucket. */
const netAging = sql.join(
  AGING_BUCKETS.map(({ field, fromDays }) => {
    const bucket = sql`invoiced.${sql.identifier(field)}`;
    return sql`${fromDays === null ? sql`${bucket} - unapplied.cents` : bucket} as ${sql.identifier(field)}`;
  }),
  sql`, `,
);

const agingFields: Fields = {
  lastAged: sql`account.today`,
  ...agedDollars('open'),
  balanceAmount: dollars(sql`open.balance`),
  pendingAmount: dollars(sql`open.pending`),
  unappliedAmount: dollars(sql`unapplied.cents`),
  lastInvoiceDate: sql`invoice.document_date`,
  lastInvoiceAmount: dollars(sql`invoice.total_cents`),
  lastPaymentDate: sql`payment.day`,
  lastPaymentAmount: dollars(sql`payment.settled_cents`),
  lastStatementDate: sql`statement.statement_date`,
  lastStatementAmount: sql`case when statement.statement_date is not null then ${dollars(sql`stated.cents`)} end`,
  yearToDateBalanceAmount: dollars(sql`open.of_year`),
  yearToDateAverageDays: sql`round(of_all.year_days, 1)`,
  lifeToDateBalanceAmount: dollars(sql`open.balance`),
  lifeToDateAverageDays: sql`round(of_all.life_days, 1)`,
};

/** Spend is what the documents of a year say before tax: invoices less credits, without voided ones. */
const rewardsOf = ({ customerId }: Member): Part => {
  const creditedIn = (from: SQL, to: SQL) => sql`(
    select coalesce(sum(c.sales_cents), 0) from credits c
    where c.customer_id = ${customerId} and c.voided_on is null and c.document_date between ${from} and ${to})`;
  return {
    join: sql``,
    ofInvoices: [
      sql`coalesce(sum(i.sales_cents) filter (where i.voided_on is null and i.document_date between account.year_start and account.year_end), 0)
      - ${creditedIn(sql`account.year_start`, sql`account.year_end`)} as this_year`,
      sql`coalesce(sum(i.sales_cents) filter (where i.voided_on is null and i.document_date >= account.last_year_start and i.document_date < account.year_start), 0)
      - ${creditedIn(sql`account.last_year_start`, sql`account.year_start - 1`)} as last_year`,
    ],
    fields: { currentYearSpend: dollars(sql`of_all.this_year`), previousYearSpend: dollars(sql`of_all.last_year`) },
  };
};

const person = jsonObject({ name: sql`person.name`, email: sql`person.email`, phone: sql`person.phone` });

/** The desk's contact of the customer, else the one that the supplier's systems name, else the desk's of the data source (decision 38). */
const contactOf = (customerId: number, kindName: string) => {
  const kind = sql.raw(`'${kindName}'`);
  return sql`coalesce(
    (select ${person} from customer_desk_contacts person where person.customer_id = ${customerId} and person.kind = ${kind}),
    (select ${person} from customer_contacts own join contacts person on person.id = own.contact_id
      where own.customer_id = ${customerId} and own.kind = ${kind}),
    (select ${person} from data_source_contacts person join customers c on c.data_source_id = person.data_source_id
      where c.id = ${customerId} and person.kind = ${kind}))`;
};

const contactsOf = ({ customerId }: Member): Part => ({
  join: sql``,
  ofInvoices: [],
  fields: {
    accountRep: contactOf(customerId, 'account-rep'),
    salesRep: contactOf(customerId, 'sales-rep'),
    regionalManager: contactOf(customerId, 'regional-manager'),
  },
});

const PARTS: Readonly<Record<SummaryPart, (actor: Member) => Part>> = { aging: agingOf, rewards: rewardsOf, contacts: contactsOf };
const FIELD_NAMES = Object.keys(customerSummary.shape) as (keyof CustomerSummary)[];

/** Returns the requested parts of a customer's summary as JSON, computed from the ledger. Other fields are null. */
export async function findSummary(database: Database, actor: Member, timeZone: string, parts: readonly SummaryPart[]): Promise<string> {
  const chosen = parts.map((name) => PARTS[name](actor));
  const made: Fields = Object.assign({}, ...chosen.map(({ fields }) => fields));
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, made[name] ?? sql`null::text`]));
  const ofInvoices = chosen.flatMap((part) => part.ofInvoices);
  const ofAll = sql`cross join lateral (select ${sql.join(ofInvoices, sql`, `)} from invoices i where i.customer_id = ${actor.customerId}) as of_all`;
  const joins = [...chosen.map(({ join }) => join), ...(ofInvoices.length > 0 ? [ofAll] : [])];
  const yearStart = sql`date_trunc('year', ${todayIn(timeZone)}::timestamp)`;
  const answer = await database.read(
    actor,
    sql`with account as materialized (
        select ${timeZone}::text as time_zone, ${todayIn(timeZone)} as today, ${yearStart}::date as year_start,
          (${yearStart} - interval '1 year')::date as last_year_start, (${yearStart} + interval '1 year - 1 day')::date as year_end)
      select ${jsonObject(fields)}::text as answer from account ${sql.join(joins, sql` `)}`,
  );
  return answer as string;
}
