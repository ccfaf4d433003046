import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMoment, jsonObject, textArray } from '#server/database/sql';

/** A part of a payment on one invoice: money that came in, or went back with negative cents. */
export interface RemittanceLine {
  kind: 'payment' | 'return';
  dataSource: string;
  customerNumber: string;
  invoiceNumber: string;
  amountCents: number;
  discountCents: number;
  method: string;
  processorId: string | null;
  cartId: string;
  at: string;
}

const line = jsonObject({
  kind: sql`m.kind`,
  dataSource: sql`d.code`,
  customerNumber: sql`c.customer_number`,
  invoiceNumber: sql`i.document_number`,
  amountCents: sql`m.sign * a.amount_cents`,
  discountCents: sql`m.sign * a.discount_cents`,
  method: sql`m.method`,
  processorId: sql`m.payment_id`,
  cartId: sql`m.cart_id`,
  at: isoMoment(sql`m.at`),
});

/** Every time zone's day lies within these bounds, so the index finds the few payments around it. */
const around = (moment: SQL, day: string) =>
  sql`${moment} >= ${day}::date - interval '1 day' and ${moment} < ${day}::date + interval '2 days'`;
/** Only payments that this portal made have an idempotency key. */
const moves = (day: string) => sql`
  select 'payment' as kind, 1 as sign, p.settled_at as at, p.* from payments p
  where p.idempotency_key is not null and (p.payment_result = ${PAYMENT_RESULTS.paid} or p.returned_at is not null)
    and ${around(sql`p.settled_at`, day)}
  union all
  select 'return', -1, p.returned_at, p.* from payments p
  where p.idempotency_key is not null and p.returned_at is not null and ${around(sql`p.returned_at`, day)}`;

/**
 * The applications that a payment was made with. They add up to its amount, so one that was made later, after another was taken back, exceeds
 * it: it moves no cash and is in no file.
 */
const firstApplications = sql`
  select f.* from (select a.*, sum(a.amount_cents) over (partition by a.payment_id order by a.id) as running_cents
    from payment_invoices a where a.payment_id = m.id) as f
  where f.running_cents <= m.amount_cents`;

const limited = (dataSources: readonly string[] | null) => (dataSources ? sql`and d.code = any(${textArray(dataSources)})` : sql``);

/** Returns what was paid and came back on a day, each payment on the day of its own data source. */
export async function findRemittance(database: Database, day: string, dataSources: readonly string[] | null): Promise<RemittanceLine[]> {
  const lines = await database.read<RemittanceLine[]>(
    'system',
    sql`select coalesce(json_agg(${line} order by d.code, m.at, m.id, i.document_number), '[]') as answer
        from (${moves(day)}) as m join customers c on c.id = m.customer_id join data_sources d on d.id = c.data_source_id
        cross join lateral (${firstApplications}) as a join invoices i on i.id = a.invoice_id
        where (m.at at time zone d.time_zone)::date = ${day}::date ${limited(dataSources)}`,
  );
  return lines ?? [];
}

/** Returns a data source in which the day is not over yet. */
export async function findOpenDay(database: Database, day: string, dataSources: readonly string[] | null): Promise<string | undefined> {
  const code = await database.read<string | null>(
    'system',
    sql`select min(d.code) as answer from data_sources d where (now() at time zone d.time_zone)::date <= ${day}::date ${limited(dataSources)}`,
  );
  return code ?? undefined;
}
