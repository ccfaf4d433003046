import type { SupplyEventData } from '@yardage/contract/events';
import { FAILED_CODES, PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { dollars, isoMillisecond } from '#server/database/sql';
import { recordEvent } from '#server/features/events/events.queries';

type Failed = SupplyEventData<'payment.failed'>;

/** The lines of the event about the end of payment `p`: what the bank returned of it, or else all its applications. */
const concernedLines = sql`
  select line.invoice_id, line.amount_cents, line.discount_cents from payment_return_lines line
    join payment_returns r on r.id = line.return_id where r.payment_id = p.id and r.kind = 'returned'
  union all
  select laid.invoice_id, laid.amount_cents, laid.discount_cents from payment_invoices laid
    where laid.payment_id = p.id and not exists (select from payment_returns r where r.payment_id = p.id and r.kind = 'returned')`;

/** Records for the supplier's systems how a payment ended, as it is stored now. */
export async function recordPaymentEvent(transaction: Transaction, id: number): Promise<void> {
  const { rows } = await transaction.orm.execute<{ result: number; customer_id: string; data: Failed }>(
    sql`select p.payment_result as result, p.customer_id, json_build_object('cartId', p.cart_id, 'processorId', p.payment_id, 'method', p.method,
          'amount', ${dollars(sql`p.amount_cents`)}, 'discount', ${dollars(sql`p.discount_cents`)}, 'startedAt', ${isoMillisecond(sql`p.started_at`)},
          'invoices', (select coalesce(json_agg(json_build_object('invoiceNumber', i.document_number, 'amount', ${dollars(sql`a.amount_cents`)},
            'discount', ${dollars(sql`a.discount_cents`)}) order by i.id), '[]')
            from (${concernedLines}) as a join invoices i on i.id = a.invoice_id),
          'credits', (select coalesce(json_agg(json_build_object('creditNumber', c.document_number, 'invoiceNumber', i.document_number,
            'amount', ${dollars(sql`a.amount_cents`)}) order by i.id, c.id), '[]')
            from payment_invoices a join invoices i on i.id = a.invoice_id join credits c on c.id = a.credit_id where a.cart_payment_id = p.id),
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

type Returned = SupplyEventData<'payment.refunded'>;

/** Records for the supplier's systems that money of a payment went back, or came again after a dispute was won. */
export async function recordReturnEvent(transaction: Transaction, returnId: number): Promise<void> {
  const { rows } = await transaction.orm.execute<{ kind: 'refunded' | 'disputed' | 'reinstated'; customer_id: string; data: Returned }>(
    sql`select r.kind, r.customer_id, json_build_object('cartId', p.cart_id, 'processorId', p.payment_id, 'method', p.method,
          'amount', ${dollars(sql`r.amount_cents`)}, 'happenedAt', ${isoMillisecond(sql`r.happened_at`)},
          'remainingAmount', ${dollars(sql`case when p.payment_result = ${PAYMENT_RESULTS.paid} then p.amount_cents else 0 end`)},
          'invoices', (select coalesce(json_agg(json_build_object('invoiceNumber', i.document_number, 'amount', ${dollars(sql`line.amount_cents`)},
            'discount', ${dollars(sql`line.discount_cents`)}) order by i.id), '[]')
            from payment_return_lines line join invoices i on i.id = line.invoice_id where line.return_id = r.id)) as data
        from payment_returns r join payments p on p.id = r.payment_id where r.id = ${returnId}`,
  );
  const [row] = rows;
  if (row) await recordEvent(transaction, `payment.${row.kind}`, Number(row.customer_id), row.data);
}
