import type { CREDIT_SORT_KEYS, CreditState } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type CalendarDays, type ListDeclaration, onDays, pageQuery } from '#server/database/page-query';
import { asRead, dollars, isoMoment, jsonObject } from '#server/database/sql';
import { openPromisedCents } from '#server/features/carts/payable.queries';

const ownTable = sql`credits r`;
const tablesForFields = sql`left join invoices i on i.id = r.invoice_id left join orders o on o.id = r.order_id`;

const fields = {
  creditNumber: sql`r.document_number`,
  documentDate: sql`r.document_date`,
  reason: sql`r.reason`,
  invoiceNumber: sql`i.document_number`,
  job: sql`o.job`,
  totalAmount: dollars(sql`r.total_cents`),
  appliedAmount: dollars(sql`r.applied_cents`),
  pendingAmount: dollars(sql`r.pending_cents`),
  promisedAmount: dollars(openPromisedCents),
  openAmount: dollars(sql`r.open_cents`),
  voidedDate: sql`r.voided_on`,
};

const isNotVoid = sql`r.voided_on is null`;

const creditList: ListDeclaration<(typeof CREDIT_SORT_KEYS)[number]> = {
  from: ownTable,
  joinForFields: tablesForFields,
  key: sql`r.id`,
  mainDate: sql`r.document_date`,
  fields,
  search: {
    own: [sql`r.document_number`, sql`r.reason`],
    amounts: [sql`r.total_cents`, sql`r.applied_cents`, sql`r.open_cents`],
    referred: [
      { key: sql`r.invoice_id`, id: sql`i.id`, table: sql`invoices i`, owner: sql`i.customer_id`, texts: [sql`i.document_number`] },
      { key: sql`r.order_id`, id: sql`o.id`, table: sql`orders o`, owner: sql`o.customer_id`, lowered: sql`o.search_text`, texts: [] },
    ],
  },
  sort: {
    creditNumber: asRead(sql`r.document_number`),
    documentDate: sql`r.document_date`,
    reason: asRead(sql`r.reason`),
    totalAmount: sql`r.total_cents`,
    appliedAmount: sql`r.applied_cents`,
    openAmount: sql`r.open_cents`,
  },
  sums: {
    totalAmount: { of: sql`r.total_cents`, where: isNotVoid },
    appliedAmount: { of: sql`r.applied_cents`, where: isNotVoid },
    pendingAmount: { of: sql`r.pending_cents`, where: isNotVoid },
    openAmount: { of: sql`r.open_cents`, where: isNotVoid },
  },
};

const STATES: Record<CreditState, SQL> = { open: sql`r.open_cents > 0`, used: sql`r.open_cents = 0 and r.voided_on is null` };

/** Returns a page of a customer's credits as JSON: all, those with something left, or those that are used up. */
export async function listCredits(
  database: Database,
  actor: Member,
  request: PageRequest,
  filter: CalendarDays & { state: CreditState | undefined },
): Promise<string> {
  const conditions: [SQL, ...SQL[]] = [
    sql`r.customer_id = ${actor.customerId}`,
    ...onDays(creditList.mainDate, filter),
    ...(filter.state ? [STATES[filter.state]] : []),
  ];
  return (await database.read(actor, pageQuery(creditList, request, conditions))) as string;
}

const lineFields = jsonObject({
  ticketNumber: sql`t.ticket_number`,
  productNumber: sql`p.number`,
  description: sql`line.description`,
  quantity: sql`line.quantity`,
  unitPrice: dollars(sql`line.unit_price_cents`),
  amount: dollars(sql`line.amount_cents`),
});
const applicationFields = jsonObject({
  appliedDate: sql`a.applied_on`,
  invoiceNumber: sql`paid.document_number`,
  cartId: sql`made.cart_id`,
  amount: dollars(sql`a.amount_cents`),
  paymentResult: sql`a.payment_result`,
});

const detail = {
  ...fields,
  orderNumber: sql`o.order_number`,
  salesAmount: dollars(sql`r.sales_cents`),
  taxAmount: dollars(sql`r.tax_cents`),
  voidReason: sql`r.void_reason`,
  revisedAt: isoMoment(sql`r.revised_at`),
  lines: sql`(select coalesce(json_agg(${lineFields} order by line.line_number), '[]')
    from credit_lines line left join tickets t on t.id = line.ticket_id left join products p on p.id = line.product_id where line.credit_id = r.id)`,
  applications: sql`(select coalesce(json_agg(${applicationFields} order by a.applied_on, a.id), '[]')
    from payment_invoices a join invoices paid on paid.id = a.invoice_id left join payments made on made.id = a.cart_payment_id
    where a.credit_id = r.id)`,
};

/** Returns one credit with its lines and applications as JSON. Undefined if it is not the customer's. */
export async function findCredit(database: Database, actor: Member, documentNumber: string): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject(detail)}::text as answer from ${ownTable} ${tablesForFields}
        where r.customer_id = ${actor.customerId} and r.document_number = ${documentNumber}`,
  );
}

/** The customer of a document. */
export interface CreditedCustomer {
  customerName: string;
  customerNumber: string;
  customerAddress: string;
  timeZone: string;
}

/** Returns the customer as the credit's document shows them. */
export async function findCreditedCustomer(database: Database, actor: Member): Promise<CreditedCustomer | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject({
      customerName: sql`c.company_name`,
      customerNumber: sql`c.customer_number`,
      customerAddress: sql`concat_ws(E'\\n', c.address_line1, c.city || ', ' || s.abbreviation || ' ' || c.zip)`,
      timeZone: sql`d.time_zone`,
    })} as answer from customers c join states s on s.id = c.state_id join data_sources d on d.id = c.data_source_id where c.id = ${actor.customerId}`,
  );
}
