import { FAILED_CODES, PAYMENT_RESULTS, PENDING_CODE } from '@yardage/domain/payment-status';
import { sql } from 'drizzle-orm';
import type { Member, Transaction } from '#server/database/database';
import { payments } from '#server/database/tables/billing';
import { discountCentsOn, numbersList, openCents } from '#server/features/carts/payable.queries';

/** An invoice that somebody wants to pay, locked until the transaction ends. */
export interface LockedInvoice {
  id: number;
  documentNumber: string;
  openCents: number;
  discountCents: number;
}

/** Locks the customer's invoices of these numbers, always in the same order, so that two carts cannot wait for each other. */
export async function lockInvoices(
  { orm }: Transaction,
  actor: Member,
  documentNumbers: readonly string[],
  today: string,
): Promise<LockedInvoice[]> {
  const { rows } = await orm.execute<{ id: string; document_number: string; open_cents: string; discount_cents: string }>(
    sql`select i.id, i.document_number, ${openCents} as open_cents, ${discountCentsOn(today)} as discount_cents
        from invoices i where i.customer_id = ${actor.customerId} and i.document_number = any(${numbersList(documentNumbers)})
        order by i.id for update`,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    documentNumber: row.document_number,
    openCents: Number(row.open_cents),
    discountCents: Number(row.discount_cents),
  }));
}

/** A payment, paid or under way, that stands on some of the invoices. */
export interface StandingPayment {
  id: number;
  cartId: string;
  contentHash: string | null;
  isRecent: boolean;
  /** Those of the invoices that it stands on. */
  invoiceNumbers: string[];
}

/** What stands on these invoices, read after they were locked. */
export async function findStandingPayments(
  { orm }: Transaction,
  invoices: readonly LockedInvoice[],
  recentMinutes: number,
): Promise<StandingPayment[]> {
  const ids = invoices.map((invoice) => invoice.id).join(',');
  const { rows } = await orm.execute<{ id: string; cart_id: string; content_hash: string | null; is_recent: boolean; numbers: string[] }>(
    sql`select p.id, p.cart_id, p.content_hash, json_agg(i.document_number order by i.id) as numbers,
          p.payment_result = ${PAYMENT_RESULTS.pending} or p.settled_at > now() - make_interval(mins => ${recentMinutes}) as is_recent
        from payment_invoices laid join payments p on p.id = laid.payment_id join invoices i on i.id = laid.invoice_id
        where laid.payment_result <> 0 and laid.invoice_id = any(string_to_array(${ids}, ',')::bigint[])
        group by p.id`,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    cartId: row.cart_id,
    contentHash: row.content_hash,
    isRecent: row.is_recent,
    invoiceNumbers: row.numbers,
  }));
}

export interface NewIntent {
  contentHash: string;
  method: string;
  sourceName: string;
  payerEmail: string;
  payerPhone: string;
  today: string;
  /** How long the one who makes it has, before the completer takes over. */
  leaseSeconds: number;
}

export interface Intent {
  id: number;
  cartId: string;
  idempotencyKey: string;
  amountCents: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Writes down what is about to be paid, before anybody is asked for money; takes the invoices out of the cart. */
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
    // A cart that failed and is paid again is a new attempt, and must not be taken for the old one.
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

/** Notes the processor's id, unless somebody has given the payment up meanwhile: then nothing may be charged. */
export async function noteReservation({ orm }: Transaction, id: number, paymentId: string): Promise<boolean> {
  const { rowCount } = await orm.execute(
    sql`update payments set payment_id = ${paymentId} where id = ${id} and payment_result = ${PAYMENT_RESULTS.pending} and payment_id is null`,
  );
  return rowCount === 1;
}

export interface Ending {
  paymentResult: number;
  statusCode: number;
  statusMessage: string;
}

/** Who a payment belongs to, and whether it had counted as paid before. */
export interface EndedPayment {
  customerId: number;
  cartId: string;
  method: string;
}

/**
 * Writes how a payment ended. Only a pending one ends, and only a paid e-check comes back; everything else has been written before and
 * stays. Answers the payment if something changed.
 */
export async function recordEnding({ orm }: Transaction, id: number, ending: Ending): Promise<EndedPayment | undefined> {
  const isReturn = ending.statusCode === FAILED_CODES.returned;
  const { rows } = await orm.execute<{ customer_id: string; cart_id: string; method: string }>(
    sql`update payments set payment_result = ${ending.paymentResult}, result_code = ${ending.statusCode}, status_message = ${ending.statusMessage},
          settled_at = now(), resolve_after = null
        where id = ${id} and (payment_result = ${PAYMENT_RESULTS.pending} or (payment_result = ${PAYMENT_RESULTS.paid} and ${isReturn}))
        returning customer_id, cart_id, method`,
  );
  const [row] = rows;
  if (!row) return undefined;
  await orm.execute(sql`update payment_invoices set payment_result = ${ending.paymentResult} where payment_id = ${id}`);
  return { customerId: Number(row.customer_id), cartId: row.cart_id, method: row.method };
}

/** Keeps a payment pending and says when to ask again. */
export async function postpone({ orm }: Transaction, id: number, message: string | undefined, seconds: number): Promise<void> {
  await orm.execute(
    sql`update payments set resolve_after = now() + make_interval(secs => ${seconds}), status_message = coalesce(${message ?? null}, status_message)
        where id = ${id} and payment_result = ${PAYMENT_RESULTS.pending}`,
  );
}

/** A payment whose end nobody knows yet. */
export interface UnresolvedPayment {
  id: number;
  paymentId: string | null;
  tries: number;
}

/** Takes some payments that are due to be asked about; for the seconds given nobody else takes them. */
export async function claimUnresolved({ orm }: Transaction, limit: number, leaseSeconds: number): Promise<UnresolvedPayment[]> {
  const { rows } = await orm.execute<{ id: string; payment_id: string | null; resolve_tries: number }>(
    sql`update payments set resolve_after = now() + make_interval(secs => ${leaseSeconds}), resolve_tries = resolve_tries + 1
        where id in (select id from payments where payment_result = ${PAYMENT_RESULTS.pending} and resolve_after <= now()
                     order by resolve_after limit ${limit} for update skip locked)
        returning id, payment_id, resolve_tries`,
  );
  return rows.map((row) => ({ id: Number(row.id), paymentId: row.payment_id, tries: row.resolve_tries }));
}

/** Our payments under an id of the processor's; ours count as such only with a key that we gave. */
export async function findByProcessorId({ orm }: Transaction, paymentId: string): Promise<number | undefined> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`select id from payments where payment_id = ${paymentId} and idempotency_key is not null`,
  );
  return rows[0] && Number(rows[0].id);
}

/** How our books have a payment. */
export async function findResult({ orm }: Transaction, id: number): Promise<number | undefined> {
  const { rows } = await orm.execute<{ payment_result: number }>(sql`select payment_result from payments where id = ${id}`);
  return rows[0]?.payment_result;
}

/** How many payments wait for their end, for the metrics. */
export async function countUnresolved({ orm }: Transaction): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from payments where payment_result = ${PAYMENT_RESULTS.pending} and resolve_after is not null`,
  );
  return Number(rows[0]?.total ?? 0);
}
