import { FAILED_CODES, PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';

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
}

/**
 * Records the outcome of a payment. A pending payment ends once; a paid one can only be returned (e-checks), and keeps its settled_at. Any
 * other change is ignored. The database takes the payment's applications with it. Returns the payment if something changed.
 */
export async function recordEnding({ orm }: Transaction, id: number, ending: Ending): Promise<EndedPayment | undefined> {
  const isReturn = ending.statusCode === FAILED_CODES.returned;
  const { rows } = await orm.execute<{ customer_id: string; cart_id: string; method: string }>(
    sql`update payments set payment_result = ${ending.paymentResult}, result_code = ${ending.statusCode}, status_message = ${ending.statusMessage},
          settled_at = coalesce(settled_at, now()), answered_at = coalesce(answered_at, now()), returned_at = case when payment_result = ${PAYMENT_RESULTS.paid} then now() end, resolve_after = null
        where id = ${id} and (payment_result = ${PAYMENT_RESULTS.pending} or (payment_result = ${PAYMENT_RESULTS.paid} and ${isReturn}))
        returning customer_id, cart_id, method`,
  );
  const [row] = rows;
  if (!row) return undefined;
  return { customerId: Number(row.customer_id), cartId: row.cart_id, method: row.method };
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
  paymentId: string | null;
  tries: number;
}

/** Claims payments that are due for a lookup. Nobody else can claim them for `leaseSeconds`. */
export async function claimUnresolved({ orm }: Transaction, limit: number, leaseSeconds: number): Promise<UnresolvedPayment[]> {
  const { rows } = await orm.execute<{ id: string; payment_id: string | null; resolve_tries: number }>(
    sql`update payments set resolve_after = now() + make_interval(secs => ${leaseSeconds}), resolve_tries = resolve_tries + 1
        where id in (select id from payments where payment_result = ${PAYMENT_RESULTS.pending} and resolve_after <= now()
                     order by resolve_after limit ${limit} for update skip locked)
        returning id, payment_id, resolve_tries`,
  );
  return rows.map((row) => ({ id: Number(row.id), paymentId: row.payment_id, tries: row.resolve_tries }));
}

/** Returns the id of our payment with this processor id. Only payments with an idempotency key were made by this system. */
export async function findByProcessorId({ orm }: Transaction, paymentId: string): Promise<number | undefined> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`select id from payments where payment_id = ${paymentId} and idempotency_key is not null`,
  );
  return rows[0] && Number(rows[0].id);
}

/** Returns the processor's id of a payment that was made by this system. */
export async function findProcessorId({ orm }: Transaction, id: number): Promise<string | null> {
  const { rows } = await orm.execute<{ payment_id: string | null }>(
    sql`select payment_id from payments where id = ${id} and idempotency_key is not null`,
  );
  return rows[0]?.payment_id ?? null;
}

/** Returns the recorded result of a payment. */
export async function findResult({ orm }: Transaction, id: number): Promise<number | undefined> {
  const { rows } = await orm.execute<{ payment_result: number }>(sql`select payment_result from payments where id = ${id}`);
  return rows[0]?.payment_result;
}

/** Counts the payments whose outcome is unknown, for the metrics. */
export async function countUnresolved({ orm }: Transaction): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from payments where payment_result = ${PAYMENT_RESULTS.pending} and resolve_after is not null`,
  );
  return Number(rows[0]?.total ?? 0);
}

/** Returns the age in seconds of the oldest card payment whose outcome is unknown. An e-check may take days, so it does not count. */
export async function oldestOpenCardSeconds({ orm }: Transaction): Promise<number> {
  const { rows } = await orm.execute<{ seconds: number }>(
    sql`select coalesce(extract(epoch from now() - min(started_at)), 0)::float8 as seconds from payments
        where payment_result = ${PAYMENT_RESULTS.pending} and resolve_after is not null and method = 'CreditCard'`,
  );
  return rows[0]?.seconds ?? 0;
}
