import { FAILED_CODES, PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import { CHARGED_METHODS, SETTLES_LATER } from '@yardage/domain/saved-methods';
import type { Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import type { RecordsChange } from '#server/hub/records-change';
import { findPaidLines, lockPayment, type PaidLine } from './payment-returns.queries.ts';

/** The outcome of a payment, as we record it. */
export interface Ending {
  paymentResult: number;
  statusCode: number;
  statusMessage: string;
}

/** The customer, cart and method of a payment that ended. */
export interface EndedPayment {
  customerId: number;
  cartId: string;
  method: string;
  /** What went back, if the payment had been settled before. */
  returned: { customerId: number; amountCents: number; lines: readonly PaidLine[] } | undefined;
}

/**
 * Records the outcome of a payment. A pending payment ends once; a paid one can only be returned (e-checks), and keeps its settled_at. With
 * `isUnsent` it ends only if it still has no id at the processor. Any other change is ignored. Triggers change the payment's applications
 * accordingly. Returns the payment if something changed.
 */
export async function recordEnding(
  transaction: Transaction,
  id: number,
  ending: Ending,
  { isUnsent = false } = {},
): Promise<EndedPayment | undefined> {
  const isReturn = ending.statusCode === FAILED_CODES.returned;
  const before = isReturn ? await lockPayment(transaction, id) : undefined;
  const lines = before?.paymentResult === PAYMENT_RESULTS.paid ? await findPaidLines(transaction, id) : undefined;
  const { rows } = await transaction.orm.execute<{ customer_id: string; cart_id: string; method: string }>(
    sql`update payments set payment_result = ${ending.paymentResult}, result_code = ${ending.statusCode}, status_message = ${ending.statusMessage},
          settled_at = coalesce(settled_at, now()), answered_at = coalesce(answered_at, now()), returned_at = case when payment_result = ${PAYMENT_RESULTS.paid} then now() end, resolve_after = null
        where id = ${id} and (payment_result = ${PAYMENT_RESULTS.pending} or (payment_result = ${PAYMENT_RESULTS.paid} and ${isReturn}))
          and (payment_id is null or not ${isUnsent}::boolean)
        returning customer_id, cart_id, method`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const customerId = Number(row.customer_id);
  const returned = before && lines ? { customerId, amountCents: before.amountCents, lines } : undefined;
  return { customerId, cartId: row.cart_id, method: row.method, returned };
}

/** Returns the database's clock, to the microsecond. */
export async function readClock({ orm }: Transaction): Promise<string> {
  const { rows } = await orm.execute<{ clock: string }>(sql`select clock_timestamp()::text as clock`);
  return rows[0]?.clock as string;
}

/**
 * Stores when the processor was asked for the answer that is about to be recorded, and locks the payment. Returns false if the answer to a
 * later question was recorded before: amounts of refunds and disputes can grow and shrink, so an older answer would undo it.
 */
export async function noteAnswer({ orm }: Transaction, id: number, askedAt: string): Promise<boolean> {
  const { rowCount } = await orm.execute(
    sql`update payments set asked_at = ${askedAt}::timestamptz where id = ${id} and coalesce(asked_at <= ${askedAt}::timestamptz, true)`,
  );
  return rowCount === 1;
}

/** Keeps a payment pending and sets when to ask the processor again. */
export async function postpone({ orm }: Transaction, id: number, message: string | undefined, seconds: number): Promise<void> {
  await orm.execute(
    sql`update payments set resolve_after = now() + make_interval(secs => ${seconds}), answered_at = coalesce(answered_at, now()),
          status_message = coalesce(${message ?? null}, status_message)
        where id = ${id} and payment_result = ${PAYMENT_RESULTS.pending}`,
  );
}

/** A payment whose outcome is unknown. */
export interface UnresolvedPayment {
  id: number;
  processorPaymentId: string | null;
  /** Where it was made; null means the configured processor. */
  processor: string | null;
  tries: number;
}

const isDue = sql`payment_result = ${sql.raw(String(PAYMENT_RESULTS.pending))} and resolve_after <= now()`;
export const HAS_DUE_PAYMENTS = sql`exists (select from payments where ${isDue})`;

/** Claims payments that are due for a lookup. Nobody else can claim them for `leaseSeconds`. */
export async function claimUnresolved({ orm }: Transaction, limit: number, leaseSeconds: number): Promise<UnresolvedPayment[]> {
  const { rows } = await orm.execute<{ id: string; payment_id: string | null; processor: string | null; resolve_tries: number }>(
    sql`update payments set resolve_after = now() + make_interval(secs => ${leaseSeconds}), resolve_tries = resolve_tries + 1
        where id in (select id from payments where ${isDue}
                     order by resolve_after limit ${limit} for update skip locked)
        returning id, payment_id, processor, resolve_tries`,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    processorPaymentId: row.payment_id,
    processor: row.processor,
    tries: row.resolve_tries,
  }));
}

/**
 * Returns the id of our payment with this processor id. Only payments with an idempotency key were made by this system. Those without a
 * processor were made with the configured one.
 */
export async function findByProcessorId(
  { orm }: Transaction,
  processorPaymentId: string,
  { name, isConfigured }: { name: string; isConfigured: boolean },
): Promise<number | undefined> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`select id from payments where payment_id = ${processorPaymentId} and idempotency_key is not null
          and (processor = ${name} or (processor is null and ${isConfigured}::boolean))`,
  );
  return rows[0] && Number(rows[0].id);
}

/** Returns the processor of a payment that was made by this system, and its id there. */
export async function findProcessorId(
  { orm }: Transaction,
  id: number,
): Promise<{ processorPaymentId: string; processor: string | null } | undefined> {
  const { rows } = await orm.execute<{ payment_id: string | null; processor: string | null }>(
    sql`select payment_id, processor from payments where id = ${id} and idempotency_key is not null`,
  );
  const { payment_id: processorPaymentId = null, processor = null } = rows[0] ?? {};
  return processorPaymentId === null ? undefined : { processorPaymentId, processor };
}

/** The recorded result of a payment. */
export interface RecordedResult {
  paymentResult: number | undefined;
  /** Whether money went back by refunds or disputes. */
  hasComeBack: boolean;
  /** Whether the bank returned it. */
  isReturned: boolean;
}

export async function findResult({ orm }: Transaction, id: number): Promise<RecordedResult> {
  const { rows } = await orm.execute<{ payment_result: number; has_come_back: boolean; is_returned: boolean }>(
    sql`select payment_result, charged_cents is not null as has_come_back, returned_at is not null as is_returned from payments where id = ${id}`,
  );
  const [row] = rows;
  return { paymentResult: row?.payment_result, hasComeBack: row?.has_come_back ?? false, isReturned: row?.is_returned ?? false };
}

/** Counts the payments whose outcome is unknown, for the metrics. */
export async function countUnresolved({ orm }: Transaction): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from payments where payment_result = ${PAYMENT_RESULTS.pending} and resolve_after is not null`,
  );
  return Number(rows[0]?.total ?? 0);
}

/** Whether a method settles at once: a payment with it that is still pending has a problem. */
export const settlesAtOnce = (method: SQL): SQL =>
  sql`${method} in (${sql.join(
    CHARGED_METHODS.filter((each) => !SETTLES_LATER[each]).map((each) => sql.raw(`'${each}'`)),
    sql`, `,
  )})`;

/** Returns the age in seconds of the oldest card payment whose outcome is unknown. An e-check may take days, so it does not count. */
export async function oldestOpenCardSeconds({ orm }: Transaction): Promise<number> {
  const { rows } = await orm.execute<{ seconds: number }>(
    sql`select coalesce(extract(epoch from now() - min(started_at)), 0)::float8 as seconds from payments
        where payment_result = ${PAYMENT_RESULTS.pending} and resolve_after is not null and ${settlesAtOnce(sql`method`)}`,
  );
  return rows[0]?.seconds ?? 0;
}

/** Returns the records to announce after a payment ended or its money moved: the payment, and the invoices that it concerns. */
export async function findChange({ orm }: Transaction, id: number): Promise<RecordsChange[]> {
  const { rows } = await orm.execute<{ customer_id: string; global_customer_number: string; invoice_ids: (string | number)[] }>(
    sql`select c.id as customer_id, c.global_customer_number,
          array(select distinct laid.invoice_id from payment_invoices laid where laid.payment_id = p.id or laid.cart_payment_id = p.id) as invoice_ids
        from payments p join customers c on c.id = p.customer_id where p.id = ${id}`,
  );
  const [row] = rows;
  if (!row) return [];
  const customer = { customerId: Number(row.customer_id), globalCustomerNumber: row.global_customer_number };
  return [
    { ...customer, resource: 'payments', ids: [id] },
    { ...customer, resource: 'invoices', ids: row.invoice_ids.map(Number) },
  ];
}
