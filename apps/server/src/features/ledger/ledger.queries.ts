import { AGING_BUCKETS, type AgingBucket } from '@yardage/domain/aging';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars } from '#server/database/sql';

/** Today's date in a time zone. */
export function todayIn(timeZone: string): SQL {
  return sql`(now() at time zone ${timeZone}::text)::date`;
}

/**
 * The time when a payment `p` took effect, or infinity while it is pending. Uses the settlement, not the start: the balance of a past day
 * must not change when a payment that was pending on that day settles later. Must stay identical to the indexed expression.
 */
export const effectiveAt = sql`coalesce(p.settled_at, case when p.payment_result = 2 then 'infinity'::timestamptz else p.started_at end)`;

/**
 * Payments `p` that took effect at or after a time. The upper bound holds for every settled payment anyway. With it,
 * PostgreSQL estimates few rows and uses the index; with the lower bound alone it estimates a third of the table.
 */
function sinceMoment(moment: SQL): SQL {
  return sql`${effectiveAt} >= ${moment} and ${effectiveAt} < 'infinity'::timestamptz`;
}

/**
 * Payments that took effect or were returned at or after a time, with the sign to compute the balance at that time from the one now:
 * add what was paid since, subtract what was returned since.
 */
export function changesSince(customerId: SQL, moment: SQL): SQL {
  return sql`(
    select p.id, 1 as sign from payments p where p.customer_id = ${customerId} and p.payment_result = 1 and ${sinceMoment(moment)}
    union all
    select p.id, -1 from payments p where p.customer_id = ${customerId} and p.returned_at >= ${moment} and p.settled_at < ${moment}
    offset 0)`;
}

/** The ids of a customer's invoices with a pending payment. */
function pendingInvoiceIds(customerId: SQL | number): SQL {
  return sql`(select under_way.invoice_id from payment_invoices under_way where under_way.customer_id = ${customerId} and under_way.payment_result = 2)`;
}

/** Whether the invoice `i` is open. Must match the condition of the index of open invoices. */
export const isOpen = sql`i.paid_cents < i.total_cents`;

/** Whether the invoice `i` is open and has a pending payment. Checks open invoices only, because they are few. */
export function isPendingOf(customerId: SQL | number): SQL {
  return sql`(${isOpen} and i.id in ${pendingInvoiceIds(customerId)})`;
}

/** Whether the invoice `i` is open and past due on a day. */
export function isOverdueOn(day: SQL): SQL {
  return sql`(${isOpen} and i.due_date < ${day})`;
}

/**
 * A customer's open balance at the end of a day, in cents: the amount open now on invoices up to that day, corrected by the payments that
 * took effect or were returned since. Zero if the day is null.
 */
export function balanceAtEndOf(customerId: SQL, day: SQL, endsAt: SQL): SQL {
  return sql`(
    select coalesce(sum(i.total_cents - i.paid_cents), 0) + coalesce((
      select sum(laid.cents)
      from ${changesSince(customerId, endsAt)} as later
        cross join lateral (
          select l.invoice_id, later.sign * (l.amount_cents + l.discount_cents) as cents from payment_invoices l where l.payment_id = later.id offset 0) as laid
        cross join lateral (
          select from invoices i where i.id = laid.invoice_id and i.document_date <= ${day} offset 0) as stated_before), 0) as cents
    from invoices i where i.customer_id = ${customerId} and ${isOpen} and i.document_date <= ${day})`;
}

/** Sums a balance by days past due on a day, in cents. The columns are named like the contract's aging fields. */
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

/** Converts the aged sums of the row `alias` to dollars, as in the contract. */
export function agedDollars(alias: string): Record<AgingBucket['field'], SQL> {
  const fields = AGING_BUCKETS.map(({ field }) => [field, dollars(sql`${sql.identifier(alias)}.${sql.identifier(field)}`)]);
  return Object.fromEntries(fields) as Record<AgingBucket['field'], SQL>;
}
