import type { PaymentResult } from '@yardage/domain/payment-status';
import type { Database, Member } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { numbersList, payableDiscountOn } from '#server/features/carts/payable.queries';
import { isPending } from '#server/features/ledger/ledger.queries';
import { applicationsOf, orderOf } from './invoices.queries.ts';

/** An invoice with its lines by ticket, for its document. Amounts are in cents. */
export interface InvoiceForDocument {
  documentNumber: string;
  documentDate: string;
  dueDate: string;
  batchNumber: string;
  orderNumber: string | null;
  poNumber: string | null;
  job: string | null;
  jobAddress1: string | null;
  jobAddress2: string | null;
  customerName: string;
  customerNumber: string;
  customerAddress: string;
  salesCents: number;
  taxCents: number;
  totalCents: number;
  /** What may be taken off today for paying all that is open; 0 after the last day and while a payment is under way. */
  discountCents: number;
  discountExpiresOn: string | null;
  /** Includes discounts taken and credits, which the next two give separately. */
  paidCents: number;
  discountTakenCents: number;
  creditedCents: number;
  openCents: number;
  isPending: boolean;
  /** The day of the supplier's last correction. */
  revisedOn: string | null;
  voidedOn: string | null;
  voidReason: string | null;
  /** Null for those who may not see the history. */
  applications:
    | {
        appliedDate: string;
        method: string;
        reference: string;
        amount: number;
        discountAmount: number;
        paymentResult: PaymentResult;
      }[]
    | null;
  lines: {
    ticketNumber: string;
    productNumber: string;
    description: string;
    quantity: number;
    unitOfMeasure: string;
    unitPriceCents: number;
    amountCents: number;
  }[];
}

const invoiceLine = jsonObject({
  ticketNumber: sql`t.ticket_number`,
  productNumber: sql`p.number`,
  description: sql`p.description`,
  quantity: sql`line.quantity`,
  unitOfMeasure: sql`p.unit_of_measure`,
  unitPriceCents: sql`line.unit_price_cents`,
  amountCents: sql`line.amount_cents`,
});

const invoiceForDocument = (withHistory: boolean) =>
  jsonObject({
    documentNumber: sql`i.document_number`,
    documentDate: sql`i.document_date`,
    dueDate: sql`i.due_date`,
    batchNumber: sql`i.batch_number`,
    orderNumber: sql`o.order_number`,
    poNumber: sql`o.po_number`,
    job: sql`o.job`,
    jobAddress1: sql`o.job_address1`,
    jobAddress2: sql`o.job_address2`,
    customerName: sql`c.company_name`,
    customerNumber: sql`c.customer_number`,
    customerAddress: sql`concat_ws(E'\\n', c.address_line1, c.city || ', ' || s.abbreviation || ' ' || c.zip)`,
    salesCents: sql`i.sales_cents`,
    taxCents: sql`i.tax_cents`,
    totalCents: sql`i.total_cents`,
    discountCents: payableDiscountOn(sql`(now() at time zone d.time_zone)`),
    discountExpiresOn: sql`i.discount_expires_on`,
    paidCents: sql`i.paid_cents`,
    discountTakenCents: sql`i.discount_taken_cents`,
    creditedCents: sql`i.credited_cents`,
    openCents: sql`i.open_cents`,
    isPending,
    revisedOn: sql`(i.revised_at at time zone d.time_zone)::date`,
    voidedOn: sql`i.voided_on`,
    voidReason: sql`i.void_reason`,
    applications: withHistory ? applicationsOf((cents) => cents) : sql`null::json`,
    lines: sql`(select coalesce(json_agg(${invoiceLine} order by t.load_number, t.id, line.line_number), '[]')
    from tickets t join ticket_products line on line.ticket_id = t.id join products p on p.id = line.product_id where t.invoice_id = i.id)`,
  });

/** Returns the customer's invoices with the numbers, in the order of the numbers, with what was applied to them or without. */
export async function findInvoicesForDocument(
  database: Database,
  actor: Member,
  documentNumbers: readonly string[],
  { withHistory }: { withHistory: boolean },
): Promise<InvoiceForDocument[]> {
  const wanted = numbersList(documentNumbers);
  const invoices = await database.read<InvoiceForDocument[]>(
    actor,
    sql`select coalesce(json_agg(${invoiceForDocument(withHistory)} order by array_position(${wanted}, i.document_number)), '[]') as answer
      from invoices i join customers c on c.id = i.customer_id join data_sources d on d.id = c.data_source_id
        join states s on s.id = c.state_id ${orderOf}
      where i.customer_id = ${actor.customerId} and i.document_number = any(${wanted})`,
  );
  return invoices ?? [];
}
