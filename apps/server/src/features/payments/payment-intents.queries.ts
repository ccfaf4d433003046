import { PAYMENT_RESULTS, PENDING_CODE } from '@yardage/domain/payment-status';
import type { PartDiscountRule } from '#server/config';
import type { Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { payments } from '#server/database/tables/billing';
import { isEmptyWithout } from '#server/features/carts/carts.queries';
import { dueCents, numbersList, partDiscountOn, usableCents } from '#server/features/carts/payable.queries';

/** An invoice to be paid: a part of it, or all that can be paid. */
export interface WantedInvoice {
  documentNumber: string;
  partCents?: number | undefined;
}

/** An invoice to be paid, locked until the transaction ends. */
export interface LockedInvoice {
  id: number;
  documentNumber: string;
  /** All that can be paid of it, before the discount. */
  openCents: number;
  /** What is to be paid of it, before the discount. */
  amountCents: number;
  discountCents: number;
}

/** Locks the customer's invoices with these numbers, always in the same order, so that two carts cannot deadlock. */
export async function lockInvoices(
  { orm }: Transaction,
  actor: Member,
  wanted: readonly WantedInvoice[],
  { today, rule }: { today: string; rule: PartDiscountRule },
): Promise<LockedInvoice[]> {
  const part = sql`coalesce(line."partCents", ${dueCents})`;
  const { rows } = await orm.execute<Record<'id' | 'document_number' | 'open_cents' | 'part_cents' | 'discount_cents', string>>(
    sql`select i.id, i.document_number, ${dueCents} as open_cents, ${part} as part_cents, ${partDiscountOn(today, part, rule)} as discount_cents
        from json_to_recordset(${JSON.stringify(wanted)}::json) as line("documentNumber" text, "partCents" bigint)
          join invoices i on i.customer_id = ${actor.customerId} and i.document_number = line."documentNumber"
        order by i.id for no key update of i`,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    documentNumber: row.document_number,
    openCents: Number(row.open_cents),
    amountCents: Number(row.part_cents),
    discountCents: Number(row.discount_cents),
  }));
}

/** A credit to be used, locked until the transaction ends. */
export interface LockedCredit {
  id: number;
  documentNumber: string;
  usableCents: number;
}

/**
 * Locks the customer's credits with these numbers. Call it after locking the invoices, as the ledger's triggers do. With `plan`, what that
 * planned payment was promised counts as usable.
 */
export async function lockCredits(
  { orm }: Transaction,
  actor: Member,
  documentNumbers: readonly string[],
  plan?: number,
): Promise<LockedCredit[]> {
  if (documentNumbers.length === 0) return [];
  const chosen = sql`credits r where r.customer_id = ${actor.customerId} and r.document_number = any(${numbersList(documentNumbers)})`;
  await orm.execute(sql`select from ${chosen} order by r.id for no key update`);
  // Promises are in other rows than those locked, so only a second statement sees those that were made while the first waited for its locks.
  const { rows } = await orm.execute<{ id: string; document_number: string; usable_cents: string }>(
    sql`select r.id, r.document_number, ${usableCents(plan)} as usable_cents from ${chosen} order by r.id`,
  );
  return rows.map((row) => ({ id: Number(row.id), documentNumber: row.document_number, usableCents: Number(row.usable_cents) }));
}

/** Returns the payment that the same cart already made: one under way, or one that was settled within these minutes. */
export async function findSamePayment(
  { orm }: Transaction,
  actor: Member,
  contentHash: string,
  recentMinutes: number,
): Promise<{ id: number; cartId: string } | undefined> {
  const { rows } = await orm.execute<{ id: string; cart_id: string }>(
    sql`select id, cart_id from payments
        where customer_id = ${actor.customerId} and content_hash = ${contentHash} and (payment_result = ${PAYMENT_RESULTS.pending}
          or payment_result = ${PAYMENT_RESULTS.paid} and settled_at > now() - make_interval(mins => ${recentMinutes}))
        order by id desc limit 1`,
  );
  return rows[0] && { id: Number(rows[0].id), cartId: rows[0].cart_id };
}

/** What a payment settles of one invoice: money and discount, and parts of credits. */
export interface IntentLine {
  id: number;
  amountCents: number;
  discountCents: number;
  credits: readonly { id: number; cents: number }[];
}

export interface NewIntent {
  contentHash: string;
  method: string;
  sourceName: string;
  /** Where the money is taken; null if credits cover everything. */
  processor: string | null;
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

/** Stores a payment before the processor is called, and removes its invoices and credits from the cart. */
export async function insertIntent({ orm }: Transaction, actor: Member, lines: readonly IntentLine[], intent: NewIntent): Promise<Intent> {
  const { rows } = await orm.execute<{ id: string; attempts: string }>(
    sql`select nextval(pg_get_serial_sequence('payments', 'id')) as id,
          (select count(*) from payments where customer_id = ${actor.customerId} and content_hash = ${intent.contentHash}) as attempts`,
  );
  const id = Number(rows[0]?.id);
  const made: Intent = {
    id,
    cartId: `CRT${String(id).padStart(8, '0')}`,
    // Paying a failed cart again is a new attempt, so it needs a new idempotency key.
    idempotencyKey: `${intent.contentHash}-${Number(rows[0]?.attempts) + 1}`,
    amountCents: sum(lines.map((line) => line.amountCents)),
  };
  const credits = lines.flatMap((line) => line.credits.map((credit) => ({ invoice: line.id, ...credit })));
  await orm.insert(payments).values({
    id,
    customerId: actor.customerId,
    cartId: made.cartId,
    method: intent.method,
    sourceName: intent.sourceName,
    processor: intent.processor,
    paymentResult: PAYMENT_RESULTS.pending,
    resultCode: PENDING_CODE,
    statusMessage: 'Pending',
    amountCents: made.amountCents,
    discountCents: sum(lines.map((line) => line.discountCents)),
    creditCents: sum(credits.map(({ cents }) => cents)),
    payerEmail: intent.payerEmail,
    payerPhone: intent.payerPhone,
    requestedBy: actor.userId,
    idempotencyKey: made.idempotencyKey,
    contentHash: intent.contentHash,
    startedAt: sql`now()`,
  });
  // One statement, so that the ledger's triggers lock all documents in their order.
  await orm.execute(
    sql`insert into payment_invoices (payment_id, credit_id, cart_payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
        select ${id}::bigint, null::bigint, null::bigint, line.id, ${actor.customerId}::bigint, line."amountCents", line."discountCents", ${PAYMENT_RESULTS.pending}::smallint, ${intent.today}::date
        from json_to_recordset(${JSON.stringify(lines)}::json) as line(id bigint, "amountCents" bigint, "discountCents" bigint)
        where line."amountCents" + line."discountCents" > 0
        union all
        select null, line.id, ${id}::bigint, line.invoice, ${actor.customerId}::bigint, line.cents, 0, ${PAYMENT_RESULTS.pending}::smallint, ${intent.today}::date
        from json_to_recordset(${JSON.stringify(credits)}::json) as line(invoice bigint, id bigint, cents bigint)`,
  );
  // The lease is set last and by clock_timestamp(): now() is the beginning of the transaction, which may have waited for locks since.
  await orm.execute(
    sql`with leased as (
          update payments set resolve_after = clock_timestamp() + make_interval(secs => ${intent.leaseSeconds}) where id = ${id}),
        paid as (
          delete from cart_invoices where customer_id = ${actor.customerId} and invoice_id in (
            select line.id from json_to_recordset(${JSON.stringify(lines)}::json) as line(id bigint)))
        delete from cart_credits where customer_id = ${actor.customerId} and (
          credit_id in (select line.id from json_to_recordset(${JSON.stringify(credits)}::json) as line(id bigint))
          or ${isEmptyWithout(actor, sql`select line.id from json_to_recordset(${JSON.stringify(lines)}::json) as line(id bigint)`)})`,
  );
  return made;
}

/**
 * Stores the processor's id. Returns the database's clock, from before the charge; undefined if the payment was closed in the meantime, and
 * nothing may be charged.
 */
export async function noteReservation({ orm }: Transaction, id: number, processorPaymentId: string): Promise<string | undefined> {
  const { rows } = await orm.execute<{ clock: string }>(
    sql`update payments set payment_id = ${processorPaymentId}
        where id = ${id} and payment_result = ${PAYMENT_RESULTS.pending} and payment_id is null returning clock_timestamp()::text as clock`,
  );
  return rows[0]?.clock;
}
