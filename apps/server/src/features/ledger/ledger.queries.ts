import { AGING_BUCKETS, type AgingBucket } from '@yardage/domain/aging';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars } from '#server/database/sql';

/** Today in a time zone. */
export function todayIn(timeZone: string): SQL {
  return sql`(now() at time zone ${timeZone}::text)::date`;
}

/**
 * The moment a payment `p` took effect; never for one under way. What was open on a day must not change when a payment that was under
 * way on that day is settled later, so the settlement counts and not the day the payment was begun. As in the index of this expression.
 */
export const effectiveAt = sql`coalesce(p.settled_at, case when p.payment_result = 2 then 'infinity'::timestamptz else p.started_at end)`;

/**
 * Payments `p` that took effect from a moment on. The upper end is always true of a settled payment; with both ends PostgreSQL expects few rows
 * and takes the index, with one alone a third of the table.
 */
function sinceMoment(moment: SQL): SQL {
  return sql`${effectiveAt} >= ${moment} and ${effectiveAt} < 'infinity'::timestamptz`;
}

/**
 * Payments that took effect, or came back, from a moment on, each with the sign by which it turns what is open now into what was open then: what
 * was paid later was open, and what came back later was paid.
 */
export function turnedSince(customerId: SQL, moment: SQL): SQL {
  return sql`(
    select p.id, 1 as sign from payments p where p.customer_id = ${customerId} and p.payment_result = 1 and ${sinceMoment(moment)}
    union all
    select p.id, -1 from payments p where p.customer_id = ${customerId} and p.returned_at >= ${moment} and p.settled_at < ${moment}
    offset 0)`;
}

/** The invoices of a customer that a payment is under way on. */
function pendingInvoiceIds(customerId: SQL | number): SQL {
  return sql`(select under_way.invoice_id from payment_invoices under_way where under_way.customer_id = ${customerId} and under_way.payment_result = 2)`;
}

/** Whether something of the invoice `i` is open. Written as the index of open invoices has it. */
export const isOpen = sql`i.paid_cents < i.total_cents`;

/** Whether a payment is under way on the invoice `i` of a customer; asked of open invoices only, which are few. */
export function isPendingOf(customerId: SQL | number): SQL {
  return sql`(${isOpen} and i.id in ${pendingInvoiceIds(customerId)})`;
}

/** Whether the invoice `i` is open and past due on a day. */
export function isOverdueOn(day: SQL): SQL {
  return sql`(${isOpen} and i.due_date < ${day})`;
}

/**
 * What was open on a customer's account at the end of a day, in cents: what is open now of the invoices up to that day, turned back by the payments
 * that took effect or came back since. Nothing without a day.
 */
export function balanceAtEndOf(customerId: SQL, day: SQL, endsAt: SQL): SQL {
  return sql`(
    select coalesce(sum(i.total_cents - i.paid_cents), 0) + coalesce((
      select sum(laid.cents)
      from ${turnedSince(customerId, endsAt)} as later
        cross join lateral (
          select l.invoice_id, later.sign * (l.amount_cents + l.discount_cents) as cents from payment_invoices l where l.payment_id = later.id offset 0) as laid
        cross join lateral (
          select from invoices i where i.id = laid.invoice_id and i.document_date <= ${day} offset 0) as stated_before), 0) as cents
    from invoices i where i.customer_id = ${customerId} and ${isOpen} and i.document_date <= ${day})`;
}

/** Sums of a balance by how long it was past due on a day, under the names of the contract, in cents. */
export function agedSums(balance: SQL, dueDate: SQL, onDay: SQL): SQL {
  const columns = AGING_BUCKETS.map(({ field }, index) => {
    const condition = inBucket(index, sql`(${onDay} - ${dueDate})`);
    return sql`coalesce(sum(${balance}) filter (where ${condition}), 0) as ${sql.identifier(field)}`;
  });
  return sql.join(columns, sql`, `);
}

function inBucket(index: number, daysPastDue: SQL): SQL {
  const from = AGING_BUCKETS[index]?.fromDays ?? null;
  const next = AGING_BUCKETS[index + 1]?.fromDays ?? null;
  const conditions: SQL[] = [];
  if (from !== null) conditions.push(sql`${daysPastDue} >= ${sql.raw(String(from))}`);
  if (next !== null) conditions.push(sql`${daysPastDue} < ${sql.raw(String(next))}`);
  return sql.join(conditions, sql` and `);
}

/** The aged sums of a row `alias` as the dollars that the contract carries. */
export function agedDollars(alias: string): Record<AgingBucket['field'], SQL> {
  const fields = AGING_BUCKETS.map(({ field }) => [field, dollars(sql`${sql.identifier(alias)}.${sql.identifier(field)}`)]);
  return Object.fromEntries(fields) as Record<AgingBucket['field'], SQL>;
}
