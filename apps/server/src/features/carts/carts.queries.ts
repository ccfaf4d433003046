import type { Database, Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { dollars, jsonObject } from '#server/database/sql';
import { dueCents, isPayable, numbersList, payableDiscountOn } from './payable.queries.ts';

/** Returns a customer's cart as JSON, with discounts as of `today`. Leaves out invoices without a rest to pay. */
export async function findCart(database: Database, actor: Member, today: string): Promise<string> {
  const line = jsonObject({
    invoiceNumber: sql`line.document_number`,
    documentDate: sql`line.document_date`,
    invoiceAmount: dollars(sql`line.due_cents`),
    discountAmount: dollars(sql`line.discount_cents`),
    amountWithDiscount: dollars(sql`line.due_cents - line.discount_cents`),
    discountExpiryDate: sql`line.discount_expires_on`,
  });
  const cart = await database.read(
    actor,
    sql`select json_build_object(
        'invoices', coalesce(json_agg(${line} order by line.document_date, line.document_number), '[]'),
        'totalAmount', coalesce(${dollars(sql`sum(line.due_cents)`)}, 0),
        'totalDiscountAmount', coalesce(${dollars(sql`sum(line.discount_cents)`)}, 0),
        'totalAmountWithDiscount', coalesce(${dollars(sql`sum(line.due_cents - line.discount_cents)`)}, 0))::text as answer
      from (
        select i.document_number, i.document_date, i.discount_expires_on, ${dueCents} as due_cents, ${payableDiscountOn(today)} as discount_cents
        from cart_invoices c join invoices i on i.id = c.invoice_id
        where c.customer_id = ${actor.customerId} and i.customer_id = ${actor.customerId} and ${isPayable}) as line`,
  );
  return cart as string;
}

/** Returns the customer's invoices among the numbers, and whether each can be paid. */
export async function findInvoicesByNumber(
  { orm }: Transaction,
  actor: Member,
  documentNumbers: readonly string[],
): Promise<{ id: number; documentNumber: string; isPayable: boolean }[]> {
  const { rows } = await orm.execute<{ id: string; document_number: string; is_payable: boolean }>(
    sql`select i.id, i.document_number, (${isPayable}) as is_payable from invoices i
        where i.customer_id = ${actor.customerId} and i.document_number = any(${numbersList(documentNumbers)})`,
  );
  return rows.map((row) => ({ id: Number(row.id), documentNumber: row.document_number, isPayable: row.is_payable }));
}

/** Counts the invoices in the cart. */
export async function countCart({ orm }: Transaction, actor: Member): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from cart_invoices where customer_id = ${actor.customerId}`,
  );
  return Number(rows[0]?.total ?? 0);
}

/** Adds invoices to the cart. Invoices already in the cart stay unchanged. */
export async function insertIntoCart({ orm }: Transaction, actor: Member, invoiceIds: readonly number[]): Promise<void> {
  await orm.execute(
    sql`insert into cart_invoices (customer_id, invoice_id, added_by)
        select ${actor.customerId}, id::bigint, ${actor.userId} from unnest(string_to_array(${invoiceIds.join(',')}, ',')) as id
        on conflict do nothing`,
  );
}

/** Removes invoices from the cart. */
export async function deleteFromCart({ orm }: Transaction, actor: Member, documentNumbers: readonly string[]): Promise<void> {
  await orm.execute(
    sql`delete from cart_invoices c using invoices i
        where c.customer_id = ${actor.customerId} and i.id = c.invoice_id and i.document_number = any(${numbersList(documentNumbers)})`,
  );
}
