import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';

/** Calendar days, both included. */
export interface Period {
  from: string;
  to: string;
}

export interface TrueInvoice {
  number: string;
  totalCents: number;
  openCents: number;
  dueDate: string;
  documentDate: string;
  job: string;
}

export interface TrueQuantity {
  job: string;
  quantity: number;
  loads: number;
}

/** Reads a customer's records with plain SQL, independent of the services and tools that the assistant uses. */
export function truthOf(database: Database, customerId: number, timeZone: string) {
  const value = async <T>(statement: SQL): Promise<T> => (await database.read<T>('system', statement)) as T;
  const rows = <T>(statement: SQL): Promise<T[]> =>
    value<T[]>(sql`select coalesce(json_agg(row_to_json(found)), '[]') as answer from (${statement}) as found`);
  const numbers = async (statement: SQL): Promise<string[]> => (await rows<{ number: string }>(statement)).map(({ number }) => number);
  const today = sql`(now() at time zone ${timeZone}::text)::date`;
  const localDay = (moment: SQL) => sql`(${moment} at time zone ${timeZone}::text)::date`;
  const within = (day: SQL, { from, to }: Period) => sql`${day} between ${from}::date and ${to}::date`;
  const named = (column: SQL, name: string) => sql`${column} ilike ${`%${name}%`}`;
  const isUnpaid = sql`i.paid_cents < i.total_cents and not exists (
    select from payment_invoices laid where laid.invoice_id = i.id and laid.payment_result = 2)`;

  const isNotRejected = sql`not coalesce((select s.is_rejected from ticket_sign_offs s where s.ticket_id = t.id order by s.id desc limit 1), false)`;

  return {
    value,
    isNotRejected,
    rows,
    numbers,
    today,
    localDay,
    within,
    named,
    isUnpaid,
    customerId,

    /** Today and the periods around it, with weeks from Monday to Sunday. */
    periods: () =>
      value<
        Record<
          | 'today'
          | 'yesterday'
          | 'tomorrow'
          | 'thisWeek'
          | 'lastWeek'
          | 'nextWeek'
          | 'thisMonth'
          | 'lastMonth'
          | 'nextMonth'
          | 'thisYear'
          | 'lastYear'
          | 'nextTenDays',
          Period
        >
      >(
        sql`select json_object_agg(name, json_build_object('from', first_day, 'to', last_day)) as answer from (
          select 'today' as name, ${today} as first_day, ${today} as last_day
          union all select 'yesterday', ${today} - 1, ${today} - 1
          union all select 'tomorrow', ${today} + 1, ${today} + 1
          union all select 'nextTenDays', ${today}, ${today} + 10
          union all select which || 'Week', (date_trunc('week', ${today}::timestamp) + step * interval '1 week')::date,
            (date_trunc('week', ${today}::timestamp) + step * interval '1 week' + interval '6 days')::date
            from (values ('last', -1), ('this', 0), ('next', 1)) as weeks(which, step)
          union all select which || 'Month', (date_trunc('month', ${today}::timestamp) + step * interval '1 month')::date,
            (date_trunc('month', ${today}::timestamp) + (step + 1) * interval '1 month' - interval '1 day')::date
            from (values ('last', -1), ('this', 0), ('next', 1)) as months(which, step)
          union all select which || 'Year', (date_trunc('year', ${today}::timestamp) + step * interval '1 year')::date,
            (date_trunc('year', ${today}::timestamp) + (step + 1) * interval '1 year' - interval '1 day')::date
            from (values ('last', -1), ('this', 0)) as years(which, step)) as periods`,
      ),

    /** Invoices that match a condition on `i` (and the order `o`), in the given order. */
    invoices: (condition: SQL, order: SQL = sql`i.document_date desc, i.id desc`) =>
      rows<TrueInvoice>(sql`select i.document_number as number, i.total_cents as "totalCents", i.total_cents - i.paid_cents as "openCents",
          i.due_date as "dueDate", i.document_date as "documentDate", o.job
        from invoices i left join orders o on o.id = i.order_id where i.customer_id = ${customerId} and ${condition} order by ${order}`),

    /** Numbers of orders `o`, latest first. */
    orders: (condition: SQL, order: SQL = sql`o.starts_at desc, o.id desc`) =>
      numbers(sql`select o.order_number as number from orders o where o.customer_id = ${customerId} and ${condition} order by ${order}`),

    /** Numbers of tickets `t` of orders `o`, latest first. */
    tickets: (condition: SQL) =>
      numbers(sql`select t.ticket_number as number from tickets t join orders o on o.id = t.order_id
        where t.customer_id = ${customerId} and ${condition} order by t.ticketed_at desc, t.id desc`),

    /** Delivered quantities in a period by job, largest first. A load whose last entry rejects it was not delivered. */
    delivered: (period: Period, condition: SQL = sql`true`) =>
      rows<TrueQuantity>(sql`select o.job, sum(t.quantity)::float as quantity, count(*)::int as loads from tickets t join orders o on o.id = t.order_id
        where t.customer_id = ${customerId} and t.status_id = 6 and ${isNotRejected} and ${within(localDay(sql`t.ticketed_at`), period)} and ${condition}
        group by o.job order by 2 desc, 1`),

    /** Loads of orders `o` on a truck that are not unloaded yet. */
    loadsUnderWay: (condition: SQL = sql`true`) =>
      rows<{ number: string; truck: string; statusId: number; job: string; driver: string }>(
        sql`select t.ticket_number as number, tr.number as truck, t.status_id as "statusId", o.job, t.driver_name as driver
          from tickets t join orders o on o.id = t.order_id join trucks tr on tr.id = t.truck_id
          where t.customer_id = ${customerId} and t.status_id < 6 and t.leave_job_at is null and t.ticketed_at > now() - interval '24 hours' and ${condition}`,
      ),
  };
}

export type Truth = ReturnType<typeof truthOf>;
