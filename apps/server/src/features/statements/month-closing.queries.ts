import type { Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';

/** Late entries of the last day still get onto the month's statement. */
const GRACE_HOURS = 6;
/** An account without a statement may be in the middle of its first import; its months are closed when that is over. */
const IMPORT_QUIET_HOURS = 1;
/**
 * The first closing leaves out months without an entry for this long before their end. One mistyped year, such as 1956, would make hundreds of
 * statements that stay.
 */
const IDLE_YEARS = 1;

/**
 * Makes the statements of all months that are over in the customers' time zones, starting with the month of the account's first entry.
 * Running it again, or twice at once, makes none twice. An account's first closing leaves out idle years, but never the newest month.
 * Returns how many it made.
 */
export async function closeMonths({ orm }: Transaction, now: Date): Promise<number> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const over = sql`select c.id, month_end.day, last.day is null as is_first, max(month_end.day) over (partition by c.id) as newest_day
      from customers c join data_sources d on d.id = c.data_source_id
        cross join lateral (select max(s.statement_date) as day from statements s where s.customer_id = c.id) as last
        cross join lateral (
          select coalesce(last.day + 1, (select min(e.posted_on) from ledger_entries e where e.customer_id = c.id)) as day) as first_open
        cross join lateral (
          select (month + interval '1 month - 1 day')::date as day
          from generate_series(date_trunc('month', first_open.day::timestamp), ${moment} at time zone d.time_zone, interval '1 month') as month
        ) as month_end
      where month_end.day >= first_open.day
        and (month_end.day + 1)::timestamp at time zone d.time_zone + make_interval(hours => ${GRACE_HOURS}) <= ${moment}
        and (last.day is not null or not exists (
          select from ledger_entries e where e.customer_id = c.id and e.entered_at > ${moment} - make_interval(hours => ${IMPORT_QUIET_HOURS})))`;
  const due = sql`select over.id, over.day from (${over}) as over
      where not over.is_first or over.day = over.newest_day or exists (
        select from ledger_entries e where e.customer_id = over.id and e.posted_on <= over.day
          and e.posted_on > over.day - make_interval(years => ${IDLE_YEARS}))`;
  // Inserting locks the whole ledger against its writers, also if there is nothing to insert.
  const { rows } = await orm.execute<{ is_due: boolean }>(sql`select exists (${due}) as is_due`);
  if (!rows[0]?.is_due) return 0;
  const { rowCount } = await orm.execute(
    sql`insert into statements (customer_id, statement_date) ${due}
      order by over.id, over.day
      on conflict do nothing`,
  );
  return rowCount ?? 0;
}
