import { AGING_BUCKETS, type AgingBucket } from '@yardage/domain/aging';
import { type SQL, sql } from '#server/database/drizzle';
import { dollars } from '#server/database/sql';

/** Today's date in a time zone. */
export function todayIn(timeZone: string): SQL {
  return sql`(now() at time zone ${timeZone}::text)::date`;
}

/** The time when a payment `p` took effect, or infinity while it is pending. An index has this very expression (migration 0006). */
export const effectiveAt = sql`coalesce(p.settled_at, case when p.payment_result = 2 then 'infinity'::timestamptz else p.started_at end)`;

/** Whether the invoice `i` is open. Must match the condition of the index of open invoices. A voided invoice has nothing open. */
export const isOpen = sql`i.open_cents > 0`;

/** Whether a payment is under way on the invoice `i`. */
export const isPending = sql`i.pending_cents > 0`;

/** Whether the invoice `i` is open and past due on a day. */
export function isOverdueOn(day: SQL): SQL {
  return sql`(${isOpen} and i.due_date < ${day})`;
}

/**
 * A customer's money that settles no invoice yet, in cents: open credits and payments on account. Its tables have no aliases, because one could
 * hide an alias of the caller in `customerId`.
 */
export function unappliedCents(customerId: SQL | number): SQL {
  return sql`(
    (select coalesce(sum(credits.open_cents), 0) from credits where credits.customer_id = ${customerId} and credits.open_cents > 0)
    + (select coalesce(sum(payments.on_account_cents), 0) from payments
       where payments.customer_id = ${customerId} and payments.on_account_cents > 0))`;
}

/**
 * A customer's balance at the end of a day, in cents: the balance now, less the journal's entries since. Zero if the day is null. Works
 * backwards because few entries follow the days that are asked for.
 */
export function balanceAtEndOf(customerId: SQL, day: SQL): SQL {
  return sql`(
    select case when ${day} is null then 0 else
      (select coalesce(sum(i.open_cents), 0) from invoices i where i.customer_id = ${customerId} and ${isOpen})
      - ${unappliedCents(customerId)}
      - (select coalesce(sum(e.invoice_cents + e.account_cents), 0) from ledger_entries e where e.customer_id = ${customerId} and e.posted_on > ${day})
      end as cents)`;
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
