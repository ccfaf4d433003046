import type { INVOICE_SORT_KEYS, InvoiceDueFilter, InvoiceReviewFilter } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type CalendarDays, type ListDeclaration, onDays, pageQuery } from '#server/database/page-query';
import type { Searched } from '#server/database/search';
import { asRead, dollars, idArray, isoMoment, jsonObject, ofOwnCustomer } from '#server/database/sql';
import { discountCents, payableDiscountOn } from '#server/features/carts/payable.queries';
import { attentionIds, hasDispute } from '#server/features/disputes/invoice-match.queries';
import { isOpen, isOverdueOn, isPending, unappliedCents } from '#server/features/ledger/ledger.queries';

/**
 * How a caller sees invoices: `today` at the data source decides on discounts and overdue, `withStatus` whether they see the status,
 * `withHistory` whether they see what was applied.
 */
export interface InvoiceVisibility {
  today: string;
  withStatus: boolean;
  withHistory: boolean;
}

const openCents = sql`i.open_cents`;
const isVoid = sql`i.voided_on is not null`;
const isPaid = sql`i.open_cents = 0 and i.voided_on is null`;
/** Paid in money: without credits and discounts. */
const paidCents = sql`(i.paid_cents - i.credited_cents - i.discount_taken_cents)`;
const STATUS_CONDITIONS: Readonly<Record<number, readonly SQL[]>> = {
  0: [isOpen, sql`not (${isPending})`],
  1: [isPaid],
  2: [isOpen, isPending],
};

const ownTable = sql`invoices i`;
const tablesForFields = sql`left join products p on p.id = o.product_id`;
/** The order of an invoice. If it names none, the order of its tickets, if they all have the same one. */
export const orderIdOf = (invoice: SQL): SQL => sql`coalesce(${invoice}.order_id,
  (select case when count(distinct t.order_id) = 1 then min(t.order_id) end from tickets t where t.invoice_id = ${invoice}.id))`;
export const orderOf = sql`left join orders o on o.id = ${orderIdOf(sql`i`)}`;

const search: Searched = {
  own: [sql`i.document_number`, sql`i.batch_number`],
  // The invoice total, the open amount, and each less the discount.
  amounts: [sql`i.total_cents`, openCents, sql`(i.total_cents - i.discount_cents)`, sql`(i.open_cents - ${discountCents})`],
  referred: [
    {
      key: sql`i.order_id`,
      id: sql`o.id`,
      table: sql`orders o`,
      owner: sql`o.customer_id`,
      lowered: sql`o.search_text`,
      texts: [sql`o.po_number`],
    },
    // An invoice that names no order is found by the orders of its tickets.
    {
      onlyIf: sql`i.order_id is null`,
      key: sql`i.id`,
      id: sql`t.invoice_id`,
      table: sql`tickets t join orders o on o.id = t.order_id`,
      owner: sql`t.customer_id`,
      lowered: sql`o.search_text`,
      texts: [sql`o.po_number`],
    },
    {
      key: sql`i.id`,
      id: sql`t.invoice_id`,
      table: sql`tickets t`,
      owner: sql`t.customer_id`,
      texts: [sql`t.ticket_number`],
      hasNumbersOnly: true,
    },
  ],
};

const dayOf = (day: string) => sql`${day}::date`;

/** Discount and discounted amount in cents on a day, computed as in the cart: none while a payment is under way. */
function amountsOf(today: string) {
  const discount = sql`(${payableDiscountOn(today)})`;
  return { discount, withDiscount: sql`(${openCents} - ${discount})` };
}

const daysOverdueOn = (today: string) => sql`(case when ${isOverdueOn(dayOf(today))} then ${dayOf(today)} - i.due_date end)`;

function fieldsOf({ today, withStatus }: InvoiceVisibility) {
  const { discount, withDiscount } = amountsOf(today);
  return {
    documentNumber: sql`i.document_number`,
    documentDate: sql`i.document_date`,
    customerNumber: ofOwnCustomer(sql`c.customer_number`),
    jobAddress1: sql`o.job_address1`,
    jobAddress2: sql`o.job_address2`,
    batchNumber: sql`i.batch_number`,
    invoiceAmount: dollars(sql`i.total_cents`),
    discountAmount: dollars(discount),
    currentAmount: dollars(openCents),
    amountWithDiscount: dollars(withDiscount),
    discountExpiryDate: sql`i.discount_expires_on`,
    paymentResult: withStatus
      ? sql`(case when ${isVoid} then null when ${isPaid} then 1 when ${isPending} then 2 else 0 end)`
      : sql`null::int`,
    orderId: sql`i.order_id`,
    orderNumber: sql`o.order_number`,
    poNumber: sql`o.po_number`,
    job: sql`o.job`,
    dueDate: sql`i.due_date`,
    daysOverdue: daysOverdueOn(today),
    paidAmount: dollars(paidCents),
    creditedAmount: dollars(sql`i.credited_cents`),
    discountTakenAmount: dollars(sql`i.discount_taken_cents`),
    voidedDate: sql`i.voided_on`,
  };
}

function invoiceList(visibility: InvoiceVisibility, { customerId }: Member): ListDeclaration<(typeof INVOICE_SORT_KEYS)[number]> {
  const { discount, withDiscount } = amountsOf(visibility.today);
  return {
    from: ownTable,
    join: orderOf,
    joinForFields: tablesForFields,
    key: sql`i.id`,
    mainDate: sql`i.document_date`,
    fields: fieldsOf(visibility),
    search,
    sort: {
      documentNumber: asRead(sql`i.document_number`),
      documentDate: sql`i.document_date`,
      jobAddress1: asRead(sql`o.job_address1`),
      batchNumber: asRead(sql`i.batch_number`),
      invoiceAmount: sql`i.total_cents`,
      discountAmount: discount,
      currentAmount: openCents,
      amountWithDiscount: withDiscount,
      discountExpiryDate: sql`i.discount_expires_on`,
      dueDate: sql`i.due_date`,
      daysOverdue: daysOverdueOn(visibility.today),
      paidAmount: paidCents,
      creditedAmount: sql`i.credited_cents`,
      discountTakenAmount: sql`i.discount_taken_cents`,
    },
    sums: {
      invoiceAmount: { of: sql`i.total_cents`, where: sql`i.voided_on is null` },
      discountAmount: { of: discountCents, where: sql`i.discount_expires_on >= ${dayOf(visibility.today)} and i.pending_cents = 0` },
      currentAmount: { of: openCents },
      amountWithDiscount: { of: withDiscount },
      pendingAmount: visibility.withStatus ? { of: sql`i.pending_cents` } : null,
      unappliedAmount: visibility.withStatus ? { beside: unappliedCents(customerId) } : null,
    },
  };
}

const DAYS = { issued: sql`i.document_date`, due: sql`i.due_date`, paid: sql`i.paid_on` };

/** The filter of a list of invoices. `dates` selects which date of an invoice the days apply to. */
export interface InvoiceFilter extends CalendarDays {
  paymentResult: number | undefined;
  dates?: keyof typeof DAYS | undefined;
  due?: InvoiceDueFilter | undefined;
  review?: InvoiceReviewFilter | undefined;
  orderIds?: readonly number[] | undefined;
}

function conditionsOf(actor: Member, { today }: InvoiceVisibility, filter: InvoiceFilter): [SQL, ...SQL[]] {
  return [
    sql`i.customer_id = ${actor.customerId}`,
    ...onDays(DAYS[filter.dates ?? 'issued'], filter),
    ...(filter.paymentResult === undefined ? [] : (STATUS_CONDITIONS[filter.paymentResult] ?? [])),
    ...(filter.due ? [filter.due === 'open' ? isOpen : isOverdueOn(dayOf(today))] : []),
    ...(filter.orderIds ? [isOfOrders(filter.orderIds)] : []),
    ...(filter.review ? [filter.review === 'disputed' ? hasDispute : sql`i.id = any(${attentionIds(actor.customerId)})`] : []),
  ];
}

/** Returns a page of a customer's invoices as JSON. A filter by due date makes the due date the main sort date. */
export async function listInvoices(
  database: Database,
  actor: Member,
  { visibility, request, filter }: { visibility: InvoiceVisibility; request: PageRequest; filter: InvoiceFilter },
): Promise<string> {
  const list = { ...invoiceList(visibility, actor), ...(filter.dates === 'due' || filter.due ? { mainDate: DAYS.due } : {}) };
  return (await database.read(actor, pageQuery(list, request, conditionsOf(actor, visibility, filter)))) as string;
}

const lines = sql`tickets t join ticket_products line on line.ticket_id = t.id join products product on product.id = line.product_id
  where t.invoice_id = i.id`;
const productFields = {
  productNumber: sql`product.number`,
  description: sql`product.description`,
  unitOfMeasure: sql`product.unit_of_measure`,
};

/** What was applied to the invoice `i`, as JSON with amounts as given by `amount`. */
export function applicationsOf(amount: (cents: SQL) => SQL): SQL {
  return sql`(select coalesce(json_agg(${jsonObject({
    appliedDate: sql`application.applied_on`,
    method: sql`coalesce(paid.method, 'Credit')`,
    reference: sql`coalesce(paid.payment_id, paid.cart_id, credit.document_number)`,
    amount: amount(sql`application.amount_cents`),
    discountAmount: amount(sql`application.discount_cents`),
    paymentResult: sql`application.payment_result`,
  })} order by application.applied_on, application.id), '[]')
    from payment_invoices application left join payments paid on paid.id = application.payment_id left join credits credit on credit.id = application.credit_id
    where application.invoice_id = i.id)`;
}

const detailFields = ({ withHistory }: InvoiceVisibility) => ({
  invoiceProducts: sql`(select coalesce(json_agg(${jsonObject({
    ...productFields,
    invoiceDocumentNumber: sql`i.document_number`,
    ticketId: sql`t.id`,
    ticketNumber: sql`t.ticket_number`,
    lineNumber: sql`line.line_number`,
    quantity: sql`line.quantity`,
    unitPrice: dollars(sql`line.unit_price_cents`),
    amount: dollars(sql`line.amount_cents`),
  })} order by t.load_number, t.id, line.line_number), '[]') from ${lines})`,
  productRecaps: sql`(select coalesce(json_agg(recap.fields order by recap.place), '[]') from (
    select ${jsonObject({
      ...productFields,
      quantity: sql`sum(line.quantity)`,
      amount: dollars(sql`sum(line.amount_cents)`),
    })} as fields, min(line.line_number) * 1000000 + product.id as place from ${lines} group by product.id) as recap)`,
  totalQuantity: sql`(select coalesce(sum(t.quantity), 0) from tickets t where t.invoice_id = i.id)`,
  /** Null if its tickets have different units: then their sum says nothing. */
  unitOfMeasure: sql`case when exists (select from tickets t where t.invoice_id = i.id) then (
    select case when count(distinct ordered.unit_of_measure) = 1 then min(ordered.unit_of_measure) end
    from tickets t join orders own on own.id = t.order_id join products ordered on ordered.id = own.product_id where t.invoice_id = i.id)
    else p.unit_of_measure end`,
  salesAmount: dollars(sql`i.sales_cents`),
  taxAmount: dollars(sql`i.tax_cents`),
  voidReason: sql`i.void_reason`,
  revisedAt: isoMoment(sql`i.revised_at`),
  applications: withHistory ? applicationsOf(dollars) : sql`null::json`,
});

/** Whether the invoice `i` is of one of the orders, or bills one of their tickets. */
const isOfOrders = (orderIds: readonly number[]): SQL =>
  sql`(i.order_id = any(${idArray(orderIds)}) or i.id in (select t.invoice_id from tickets t where t.order_id = any(${idArray(orderIds)})))`;

/** Whether the invoice `i` is of the order, or bills one of its tickets: an invoice may have tickets of several orders, or no order. */
const isOfOrder = (orderId: number): SQL =>
  sql`(i.order_id = ${orderId} or exists (select from tickets t where t.invoice_id = i.id and t.order_id = ${orderId}))`;

/** Returns one invoice with its deliveries as JSON. Undefined if it is not the customer's, or not of the given order. */
export async function findInvoice(
  database: Database,
  actor: Member,
  { visibility, documentNumber, orderId }: { visibility: InvoiceVisibility; documentNumber: string; orderId: number | undefined },
): Promise<string | undefined> {
  const ofOrder = orderId === undefined ? sql`` : sql`and ${isOfOrder(orderId)}`;
  return database.read(
    actor,
    sql`select ${jsonObject({ ...fieldsOf(visibility), ...detailFields(visibility) })}::text as answer from ${ownTable} ${orderOf} ${tablesForFields}
        where i.document_number = ${documentNumber} and i.customer_id = ${actor.customerId} ${ofOrder}`,
  );
}

/** The order and ticket that the caller says an invoice belongs to. */
export interface InvoiceOrigin {
  orderId: number | undefined;
  ticketId: number | undefined;
}

/** Returns whether an invoice of the customer belongs to the order and ticket. Undefined ones are not checked. */
export async function isInvoiceOf(
  database: Database,
  actor: Member,
  documentNumber: string,
  { orderId, ticketId }: InvoiceOrigin,
): Promise<boolean> {
  const ofOrder = orderId === undefined ? sql`` : sql` and ${isOfOrder(orderId)}`;
  const ofTicket =
    ticketId === undefined ? sql`` : sql` and exists (select from tickets t where t.id = ${ticketId} and t.invoice_id = i.id)`;
  const found = sql`select from invoices i where i.document_number = ${documentNumber} and i.customer_id = ${actor.customerId}${ofOrder}${ofTicket}`;
  return (await database.read<boolean>(actor, sql`select exists (${found}) as answer`)) === true;
}
