import { FAILED_CODES } from '@yardage/domain/payment-status';
import type { Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { paymentAttempts } from '#server/database/tables/billing';

/** The payment that an attempt created. */
export interface AttemptedPayment {
  id: number;
  cartId: string;
  contentHash: string | null;
}

/** Returns the payment of a reference, null if the attempt was withdrawn, or undefined if the reference is unknown. */
export async function findAttempt({ orm }: Transaction, actor: Member, reference: string): Promise<AttemptedPayment | null | undefined> {
  const { rows } = await orm.execute<{ id: string | null; cart_id: string; content_hash: string | null }>(
    sql`select p.id, p.cart_id, p.content_hash from payment_attempts a left join payments p on p.id = a.payment_id
        where a.customer_id = ${actor.customerId} and a.reference = ${reference}`,
  );
  const [row] = rows;
  if (!row) return undefined;
  return row.id === null ? null : { id: Number(row.id), cartId: row.cart_id, contentHash: row.content_hash };
}

/** Stores the reference of a new payment. Fails with a unique violation if the reference was used or withdrawn in the meantime. */
export async function insertAttempt({ orm }: Transaction, actor: Member, reference: string, paymentId: number): Promise<void> {
  await orm.insert(paymentAttempts).values({ customerId: actor.customerId, reference, paymentId });
}

/** Withdraws an attempt that has created no payment. If one is just being inserted, waits for that transaction. */
export async function withdrawAttempt({ orm }: Transaction, actor: Member, reference: string): Promise<void> {
  await orm.insert(paymentAttempts).values({ customerId: actor.customerId, reference }).onConflictDoNothing();
}

/** How many payments of a user or account failed lately or are pending. */
export interface Tries {
  failed: number;
  lastFailedAt: Date | null;
  underWay: number;
}

/**
 * Counts the tries of the transaction's user and of its customer number. Locks both: no other payment of theirs can start until it ends.
 */
export async function countTries({ orm }: Transaction, windowHours: number): Promise<{ user: Tries; account: Tries }> {
  const { rows } = await orm.execute<{
    subject: 'user' | 'account';
    failed: string;
    last_failed_at: Date | string | null;
    under_way: string;
  }>(
    sql`select subject, failed, last_failed_at, under_way
        from yardage_payment_tries(now() - make_interval(hours => ${windowHours}), ${FAILED_CODES.notReached})`,
  );
  const triesOf = (subject: 'user' | 'account'): Tries => {
    const row = rows.find((each) => each.subject === subject);
    return {
      failed: Number(row?.failed ?? 0),
      lastFailedAt: row?.last_failed_at ? new Date(row.last_failed_at) : null,
      underWay: Number(row?.under_way ?? 0),
    };
  };
  return { user: triesOf('user'), account: triesOf('account') };
}
