import { type SQL, sql } from '#server/database/drizzle';

/** Nothing that is paid or under way stands on the invoice `i`. */
export const isPayable: SQL = sql`i.paid_cents < i.total_cents and not exists (
  select from payment_invoices standing where standing.invoice_id = i.id and standing.payment_result <> 0)`;

/** What is open on the invoice `i`, before the discount. */
export const openCents: SQL = sql`(i.total_cents - i.paid_cents)`;

/** What may be taken off the invoice `i` until its discount expires. */
export const discountCents: SQL = sql`least(i.discount_cents, i.total_cents - i.paid_cents)`;

/** What may be taken off the invoice `i` on a day of its data source's: the discount, up to and including its last day. */
export function discountCentsOn(day: string): SQL {
  return sql`case when i.discount_expires_on >= ${day}::date then ${discountCents} else 0 end`;
}

/** Stands in no document number. */
const SEPARATOR = '\u001f';

/** Several document numbers as one parameter: the statement's text stays the same, however many they are. */
export function numbersList(documentNumbers: readonly string[]): SQL {
  return sql`string_to_array(${documentNumbers.join(SEPARATOR)}, ${SEPARATOR})`;
}
