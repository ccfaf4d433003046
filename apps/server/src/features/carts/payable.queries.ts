import { type SQL, sql } from '#server/database/drizzle';

/** Whether the invoice `i` can be paid: it is open and has no settled or pending payment. */
export const isPayable: SQL = sql`i.paid_cents < i.total_cents and not exists (
  select from payment_invoices standing where standing.invoice_id = i.id and standing.payment_result <> 0)`;

/** The open amount of the invoice `i`, before the discount. */
export const openCents: SQL = sql`(i.total_cents - i.paid_cents)`;

/** The discount of the invoice `i`, at most its open amount. Does not check the expiry. */
export const discountCents: SQL = sql`least(i.discount_cents, i.total_cents - i.paid_cents)`;

/** The discount of the invoice `i` on a day in its data source's time zone. It is valid through its expiry day, then 0. */
export function discountCentsOn(day: string): SQL {
  return sql`case when i.discount_expires_on >= ${day}::date then ${discountCents} else 0 end`;
}

/** A control character that no document number contains. */
const SEPARATOR = '\u001f';

/** Passes document numbers as one parameter, so the statement's text does not depend on how many there are. */
export function numbersList(documentNumbers: readonly string[]): SQL {
  return sql`string_to_array(${documentNumbers.join(SEPARATOR)}, ${SEPARATOR})`;
}
