import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMoment, jsonObject, textArray } from '#server/database/sql';

/** A part of a payment on one invoice: money that came in, or went back with negative cents; or a credit that the payer used. */
export interface RemittanceLine {
  kind: 'payment' | 'return' | 'credit';
  dataSource: string;
  customerNumber: string;
  /** Empty if money on account went back. */
  invoiceNumber: string;
  amountCents: number;
  discountCents: number;
  method: string;
  /** Of a credit, its number. */
  processorId: string | null;
  cartId: string;
  at: string;
}

const line = jsonObject({
  kind: sql`m.kind`,
  dataSource: sql`d.code`,
  customerNumber: sql`c.customer_number`,
  invoiceNumber: sql`coalesce(i.document_number, '')`,
  amountCents: sql`m.amount_cents`,
  discountCents: sql`m.discount_cents`,
  method: sql`m.method`,
  processorId: sql`m.reference`,
  cartId: sql`m.cart_id`,
  at: isoMoment(sql`m.at`),
});

/** Every time zone's day lies within these bounds, so the index finds the few payments around it. */
const around = (moment: SQL, day: string) =>
  sql`${moment} >= ${day}::date - interval '1 day' and ${moment} < ${day}::date + interval '2 days'`;

/**
 * The applications that the payment `p` was made with. They add up to its amount. An application that was made later, after another was
 * taken back, exceeds that sum: it moves no cash, so it is in no file.
 */
const firstApplications = sql`
  select f.* from (select a.*, sum(a.amount_cents) over (partition by a.payment_id order by a.id) as running_cents
    from payment_invoices a where a.payment_id = p.id) as f
  where f.running_cents <= coalesce(p.charged_cents, p.amount_cents)`;

/** Only payments that this portal made have an idempotency key. */
const isOurs = sql`p.idempotency_key is not null`;
const wasPaid = sql`(p.payment_result = ${PAYMENT_RESULTS.paid} or p.returned_at is not null)`;
const shown = (kind: string, at: SQL) => sql`${sql.raw(`'${kind}'`)} as kind, ${at} as at, p.id, p.customer_id, p.cart_id`;

/** Money that came in; credits that were used with it; money that went back; and what went back before returns had records of their own. */
const moves = (day: string) => sql`
  select ${shown('payment', sql`p.settled_at`)}, p.method, p.payment_id as reference, a.invoice_id, a.amount_cents, a.discount_cents
  from payments p cross join lateral (${firstApplications}) as a
  where ${isOurs} and ${wasPaid} and ${around(sql`p.settled_at`, day)}
  union all
  select ${shown('credit', sql`p.settled_at`)}, 'Credit', r.document_number, a.invoice_id, a.amount_cents, 0
  from payments p join payment_invoices a on a.cart_payment_id = p.id join credits r on r.id = a.credit_id
  where ${isOurs} and ${wasPaid} and p.credit_cents > 0 and ${around(sql`p.settled_at`, day)}
  union all
  select ${shown('return', sql`b.happened_at`)}, p.method, p.payment_id, l.invoice_id,
    case when b.kind = 'reinstated' then l.amount_cents else -l.amount_cents end, case when b.kind = 'reinstated' then l.discount_cents else -l.discount_cents end
  from payment_returns b join payment_return_lines l on l.return_id = b.id join payments p on p.id = b.payment_id
  where ${around(sql`b.happened_at`, day)}
  union all
  select ${shown('return', sql`p.returned_at`)}, p.method, p.payment_id, a.invoice_id, -a.amount_cents, -a.discount_cents
  from payments p cross join lateral (${firstApplications}) as a
  where ${isOurs} and p.returned_at is not null and ${around(sql`p.returned_at`, day)}
    and not exists (select from payment_returns b where b.payment_id = p.id)`;

const limited = (dataSources: readonly string[] | null) => (dataSources ? sql`and d.code = any(${textArray(dataSources)})` : sql``);

/** Returns what was paid and came back on a day, each payment on the day of its own data source. */
export async function findRemittance(database: Database, day: string, dataSources: readonly string[] | null): Promise<RemittanceLine[]> {
  const lines = await database.read<RemittanceLine[]>(
    'system',
    sql`select coalesce(json_agg(${line} order by d.code, m.at, m.id, i.document_number), '[]') as answer
        from (${moves(day)}) as m join customers c on c.id = m.customer_id join data_sources d on d.id = c.data_source_id
          left join invoices i on i.id = m.invoice_id
        where (m.at at time zone d.time_zone)::date = ${day}::date ${limited(dataSources)}`,
  );
  return lines ?? [];
}

/** A payment counts for the day on which its last step began. After midnight such steps have this long to end. */
const LAST_STEPS_MINUTES = 15;

/** Returns a data source in which the day, with the time for its last steps, is not over yet. */
export async function findOpenDay(database: Database, day: string, dataSources: readonly string[] | null): Promise<string | undefined> {
  const code = await database.read<string | null>(
    'system',
    sql`select min(d.code) as answer from data_sources d where ((now() - make_interval(mins => ${sql.raw(String(LAST_STEPS_MINUTES))})) at time zone d.time_zone)::date <= ${day}::date ${limited(dataSources)}`,
  );
  return code ?? undefined;
}
