import type { PaymentReturnKind } from '@yardage/contract/payments';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { paymentReturns } from '#server/database/tables/payment-returns';

/** A payment whose money may go back, locked until the transaction ends. */
export interface ReturnablePayment {
  customerId: number;
  cartId: string;
  paymentResult: number;
  /** What is left of it. */
  amountCents: number;
  appliedCents: number;
  /** What the processor took. */
  chargedCents: number;
  refundedCents: number;
  disputedCents: number;
  /** Today at the customer's data source. */
  today: string;
}

/** Locks a payment that was made by this system. */
export async function lockPayment({ orm }: Transaction, id: number): Promise<ReturnablePayment | undefined> {
  const { rows } = await orm.execute<{ answer: ReturnablePayment }>(
    sql`select json_build_object('customerId', customer_id, 'cartId', cart_id, 'paymentResult', payment_result, 'amountCents', amount_cents,
          'appliedCents', applied_cents, 'chargedCents', coalesce(charged_cents, amount_cents), 'refundedCents', refunded_cents,
          'disputedCents', disputed_cents, 'today', ledger_day(customer_id, now())) as answer
        from payments where id = ${id} and idempotency_key is not null for update`,
  );
  return rows[0]?.answer;
}

/** What a payment settles of an invoice, by one of its applications. */
export interface PaidLine {
  id: number;
  invoiceId: number;
  amountCents: number;
  discountCents: number;
}

/** Returns the settled applications of a payment, the newest first. */
export async function findPaidLines({ orm }: Transaction, paymentId: number): Promise<PaidLine[]> {
  const { rows } = await orm.execute<{ answer: PaidLine }>(
    sql`select json_build_object('id', id, 'invoiceId', invoice_id, 'amountCents', amount_cents, 'discountCents', discount_cents) as answer
        from payment_invoices where payment_id = ${paymentId} and payment_result = ${PAYMENT_RESULTS.paid} order by id desc`,
  );
  return rows.map(({ answer }) => answer);
}

/** What went back of a payment on an invoice, so that it could be paid again. */
export interface LostLine {
  invoiceId: number;
  amountCents: number;
  discountCents: number;
  /** What can be paid of the invoice now. */
  dueCents: number;
}

/** Returns what went back of a payment by invoice, and locks the invoices. */
export async function lockLost({ orm }: Transaction, paymentId: number): Promise<LostLine[]> {
  const { rows } = await orm.execute<{ answer: LostLine }>(
    sql`select json_build_object('invoiceId', i.id, 'amountCents', lost.amount_cents, 'discountCents', lost.discount_cents,
          'dueCents', i.open_cents - i.pending_cents) as answer
        from (select line.invoice_id, sum(case when r.kind = 'reinstated' then -line.amount_cents else line.amount_cents end)::bigint as amount_cents,
            sum(case when r.kind = 'reinstated' then -line.discount_cents else line.discount_cents end)::bigint as discount_cents
          from payment_returns r join payment_return_lines line on line.return_id = r.id
          where r.payment_id = ${paymentId} and line.invoice_id is not null group by line.invoice_id) as lost
          join invoices i on i.id = lost.invoice_id
        where lost.amount_cents > 0 order by i.id for no key update of i`,
  );
  return rows.map(({ answer }) => answer);
}

/** Takes applications of a payment back, from today. */
export async function takeBack({ orm }: Transaction, applicationIds: readonly number[], today: string): Promise<void> {
  if (applicationIds.length === 0) return;
  await orm.execute(
    sql`update payment_invoices set payment_result = 0, reversed_on = ${today}::date
        where id = any(string_to_array(${applicationIds.join(',')}, ',')::bigint[])`,
  );
}

/** Applies a settled payment to invoices, from today. */
export async function applyAgain(
  { orm }: Transaction,
  paymentId: number,
  lines: readonly Omit<PaidLine, 'id'>[],
  { customerId, today }: Pick<ReturnablePayment, 'customerId' | 'today'>,
): Promise<void> {
  if (lines.length === 0) return;
  await orm.execute(
    sql`insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
        select ${paymentId}, line."invoiceId", ${customerId}, line."amountCents", line."discountCents", ${PAYMENT_RESULTS.paid}, ${today}::date
        from json_to_recordset(${JSON.stringify(lines)}::json) as line("invoiceId" bigint, "amountCents" bigint, "discountCents" bigint)`,
  );
}

/** The state of a payment after money was returned or paid again. */
export interface PaymentTotals {
  paymentResult: number;
  resultCode: number;
  statusMessage: string;
  amountCents: number;
  chargedCents: number;
  refundedCents: number;
  disputedCents: number;
}

/** Changes a payment. The ledger's triggers take its applications back if its result says so, and write the journal. */
export async function updatePaymentTotals({ orm }: Transaction, id: number, totals: PaymentTotals): Promise<void> {
  const isOver = totals.paymentResult === PAYMENT_RESULTS.unpaid;
  await orm.execute(
    sql`update payments set payment_result = ${totals.paymentResult}, result_code = ${totals.resultCode},
          status_message = ${totals.statusMessage}, amount_cents = ${totals.amountCents}, charged_cents = ${totals.chargedCents},
          refunded_cents = ${totals.refundedCents}, disputed_cents = ${totals.disputedCents},
          returned_at = case when ${isOver}::boolean then now() end
        where id = ${id}`,
  );
}

/** A part of the money that went back or came again. */
export interface ReturnLine {
  /** Null for money that was on account. */
  invoiceId: number | null;
  amountCents: number;
  discountCents: number;
}

/** Records that money went back or came again, by invoice. Returns its id. */
export async function insertReturn(
  { orm }: Transaction,
  made: { customerId: number; paymentId: number; kind: PaymentReturnKind; amountCents: number; lines: readonly ReturnLine[] },
): Promise<number> {
  const { customerId, paymentId, kind, amountCents, lines } = made;
  const [row] = await orm.insert(paymentReturns).values({ customerId, paymentId, kind, amountCents }).returning({ id: paymentReturns.id });
  const id = Number(row?.id);
  await orm.execute(
    sql`insert into payment_return_lines (customer_id, return_id, invoice_id, amount_cents, discount_cents)
        select ${customerId}, ${id}, line."invoiceId", line."amountCents", line."discountCents"
        from json_to_recordset(${JSON.stringify(lines)}::json) as line("invoiceId" bigint, "amountCents" bigint, "discountCents" bigint)`,
  );
  return id;
}
