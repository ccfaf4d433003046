import type { PlannedInvoice } from '@yardage/domain/discount-planner';
import type { PartDiscountRule } from '#server/config';
import type { Database, Member } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { disputedCents, dueCents, isPayable, keepableDiscount } from '#server/features/carts/payable.queries';
import { orderIdOf } from '#server/features/invoices/invoices.queries';

/** An invoice that can be paid, with its amounts in cents. */
export interface OpenInvoice extends PlannedInvoice {
  invoiceNumber: string;
  job: string | null;
  documentDate: string;
}

/** The most invoices that a plan considers. If there are more, those with a valid discount are kept first, then the oldest due. */
const MAX_INVOICES = 5000;

/**
 * Returns the customer's invoices that can be paid, without what is disputed, as the cart takes them. While a payment is under way an invoice
 * has no discount: that payment takes it. What is not disputed is a part of the invoice, and has the discount of a part.
 */
export async function findOpenInvoices(database: Database, actor: Member, rule: PartDiscountRule, today: string): Promise<OpenInvoice[]> {
  const invoice = jsonObject({
    invoiceNumber: sql`i.document_number`,
    job: sql`(select o.job from orders o where o.id = ${orderIdOf(sql`i`)})`,
    documentDate: sql`i.document_date`,
    dueOn: sql`i.due_date`,
    amount: sql`${dueCents} - i.disputed_cents`,
    discount: keepableDiscount(rule, sql`i.disputed_cents`),
    expiresOn: sql`i.discount_expires_on`,
  });
  const invoices = await database.read<OpenInvoice[]>(
    actor,
    sql`select coalesce(json_agg(${invoice} order by i.due_date, i.id), '[]') as answer from (
        select i.*, ${disputedCents} as disputed_cents from invoices i
        where i.customer_id = ${actor.customerId} and i.open_cents > 0 and ${isPayable} and ${dueCents} > ${disputedCents}
        order by i.discount_cents > 0 and i.discount_expires_on >= ${today}::date desc nulls last, i.due_date, i.id limit ${MAX_INVOICES}) as i`,
  );
  return invoices ?? [];
}
