import { sendReceiptEmail } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isMemberInForce, memberHoldsAny } from '#server/http/member-in-force.queries';
import { firstNameAtCustomer } from '#server/http/member-name.queries';

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
  /** Name and number of the customer account. */
  account: string;
  cartId: string;
  amountCents: number;
  discountCents: number;
  creditCents: number;
  /** Whether it was settled before its money went back. */
  wasSettled: boolean;
}

/** A user needs one of these codes to get the document of a payment. Payers may have it even if their role does not show the history. */
export const RECEIPT_CODES = [...sendReceiptEmail.access.anyOf, PERMISSIONS.INVOICES_PAY_INVOICES] as const;

const RETURNS = sql`u.mails_payment_returns`;
const SETTING_OF: Record<PaymentEvent, SQL> = {
  receipt: sql`u.mails_payment_receipts`,
  returned: RETURNS,
  refunded: RETURNS,
  disputed: RETURNS,
};

/**
 * Returns the user who made a payment if they want this mail and may still get its document. Returns undefined for a payment that was not made
 * in the portal.
 */
export async function findPayerToMail({ orm }: Transaction, paymentId: number, event: PaymentEvent): Promise<PaidBy | undefined> {
  const { rows } = await orm.execute<
    Record<
      | 'user_id'
      | 'customer_id'
      | 'global_customer_number'
      | 'account'
      | 'amount_cents'
      | 'discount_cents'
      | 'credit_cents'
      | 'email'
      | 'first_name'
      | 'cart_id',
      string
    > & { language: string | null; was_settled: boolean }
  >(
    sql`select u.id as user_id, u.email, ${firstNameAtCustomer('u.id', 'p.customer_id')} as first_name, u.language, p.customer_id, c.global_customer_number,
          c.display_name || ' (' || c.customer_number || ')' as account, p.cart_id, p.amount_cents, p.discount_cents, p.credit_cents, p.returned_at is not null as was_settled
        from payments p join users u on u.id = p.requested_by join customers c on c.id = p.customer_id
        where p.id = ${paymentId} and u.is_enabled and ${SETTING_OF[event]}
          and exists (select from members m where m.user_id = u.id and m.customer_id = p.customer_id and ${isMemberInForce()}
            and ${memberHoldsAny(RECEIPT_CODES)})`,
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
      account: row.account,
      cartId: row.cart_id,
      amountCents: Number(row.amount_cents),
      discountCents: Number(row.discount_cents),
      creditCents: Number(row.credit_cents),
      wasSettled: row.was_settled,
    }
  );
}
