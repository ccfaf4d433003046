import { PAYMENT_RESULTS, PENDING_CODE } from '@yardage/domain/payment-status';
import type { Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { payments } from '#server/database/tables/billing';
import { dueCents, numbersList, payableDiscountOn } from '#server/features/carts/payable.queries';

/** An invoice to be paid, locked until the transaction ends. */
export interface LockedInvoice {
  id: number;
  documentNumber: string;
  /** What can be paid of it, before the discount. */
  openCents: number;
  discountCents: number;
}

/** Locks the customer's invoices with these numbers, always in the same order, so that two carts cannot deadlock. */
export async function lockInvoices(
  { orm }: Transaction,
  actor: Member,
  documentNumbers: readonly string[],
  today: string,
): Promise<LockedInvoice[]> {
  const { rows } = await orm.execute<{ id: string; document_number: string; open_cents: string; discount_cents: string }>(
    sql`select i.id, i.document_number, ${dueCents} as open_cents, ${payableDiscountOn(today)} as discount_cents
        from invoices i where i.customer_id = ${actor.customerId} and i.document_number = any(${numbersList(documentNumbers)})
        order by i.id for no key update`,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    documentNumber: row.document_number,
    openCents: Number(row.open_cents),
    discountCents: Number(row.discount_cents),
  }));
}

/** A paid or pending payment that is applied to some of the invoices. */
export interface StandingPayment {
  id: number;
  cartId: string;
  contentHash: string | null;
  isRecent: boolean;
}

/** Returns the payments that are applied to these invoices. Call it after locking them. */
export async function findStandingPayments(
  { orm }: Transaction,
  invoices: readonly LockedInvoice[],
  recentMinutes: number,
): Promise<StandingPayment[]> {
  const ids = invoices.map((invoice) => invoice.id).join(',');
  const { rows } = await orm.execute<{ id: string; cart_id: string; content_hash: string | null; is_recent: boolean }>(
    sql`select p.id, p.cart_id, p.content_hash,
          p.payment_result = ${PAYMENT_RESULTS.pending} or p.settled_at > now() - make_interval(mins => ${recentMinutes}) as is_recent
        from payment_invoices laid join payments p on p.id = laid.payment_id
        where laid.payment_result <> 0 and laid.invoice_id = any(string_to_array(${ids}, ',')::bigint[])
        group by p.id`,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    cartId: row.cart_id,
    contentHash: row.content_hash,
    isRecent: row.is_recent,
  }));
}

export interface NewIntent {
  contentHash: string;
  method: string;
  sourceName: string;
  payerEmail: string;
  payerPhone: string;
  today: string;
  /** How long the caller has to complete the payment before the completer takes over. */
  leaseSeconds: number;
}

export interface Intent {
  id: number;
  cartId: string;
  idempotencyKey: string;
  amountCents: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Stores a payment before the processor is called, and removes its invoices from the cart. */
export async function insertIntent(
  { orm }: Transaction,
  actor: Member,
  invoices: readonly LockedInvoice[],
  intent: NewIntent,
): Promise<Intent> {
  const { rows } = await orm.execute<{ id: string; attempts: string }>(
    sql`select nextval(pg_get_serial_sequence('payments', 'id')) as id,
          (select count(*) from payments where customer_id = ${actor.customerId} and content_hash = ${intent.contentHash}) as attempts`,
  );
  const id = Number(rows[0]?.id);
  const amountCents = sum(invoices.map((invoice) => invoice.openCents - invoice.discountCents));
  const made: Intent = {
    id,
    cartId: `CRT${String(id).padStart(8, '0')}`,
    // Paying a failed cart again is a new attempt, so it needs a new idempotency key.
    idempotencyKey: `${intent.contentHash}-${Number(rows[0]?.attempts) + 1}`,
    amountCents,
  };
  await orm.insert(payments).values({
    id,
    customerId: actor.customerId,
    cartId: made.cartId,
    method: intent.method,
    sourceName: intent.sourceName,
    paymentResult: PAYMENT_RESULTS.pending,
    resultCode: PENDING_CODE,
    statusMessage: 'Pending',
    amountCents,
    discountCents: sum(invoices.map((invoice) => invoice.discountCents)),
    payerEmail: intent.payerEmail,
    payerPhone: intent.payerPhone,
    requestedBy: actor.userId,
    idempotencyKey: made.idempotencyKey,
    contentHash: intent.contentHash,
    resolveAfter: sql`now() + make_interval(secs => ${intent.leaseSeconds})`,
    startedAt: sql`now()`,
  });
  const lines = JSON.stringify(invoices);
  await orm.execute(
    sql`insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
        select ${id}, line.id, ${actor.customerId}, line."openCents" - line."discountCents", line."discountCents", ${PAYMENT_RESULTS.pending},
          ${intent.today}::date
        from json_to_recordset(${lines}::json) as line(id bigint, "openCents" bigint, "discountCents" bigint)`,
  );
  await orm.execute(
    sql`delete from cart_invoices where customer_id = ${actor.customerId} and invoice_id in (
          select line.id from json_to_recordset(${lines}::json) as line(id bigint))`,
  );
  return made;
}

/** Stores the processor's id. Returns false if the payment was closed in the meantime; then nothing may be charged. */
export async function noteReservation({ orm }: Transaction, id: number, paymentId: string): Promise<boolean> {
  const { rowCount } = await orm.execute(
    sql`update payments set payment_id = ${paymentId} where id = ${id} and payment_result = ${PAYMENT_RESULTS.pending} and payment_id is null`,
  );
  return rowCount === 1;
}
