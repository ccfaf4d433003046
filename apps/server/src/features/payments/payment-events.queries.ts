import type { SupplyEventData } from '@yardage/contract/events';
import { FAILED_CODES, PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { dollars, isoMillisecond } from '#server/database/sql';
import { recordEvent } from '#server/features/events/events.queries';

type Failed = SupplyEventData<'payment.failed'>;

/** Records for the supplier's systems how a payment ended, as it is stored now. */
export async function recordPaymentEvent(transaction: Transaction, id: number): Promise<void> {
  const { rows } = await transaction.orm.execute<{ result: number; customer_id: string; data: Failed }>(
    sql`select p.payment_result as result, p.customer_id, json_build_object('cartId', p.cart_id, 'processorId', p.payment_id, 'method', p.method,
          'amount', ${dollars(sql`p.amount_cents`)}, 'discount', ${dollars(sql`p.discount_cents`)}, 'startedAt', ${isoMillisecond(sql`p.started_at`)},
          'invoices', (select coalesce(json_agg(json_build_object('invoiceNumber', i.document_number, 'amount', ${dollars(sql`a.amount_cents`)},
            'discount', ${dollars(sql`a.discount_cents`)}) order by i.id), '[]')
            from payment_invoices a join invoices i on i.id = a.invoice_id where a.payment_id = p.id),
          'statusCode', p.result_code, 'reason', p.status_message) as data
        from payments p where p.id = ${id}`,
  );
  const [row] = rows;
  if (!row) return;
  const customerId = Number(row.customer_id);
  const { statusCode, reason, ...payment } = row.data;
  if (row.result === PAYMENT_RESULTS.paid) return recordEvent(transaction, 'payment.settled', customerId, payment);
  const type = statusCode === FAILED_CODES.returned ? 'payment.returned' : 'payment.failed';
  await recordEvent(transaction, type, customerId, { ...payment, statusCode, reason });
}
