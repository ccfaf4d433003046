import type { Database } from '../apps/server/src/database/database.ts';

/** Days that the invoices are spread over, ending today. */
const HISTORY_DAYS = 540;
const INVOICES_A_PAYMENT = 20;

/**
 * Gives customer 1 `heavyInvoices` invoices and every other customer a few. Those older than 45 days are paid, and one in three of
 * the rest. Adds their payments and month-end statements. PostgreSQL generates the rows; run it after `loadLedger`.
 */
export async function loadInvoices(database: Database, heavyInvoices: number): Promise<void> {
  const statements: [string, unknown[]?][] = [
    [
      `insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents, discount_expires_on)
       select owner, 'I' || g, day, day + 30, 'B' || g % 500, 100000 + g % 90000, 9000, 109000 + g % 90000, 2000, (date_trunc('month', day) + interval '1 month 9 days')::date
       from (select g, case when g <= $1::int then 1 else 2 + g % ((select max(id) from customers) - 1) end as owner, current_date - g * 7 % $2::int as day
             from generate_series(1, $1::int + 20000) g) made`,
      [heavyInvoices, HISTORY_DAYS],
    ],
    [
      `create temporary table paid on commit drop as
       select id, customer_id, total_cents, at, dense_rank() over (order by customer_id, document_date, place / $1::int) as payment
       from (select i.id, i.customer_id, i.document_date, i.total_cents, least(i.document_date + 30, current_date) as at,
               row_number() over (partition by i.customer_id, i.document_date order by i.id) - 1 as place
             from invoices i where i.document_date < current_date - 45 or i.id % 3 = 0) placed`,
      [INVOICES_A_PAYMENT],
    ],
    [
      `insert into payments (id, customer_id, cart_id, method, source_name, payment_result, result_code, status_message, amount_cents, discount_cents, started_at, settled_at)
       select payment, customer_id, 'C' || payment, 'eCheck', 'Customer portal', 1, 100000, 'Approved', sum(total_cents), 0, max(at), max(at)
       from paid group by payment, customer_id`,
    ],
    [
      `insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
       select payment, id, customer_id, total_cents, 0, 1, at from paid`,
    ],
    [
      `insert into statements (customer_id, statement_date)
       select c.id, (date_trunc('month', current_date) - m * interval '1 month' - interval '1 day')::date from customers c, generate_series(0, 16) m`,
    ],
  ];
  await database.transaction('system', async ({ client }) => {
    // Loading in a few large statements takes longer than the timeout of a call.
    await client.query('set local statement_timeout = 0');
    for (const [text, values] of statements) await client.query(text, values);
  });
  await database.engine.pool.query('vacuum analyze');
}
