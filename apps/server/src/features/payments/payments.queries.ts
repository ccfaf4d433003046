import type { CART_HISTORY_SORT_KEYS, INVOICE_HISTORY_SORT_KEYS } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import type { PaymentReturnKind } from '@yardage/contract/payments';
import { METHOD_NAMES_ON_PAPER, SOURCE_LABELS } from '@yardage/domain/names.messages';
import { PAID_CODE, PENDING_CODE, paymentStatusText, RESULT_NAMES, STORED_STATUS } from '@yardage/domain/payment-status';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { type DayRange, type ListDeclaration, pageQuery, withinDays } from '#server/database/page-query';
import { dollars, isoMoment, jsonObject, nameByCode, nameById } from '#server/database/sql';

/** What was charged for a payment, even if some of it went back later. */
const chargedCents = sql`coalesce(p.charged_cents, p.amount_cents)`;
/** Money and credits. */
const settledCents = sql`(${chargedCents} + p.credit_cents)`;
const total = sql`(${settledCents} + p.discount_cents)`;
/** What went back of the payment after it was settled. A payment of which everything went back keeps its amount. */
const returnedCents = sql`(case when p.payment_result = 1 then ${chargedCents} - p.amount_cents when p.returned_at is not null then ${chargedCents} else 0 end)`;
const localDay = (timeZone: string) => sql`(p.started_at at time zone ${timeZone}::text)::date`;

/** The cart, or the credit's number; a credit that was used in a cart is listed under its own number, too. */
const applicationNumber = sql`coalesce(p.cart_id, c.document_number)`;
const applicationMethod = sql`coalesce(p.method, 'Credit')`;

// The texts of a payment that screens translate, in the language of the request.
const shownMethod = (method: SQL): SQL => nameByCode(method, METHOD_NAMES_ON_PAPER);
const shownSource = (): SQL => nameByCode(sql`p.source_name`, SOURCE_LABELS);
const shownMessage = (): SQL =>
  nameByCode(sql`p.status_message`, Object.fromEntries(Object.values(STORED_STATUS).map((stored) => [stored, paymentStatusText(stored)])));

/** The texts of a payment that screens translate, stored and shown: a search finds both. */
const searchedTexts = (method: SQL): SQL[] => [method, shownMethod(method), sql`p.status_message`, shownMessage()];

const paymentFields = (timeZone: string) => ({
  paymentDate: localDay(timeZone),
  paymentDateTime: isoMoment(sql`p.started_at`),
  cartId: sql`p.cart_id`,
  paymentId: sql`p.payment_id`,
  paymentMethod: sql`p.method`,
  paymentSourceName: sql`p.source_name`,
  paymentResult: sql`p.payment_result`,
  statusCode: sql`p.result_code`,
  statusMessage: sql`p.status_message`,
});

const historyFields = (timeZone: string) => ({
  ...paymentFields(timeZone),
  totalAmount: dollars(total),
  totalDiscountAmount: dollars(sql`p.discount_cents`),
  totalAmountWithDiscount: dollars(settledCents),
  comments: sql`p.comments`,
  balanceAmount: dollars(
    sql`case when p.payment_result = 1 then 0 when p.returned_at is not null then ${total} - p.credit_cents else ${total} end`,
  ),
  totalCartAmount: dollars(total),
  onAccountAmount: dollars(sql`p.on_account_cents`),
  creditAmount: dollars(sql`p.credit_cents`),
  returnedAmount: dollars(returnedCents),
});

const cartHistory = (timeZone: string): ListDeclaration<(typeof CART_HISTORY_SORT_KEYS)[number]> => ({
  from: sql`payments p`,
  key: sql`p.id`,
  mainDate: sql`p.started_at`,
  fields: historyFields(timeZone),
  search: {
    own: [sql`p.cart_id`, sql`p.payment_id`, ...searchedTexts(sql`p.method`), sql`p.source_name`, shownSource(), sql`p.comments`],
    // The charge, alone and with credits and discount, what is left of it, what went back, and each of these parts.
    amounts: [
      ...[sql`p.amount_cents`, chargedCents, settledCents, total, sql`(${chargedCents} + p.discount_cents)`, returnedCents],
      ...[sql`p.discount_cents`, sql`p.credit_cents`, sql`p.on_account_cents`],
    ],
    // Searching for an invoice number finds the payments of that invoice.
    referred: [
      {
        key: sql`p.id`,
        id: sql`coalesce(applied.payment_id, applied.cart_payment_id)`,
        table: sql`invoices i join payment_invoices applied on applied.invoice_id = i.id`,
        owner: sql`i.customer_id`,
        texts: [sql`i.document_number`],
      },
    ],
  },
  sort: {
    paymentDate: sql`p.started_at`,
    paymentDateTime: sql`p.started_at`,
    cartId: sql`p.cart_id`,
    paymentId: sql`p.payment_id`,
    paymentMethod: shownMethod(sql`p.method`),
    totalAmount: total,
    totalDiscountAmount: sql`p.discount_cents`,
    totalAmountWithDiscount: settledCents,
    paymentSourceName: shownSource(),
    paymentResult: sql`p.payment_result`,
    statusMessage: shownMessage(),
  },
  sums: {
    totalAmount: { of: total },
    totalDiscountAmount: { of: sql`p.discount_cents` },
    totalAmountWithDiscount: { of: settledCents },
    // Credits stay applied when the money of the same cart comes back.
    paidAmount: {
      of: sql`(case when p.payment_result = 1 then p.amount_cents else 0 end + p.credit_cents)`,
      where: sql`(p.payment_result = 1 or p.returned_at is not null)`,
    },
    pendingAmount: { of: settledCents, where: sql`p.payment_result = 2` },
    onAccountAmount: { of: sql`p.on_account_cents`, where: sql`p.payment_result = 1` },
  },
});

/** Returns a page of the customer's payments made on the given days, with one result or all, as JSON. */
export async function listCartHistory(
  database: Database,
  actor: Member,
  request: PageRequest,
  filter: DayRange & { paymentResult: number | undefined },
): Promise<string> {
  const list = cartHistory(filter.timeZone);
  const conditions: [SQL, ...SQL[]] = [sql`p.customer_id = ${actor.customerId}`, ...withinDays(list.mainDate, filter)];
  if (filter.paymentResult !== undefined) conditions.push(sql`p.payment_result = ${filter.paymentResult}`);
  return (await database.read(actor, pageQuery(list, request, conditions))) as string;
}

/** When a payment was made, or noon of the day on which a credit was applied. */
const appliedAt = (timeZone: string) => sql`coalesce(p.started_at, (applied.applied_on + time '12:00') at time zone ${timeZone}::text)`;

/** The applications of one invoice: payments and credits. The subquery filters by invoice first. */
const invoiceHistory = (invoice: SQL, timeZone: string): ListDeclaration<(typeof INVOICE_HISTORY_SORT_KEYS)[number]> => ({
  from: sql`(select * from payment_invoices where invoice_id = ${invoice}) as applied left join payments p on p.id = applied.payment_id
    left join credits c on c.id = applied.credit_id`,
  key: sql`applied.id`,
  mainDate: appliedAt(timeZone),
  fields: {
    ...paymentFields(timeZone),
    paymentDate: sql`(${appliedAt(timeZone)} at time zone ${timeZone}::text)::date`,
    paymentDateTime: isoMoment(appliedAt(timeZone)),
    cartId: applicationNumber,
    paymentMethod: applicationMethod,
    paymentSourceName: sql`coalesce(p.source_name, 'Credit memo')`,
    paymentResult: sql`applied.payment_result`,
    statusCode: sql`coalesce(p.result_code, case when applied.payment_result = 2 then ${PENDING_CODE}::int else ${PAID_CODE}::int end)`,
    statusMessage: sql`case when applied.payment_result = 0 and p.payment_result is distinct from 0 then ${STORED_STATUS.takenBack} else coalesce(p.status_message, c.reason) end`,
    invoiceAmount: dollars(sql`applied.amount_cents + applied.discount_cents`),
    discountAmount: dollars(sql`applied.discount_cents`),
    amountWithDiscount: dollars(sql`applied.amount_cents`),
  },
  search: {
    own: [applicationNumber, sql`p.payment_id`, ...searchedTexts(applicationMethod), sql`c.reason`],
    amounts: [sql`applied.amount_cents`, sql`applied.discount_cents`, sql`(applied.amount_cents + applied.discount_cents)`],
  },
  sort: {
    paymentDateTime: appliedAt(timeZone),
    cartId: applicationNumber,
    paymentMethod: shownMethod(applicationMethod),
    amountWithDiscount: sql`applied.amount_cents`,
    paymentResult: sql`applied.payment_result`,
  },
  sums: {
    paidAmount: { of: sql`applied.amount_cents`, where: sql`applied.payment_result = 1 and applied.credit_id is null` },
    creditedAmount: { of: sql`applied.amount_cents`, where: sql`applied.payment_result = 1 and applied.credit_id is not null` },
    discountTakenAmount: { of: sql`applied.discount_cents`, where: sql`applied.payment_result = 1` },
    pendingAmount: { of: sql`(applied.amount_cents + applied.discount_cents)`, where: sql`applied.payment_result = 2` },
  },
});

/** Returns a page of everything applied to one invoice, including failed payments, as JSON. */
export async function listInvoiceHistory(
  database: Database,
  actor: Member,
  request: PageRequest,
  filter: { timeZone: string; documentNumber: string },
): Promise<string> {
  const invoice = sql`(select id from invoices where customer_id = ${actor.customerId} and document_number = ${filter.documentNumber})`;
  const conditions: [SQL] = [sql`applied.customer_id = ${actor.customerId}`];
  return (await database.read(actor, pageQuery(invoiceHistory(invoice, filter.timeZone), request, conditions))) as string;
}

/**
 * The invoices that the payment `p` paid, with money, discount and credits. If its money came back, these are the original applications,
 * which add up to the charge; otherwise only those still in force.
 */
const appliedInvoices = (
  fields: Record<string, SQL>,
) => sql`(select coalesce(json_agg(${jsonObject(fields)} order by i.document_number), '[]')
  from (select first.invoice_id, sum(first.amount_cents) as amount_cents, sum(first.discount_cents) as discount_cents from (
      select a.*, sum(a.amount_cents) over (partition by a.payment_id order by a.id) as running_cents from payment_invoices a
      where (a.payment_id = p.id or a.cart_payment_id = p.id) and (a.payment_result <> 0 or p.payment_result = 0 or p.charged_cents is not null)
    ) as first
    where p.charged_cents is null or first.payment_id is null or first.running_cents <= p.charged_cents
    group by first.invoice_id) as applied join invoices i on i.id = applied.invoice_id)`;

const invoiceLine = {
  invoiceNumber: sql`i.document_number`,
  invoiceAmount: dollars(sql`applied.amount_cents + applied.discount_cents`),
  discountAmount: dollars(sql`applied.discount_cents`),
  amountWithDiscount: dollars(sql`applied.amount_cents`),
};

/** What went back of the payment `p`, and came again, as a JSON array. */
const returnsJson = sql`(select coalesce(json_agg(json_build_object('kind', r.kind, 'amount', ${dollars(sql`r.amount_cents`)},
    'happenedAt', ${isoMoment(sql`r.happened_at`)}) order by r.id), '[]')
  from payment_returns r where r.payment_id = p.id)`;

/** The credits that the payment `p` used, or wanted to use, as a JSON array. */
const creditsJson = sql`(select coalesce(json_agg(json_build_object('creditNumber', r.document_number, 'amount', ${dollars(sql`used.cents`)})
    order by r.document_date, r.id), '[]')
  from (select credit_id, sum(amount_cents) as cents from payment_invoices where cart_payment_id = p.id group by credit_id) as used
    join credits r on r.id = used.credit_id)`;

/** Returns the status of one payment, as JSON (RES-05). Returns undefined if it belongs to another customer. */
export async function findOutcome(database: Database, actor: Member, cartId: string): Promise<string | undefined> {
  const outcome = jsonObject({
    status: sql`p.result_code`,
    statusMessage: sql`p.status_message`,
    paymentMethod: sql`p.method`,
    paymentId: sql`p.payment_id`,
    paymentDateTime: isoMoment(sql`p.started_at`),
    errors: sql`case when p.payment_result = 0 then json_build_object('payment', json_build_array(p.status_message)) else '{}'::json end`,
    metadata: jsonObject({
      customerNumber: sql`c.customer_number`,
      customerEmail: sql`coalesce(p.payer_email, '')`,
      customerPhone: sql`coalesce(p.payer_phone, '')`,
      invoices: appliedInvoices({ ...invoiceLine, strStatusMessage: nameById(sql`p.payment_result`, RESULT_NAMES) }),
    }),
    cartData: jsonObject({
      cartId: sql`p.cart_id`,
      totalAmount: dollars(total),
      totalDiscountAmount: dollars(sql`p.discount_cents`),
      totalAmountWithDiscount: dollars(settledCents),
      totalCreditAmount: dollars(sql`p.credit_cents`),
      onAccountAmount: dollars(sql`p.on_account_cents`),
    }),
    credits: creditsJson,
    returns: returnsJson,
  });
  return database.read(
    actor,
    sql`select ${outcome}::text as answer from payments p join customers c on c.id = p.customer_id
        where p.cart_id = ${cartId} and p.customer_id = ${actor.customerId}`,
  );
}

/** A payment as its receipt shows it, with amounts in dollars. */
export interface PaymentForDocument {
  cartId: string;
  paymentId: string | null;
  paymentDateTime: string;
  timeZone: string;
  paymentMethod: string;
  paymentSourceName: string;
  paymentResult: 0 | 1 | 2;
  statusMessage: string;
  comments: string | null;
  payerEmail: string | null;
  customerName: string;
  customerNumber: string;
  totalAmount: number;
  totalDiscountAmount: number;
  totalAmountWithDiscount: number;
  creditAmount: number;
  onAccountAmount: number;
  /** What went back after it was settled. */
  returnedAmount: number;
  returns: { kind: PaymentReturnKind; amount: number; happenedAt: string }[];
  invoices: { invoiceNumber: string; documentDate: string; invoiceAmount: number; discountAmount: number; amountWithDiscount: number }[];
}

/** Returns a payment with its invoices. Returns undefined if it belongs to another customer. */
export async function findPaymentForDocument(database: Database, actor: Member, cartId: string): Promise<PaymentForDocument | undefined> {
  const fields = jsonObject({
    cartId: sql`p.cart_id`,
    paymentId: sql`p.payment_id`,
    paymentDateTime: isoMoment(sql`p.started_at`),
    timeZone: sql`d.time_zone`,
    paymentMethod: sql`p.method`,
    paymentSourceName: sql`p.source_name`,
    paymentResult: sql`p.payment_result`,
    statusMessage: sql`p.status_message`,
    comments: sql`p.comments`,
    payerEmail: sql`p.payer_email`,
    customerName: sql`c.company_name`,
    customerNumber: sql`c.customer_number`,
    totalAmount: dollars(total),
    totalDiscountAmount: dollars(sql`p.discount_cents`),
    totalAmountWithDiscount: dollars(settledCents),
    creditAmount: dollars(sql`p.credit_cents`),
    onAccountAmount: dollars(sql`p.on_account_cents`),
    returnedAmount: dollars(returnedCents),
    returns: returnsJson,
    invoices: appliedInvoices({ ...invoiceLine, documentDate: sql`i.document_date` }),
  });
  return database.read(
    actor,
    sql`select ${fields} as answer from payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id
        where p.cart_id = ${cartId} and p.customer_id = ${actor.customerId}`,
  );
}
