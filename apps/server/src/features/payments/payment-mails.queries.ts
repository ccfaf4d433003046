import type { Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isMemberInForce } from '#server/http/member-in-force.queries';

/** The events of a payment that its payer gets a mail about. */
export type PaymentEvent = 'receipt' | 'returned' | 'refunded' | 'disputed';

/** A payment and the user who made it. */
export interface PaidBy {
  userId: number;
  email: string;
  firstName: string;
  language: string | null;
  customerId: number;
  globalCustomerNumber: string;
  cartId: string;
  amountCents: number;
  discountCents: number;
  creditCents: number;
  /** Whether it was settled before its money went back. */
  wasSettled: boolean;
}

const RETURNS = sql`u.mails_payment_returns`;
const SETTING_OF: Record<PaymentEvent, SQL> = {
  receipt: sql`u.mails_payment_receipts`,
  returned: RETURNS,
  refunded: RETURNS,
  disputed: RETURNS,
};

/**
 * Returns the user who made a payment if they want this mail and still belong to the customer. Returns undefined for a payment made
 * elsewhere.
 */
export async function findPayerToTell({ orm }: Transaction, paymentId: number, event: PaymentEvent): Promise<PaidBy | undefined> {
  const { rows } = await orm.execute<
    Record<
      | 'user_id'
      | 'customer_id'
      | 'global_customer_number'
      | 'amount_cents'
      | 'discount_cents'
      | 'credit_cents'
      | 'email'
      | 'first_name'
      | 'cart_id',
      string
    > & { language: string | null; was_settled: boolean }
  >(
    sql`select u.id as user_id, u.email, u.first_name, u.language, p.customer_id, c.global_customer_number, p.cart_id, p.amount_cents, p.discount_cents, p.credit_cents, p.returned_at is not null as was_settled
        from payments p join users u on u.id = p.requested_by join customers c on c.id = p.customer_id
        where p.id = ${paymentId} and u.is_enabled and ${SETTING_OF[event]}
          and exists (select from members m where m.user_id = u.id and m.customer_id = p.customer_id and ${isMemberInForce()})`,
  );
  const [row] = rows;
  return (
    row && {
      userId: Number(row.user_id),
      email: row.email,
      firstName: row.first_name,
      language: row.language,
      customerId: Number(row.customer_id),
      globalCustomerNumber: row.global_customer_number,
      cartId: row.cart_id,
      amountCents: Number(row.amount_cents),
      discountCents: Number(row.discount_cents),
      creditCents: Number(row.credit_cents),
      wasSettled: row.was_settled,
    }
  );
}
