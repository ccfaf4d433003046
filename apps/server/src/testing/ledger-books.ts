import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';

/** Writes documents and applications of one customer as the supplier's systems do, for tests. Days are `yyyy-MM-dd`, amounts cents. */
export function ledgerBooks(database: Database, customerId: number) {
  const write = async (statement: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await database.transaction('system', ({ orm }) => orm.execute<{ id: string }>(statement));
    return Number(rows[0]?.id);
  };
  const noon = (day: string) => sql`(select (${day}::date + time '12:00') at time zone d.time_zone
    from customers c join data_sources d on d.id = c.data_source_id where c.id = ${customerId})`;
  let count = 0;
  const number = (prefix: string) => `${prefix}${customerId}-${String(++count).padStart(5, '0')}`;

  return {
    invoice: (day: string, cents: number, discount: { cents: number; until: string } | null = null) =>
      write(sql`insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents,
          discount_cents, discount_expires_on)
        values (${customerId}, ${number('LI')}, ${day}::date, ${day}::date + 30, 'TEST', ${cents}, 0, ${cents}, ${discount?.cents ?? 0},
          ${discount?.until ?? null}::date) returning id`),

    credit: (day: string, cents: number) =>
      write(sql`insert into credits (customer_id, document_number, document_date, reason, sales_cents, tax_cents, total_cents)
        values (${customerId}, ${number('LC')}, ${day}::date, 'Short load', ${cents}, 0, ${cents}) returning id`),

    /** A payment made outside the portal. */
    receipt: (day: string, cents: number, method = 'Check') =>
      write(sql`insert into payments (customer_id, payment_id, method, source_name, payment_result, result_code, status_message, amount_cents,
          discount_cents, started_at, settled_at, received_on)
        values (${customerId}, ${number('CK')}, ${method}, 'Lockbox', 1, 100000, 'Received', ${cents}, 0, ${noon(day)}, ${noon(day)}, ${day}::date)
        returning id`),

    /** A payment of the portal that is under way. */
    pending: async (day: string, invoiceId: number, cents: number) => {
      const id =
        await write(sql`insert into payments (customer_id, method, source_name, payment_result, result_code, status_message, amount_cents,
          discount_cents, started_at)
        values (${customerId}, 'eCheck', 'Customer portal', 2, 100100, 'Pending', ${cents}, 0, ${noon(day)}) returning id`);
      await write(sql`insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
        values (${id}, ${invoiceId}, ${customerId}, ${cents}, 0, 2, ${day}::date) returning id`);
      return id;
    },
    settle: (day: string, paymentId: number) =>
      write(sql`update payments set payment_result = 1, result_code = 100000, settled_at = ${noon(day)} where id = ${paymentId}`),
    fail: (day: string, paymentId: number) =>
      write(sql`update payments set payment_result = 0, result_code = 200100, settled_at = ${noon(day)} where id = ${paymentId}`),
    returnPayment: (day: string, paymentId: number) =>
      write(sql`update payments set payment_result = 0, result_code = 200300, returned_at = ${noon(day)} where id = ${paymentId}`),

    apply: (day: string, source: { paymentId: number } | { creditId: number }, invoiceId: number, cents: number, discountCents = 0) =>
      write(sql`insert into payment_invoices (payment_id, credit_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
        values (${'paymentId' in source ? source.paymentId : null}, ${'creditId' in source ? source.creditId : null}, ${invoiceId}, ${customerId},
          ${cents}, ${discountCents}, 1, ${day}::date) returning id`),
    takeBack: (day: string, applicationId: number) =>
      write(sql`update payment_invoices set payment_result = 0, reversed_on = ${day}::date where id = ${applicationId}`),

    voidInvoice: (day: string, id: number) =>
      write(sql`update invoices set voided_on = ${day}::date, void_reason = 'Billed twice' where id = ${id}`),
    voidCredit: (day: string, id: number) => write(sql`update credits set voided_on = ${day}::date where id = ${id}`),
    correctInvoice: (day: string, id: number, cents: number) =>
      write(
        sql`update invoices set sales_cents = ${cents}, total_cents = ${cents}, revised_at = ${noon(day)} + make_interval(secs => ${++count}) where id = ${id}`,
      ),

    applicationOf: async (paymentId: number) =>
      Number(
        await database.read(
          'system',
          sql`select id as answer from payment_invoices where payment_id = ${paymentId} and payment_result = 1`,
        ),
      ),
    numberOf: async (id: number) =>
      (await database.read<string>('system', sql`select document_number as answer from invoices where id = ${id}`)) as string,
  };
}
