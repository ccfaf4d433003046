import { check, index, integer, pgTable, primaryKey, smallint, sql, text, unique, uniqueIndex, uuid } from '../drizzle.ts';
import { customerReference, users } from './accounts.ts';
import { products } from './catalog.ts';
import { cents, day, exactMoment, id, moment, quantity, reference } from './columns.ts';
import { orders, tickets } from './sales.ts';

// The ledger (decision 31).
//
// Documents: invoices, credits and payments. Applications (`payment_invoices`) apply a payment or a credit to an invoice. Every change of a
// balance is an entry of the journal (`ledger_entries`) with the day from which it counts; statements and balances of past days are sums over
// the journal. Triggers keep the sums on the documents and write the journal, for any writer: portal, demo and supply pipeline.
//
// How to write it:
// - Insert documents first, then applications; many rows per statement are fine.
// - Never write a sum (`paidCents`, `pendingCents`, `discountTakenCents`, `creditedCents`, `paidOn`, `appliedCents`) or `ledger_entries`.
// - An application's `paymentResult` is that of its payment (1 settled, 2 pending); a credit's is 1. 0 means that it no longer counts: set it
//   with `reversedOn` to take an application back. Delete none. To apply again, insert a new row. Changing a payment's result changes its
//   applications.
// - To correct downwards, take applications back first, then change the document, then apply again: checks hold after every statement.
// - To void an invoice or credit set `voidedOn` and `voidReason`, after its applications were taken back. A void is final.
// - To correct an invoice or credit update its row (and `revisedAt` to the supplier's time; otherwise a trigger sets it to now).
// - A payment made outside the portal has `receivedOn`, its check number or bank reference as `processorPaymentId`, `method` Check, Lockbox or ACH,
//   `requestedBy` and `idempotencyKey` null, result 1 with code 100000, and `startedAt` within the day. `cartId` and `discountCents` (start
//   with 0) come from the database. When it comes back: result 0, code 200300, `returnedAt`.
// - A credit that is applied in a cart has the cart's payment as `cartPaymentId` and its result. Changing that result changes it, too.
// - When a part of a payment goes back, take applications back first, then lower `amountCents` and set `chargedCents` (payment-returns).
// - A change dated on or before the customer's last statement counts from the day after it, so an issued statement never changes.
//
// Violations (SQLSTATE 23514, with the constraint's name): not_overpaid, void_has_no_applications, credit_not_overapplied,
// void_credit_has_no_applications, credit_not_overused, void_credit_is_not_in_use, payment_not_overapplied, application_fits_documents,
// application_keeps_documents, application_of_one_document, application_amounts, void_is_final, invoice_adds_up, credit_adds_up.

/** Invoices: the sum of the products and taxes of their tickets. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    customerId: customerReference(),
    documentNumber: text().notNull(),
    documentDate: day().notNull(),
    dueDate: day().notNull(),
    batchNumber: text().notNull(),
    orderId: reference().references(() => orders.id),
    salesCents: cents().notNull(),
    taxCents: cents().notNull(),
    totalCents: cents().notNull(),
    /** Deducted if the invoice is paid on or before `discountExpiresOn`. */
    discountCents: cents().notNull(),
    discountExpiresOn: day(),
    /** Paid, credited and discounted so far. Like the next four a sum over its applications that a trigger maintains. */
    paidCents: cents().notNull().default(0),
    /** Applied by pending payments. It is not paid yet, but cannot be paid a second time. */
    pendingCents: cents().notNull().default(0),
    /** The part of `paidCents` that was taken as discount. */
    discountTakenCents: cents().notNull().default(0),
    /** The part of `paidCents` that came from credits. */
    creditedCents: cents().notNull().default(0),
    /** The day of the last application of a paid invoice; null while something is open. */
    paidOn: day(),
    voidedOn: day(),
    voidReason: text(),
    /** When the supplier last corrected amount or dates. */
    revisedAt: moment(),
    /** What is still owed; nothing on a voided invoice. */
    openCents: cents().notNull().generatedAlwaysAs(sql`case when voided_on is null then total_cents - paid_cents else 0 end`),
  },
  (table) => [
    unique().on(table.customerId, table.documentNumber),
    // The migration adds the amounts to the index (`include`), for the sums of the list.
    index('invoices_list_index').on(table.customerId, table.documentDate, table.id),
    index('invoices_open_index').on(table.customerId, table.documentDate).where(sql`open_cents > 0`),
    index().on(table.orderId),
    check('invoice_adds_up', sql`${table.totalCents} = ${table.salesCents} + ${table.taxCents}`),
    check('not_overpaid', sql`paid_cents >= 0 and pending_cents >= 0 and paid_cents + pending_cents <= total_cents`),
    check('void_has_no_applications', sql`voided_on is null or paid_cents + pending_cents = 0`),
  ],
);

/** Credits (credit memos): documents that reduce what is owed, applied to invoices or open. */
export const credits = pgTable(
  'credits',
  {
    id: id(),
    customerId: customerReference(),
    documentNumber: text().notNull(),
    documentDate: day().notNull(),
    reason: text().notNull(),
    orderId: reference().references(() => orders.id),
    /** The invoice that it corrects, if it corrects one. It can be applied to any. */
    invoiceId: reference().references(() => invoices.id),
    salesCents: cents().notNull(),
    taxCents: cents().notNull(),
    totalCents: cents().notNull(),
    /** The sum of its settled applications. Like the next one maintained by a trigger. */
    appliedCents: cents().notNull().default(0),
    /** Used by payments under way. It still counts as open, but cannot be used a second time. */
    pendingCents: cents().notNull().default(0),
    voidedOn: day(),
    voidReason: text(),
    revisedAt: moment(),
    openCents: cents().notNull().generatedAlwaysAs(sql`case when voided_on is null then total_cents - applied_cents else 0 end`),
  },
  (table) => [
    unique().on(table.customerId, table.documentNumber),
    index('credits_list_index').on(table.customerId, table.documentDate, table.id),
    index('credits_open_index').on(table.customerId).where(sql`open_cents > 0`),
    index('credits_order_id_index').on(table.orderId).where(sql`order_id is not null`),
    index('credits_invoice_id_index').on(table.invoiceId).where(sql`invoice_id is not null`),
    check('credit_adds_up', sql`total_cents = sales_cents + tax_cents and total_cents > 0`),
    check('credit_not_overapplied', sql`applied_cents between 0 and total_cents`),
    check('credit_not_overused', sql`pending_cents >= 0 and applied_cents + pending_cents <= total_cents`),
    check('void_credit_is_not_in_use', sql`voided_on is null or pending_cents = 0`),
    check('void_credit_has_no_applications', sql`voided_on is null or applied_cents = 0`),
  ],
);

/** The lines of a credit. */
export const creditLines = pgTable(
  'credit_lines',
  {
    id: id(),
    customerId: customerReference(),
    creditId: reference()
      .notNull()
      .references(() => credits.id, { onDelete: 'cascade' }),
    lineNumber: smallint().notNull(),
    ticketId: reference().references(() => tickets.id),
    productId: reference().references(() => products.id),
    description: text().notNull(),
    quantity: quantity().notNull(),
    unitPriceCents: cents().notNull(),
    amountCents: cents().notNull(),
  },
  (table) => [
    unique().on(table.creditId, table.lineNumber),
    index('credit_lines_ticket_id_index').on(table.ticketId).where(sql`ticket_id is not null`),
  ],
);

/** The invoices in a customer's open cart. */
export const cartInvoices = pgTable(
  'cart_invoices',
  {
    customerId: customerReference(),
    invoiceId: reference()
      .notNull()
      .references(() => invoices.id),
    addedBy: reference().references(() => users.id),
    addedAt: moment().notNull().defaultNow(),
    /** How much of the invoice is to be paid, before the discount; null means all that is open. */
    amountCents: cents(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.invoiceId] }), check('cart_amount_positive', sql`amount_cents > 0`)],
);

/** The credits that a customer's open cart uses, and how much of each at most. */
export const cartCredits = pgTable(
  'cart_credits',
  {
    customerId: customerReference(),
    creditId: reference()
      .notNull()
      .references(() => credits.id),
    amountCents: cents().notNull(),
    addedBy: reference().references(() => users.id),
    addedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.creditId] }),
    index().on(table.creditId),
    check('cart_credit_positive', sql`amount_cents > 0`),
  ],
);

/**
 * Payments of a cart, successful or not, and payments made outside the portal. `resultCode` is the outcome: 100000 paid, 100100 pending,
 * otherwise failed.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    customerId: customerReference(),
    cartId: text().notNull().unique().default(sql`'RCP' || lpad(nextval('payments_receipt_number')::text, 8, '0')`),
    /** The processor's id, or the check number or bank reference of a payment made outside the portal. */
    processorPaymentId: text('payment_id'),
    method: text().notNull(),
    sourceName: text().notNull(),
    /** 0 unpaid (failed), 1 paid, 2 pending. */
    paymentResult: smallint().notNull(),
    resultCode: integer().notNull(),
    statusMessage: text().notNull(),
    comments: text(),
    amountCents: cents().notNull(),
    discountCents: cents().notNull(),
    payerEmail: text(),
    payerPhone: text(),
    requestedBy: reference().references(() => users.id),
    /** Made of the content hash and the number of the attempt. */
    idempotencyKey: text().unique(),
    /** Hash of customer, invoices and amounts: the same cart sent twice is the same payment. */
    contentHash: text(),
    /** While pending: when the completer may next ask the processor about the outcome. */
    resolveAfter: moment(),
    resolveTries: integer().notNull().default(0),
    startedAt: moment().notNull(),
    settledAt: moment(),
    /** When the call to the processor ended, with or without a result. Until then the payment is under way. */
    answeredAt: moment(),
    /** When the bank returned a payment that had been settled. */
    returnedAt: moment(),
    /** The day of a payment made outside the portal; null for the portal's own. */
    receivedOn: day(),
    /** The sum of its applications that are settled or pending. Maintained by a trigger. */
    appliedCents: cents().notNull().default(0),
    /** Received but not applied to an invoice. */
    onAccountCents: cents().notNull().generatedAlwaysAs(sql`case when payment_result = 1 then amount_cents - applied_cents else 0 end`),
    /** The processor it was made with, which is asked about it; null for those made before there was this column, and outside the portal. */
    processor: text(),
    /** The credits that were applied with it, beside the money. */
    creditCents: cents().notNull().default(0),
    /** What the processor took, once some of it went back: `amountCents` is what is left, or the same again if nothing is. */
    chargedCents: cents(),
    /** What went back so far by refunds, and what disputes hold. */
    refundedCents: cents().notNull().default(0),
    disputedCents: cents().notNull().default(0),
    /** When the processor was asked for what is recorded of it, by the database's clock. An answer to an earlier question is ignored. */
    askedAt: exactMoment(),
  },
  (table) => [
    // Migrations 0021 and 0036 add amounts to these two indexes (`include`), for sums. The second has all that the payment history sums up.
    index('payments_list_index').on(table.customerId, table.startedAt, table.id),
    index('payments_history_index').on(table.customerId, table.startedAt, table.id),
    index('payments_requested_by_index').on(table.requestedBy, table.startedAt).where(sql`idempotency_key is not null`),
    index('payments_unresolved').on(table.resolveAfter).where(sql`payment_result = 2 and resolve_after is not null`),
    index('payments_payment_id').on(table.processorPaymentId).where(sql`payment_id is not null`),
    index('payments_content').on(table.customerId, table.contentHash).where(sql`content_hash is not null`),
    index('payments_returned_result_index').on(table.id).where(sql`result_code = 200300`),
    index('payments_on_account_index').on(table.customerId).where(sql`on_account_cents > 0`),
    check('payment_result_known', sql`${table.paymentResult} between 0 and 2`),
    check('payment_not_overapplied', sql`applied_cents between 0 and amount_cents`),
  ],
);

/** A payment that a person has to look at, one row for each reason. */
export const paymentReviews = pgTable(
  'payment_reviews',
  {
    id: id(),
    customerId: customerReference(),
    paymentId: reference()
      .notNull()
      .references(() => payments.id),
    reason: text().notNull(),
    /** What the processor said, where it differs from our books. */
    detail: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    note: text(),
    doneAt: moment(),
    /** Null if it ended by itself. */
    doneBy: reference().references(() => users.id),
    /** Counted up by each change. */
    version: integer().notNull().default(1),
  },
  (table) => [
    unique().on(table.paymentId, table.reason),
    index().on(table.createdAt, table.id),
    index('payment_reviews_open_index').on(table.createdAt, table.id).where(sql`done_at is null`),
  ],
);

/** Applications: what a payment or a credit settles of an invoice. Their sums cannot exceed the invoice, the payment or the credit. */
export const paymentInvoices = pgTable(
  'payment_invoices',
  {
    paymentId: reference().references(() => payments.id),
    invoiceId: reference()
      .notNull()
      .references(() => invoices.id),
    customerId: customerReference(),
    amountCents: cents().notNull(),
    /** Taken off the invoice beside the amount; a credit takes none. */
    discountCents: cents().notNull(),
    /** That of the payment: 1 settled, 2 pending, 0 failed, returned or taken back. */
    paymentResult: smallint().notNull(),
    /** The day from which it counts, in the data source's time zone. Settling a pending payment sets it. */
    appliedOn: day().notNull(),
    id: id(),
    creditId: reference().references(() => credits.id),
    /** The day from which it no longer counts, if it once did. */
    reversedOn: day(),
    /** The payment in whose cart a credit was applied. It settles and fails with that payment. */
    cartPaymentId: reference().references(() => payments.id),
  },
  (table) => [
    uniqueIndex('payment_invoices_one_standing').on(table.paymentId, table.invoiceId).where(sql`payment_result <> 0`),
    uniqueIndex('payment_invoices_one_standing_use')
      .on(table.creditId, table.invoiceId, sql`coalesce(cart_payment_id, 0)`)
      .where(sql`payment_result <> 0 and credit_id is not null`),
    index('payment_invoices_cart_payment_index').on(table.cartPaymentId).where(sql`cart_payment_id is not null`),
    index('payment_invoices_payment_index').on(table.paymentId).where(sql`payment_id is not null`),
    index('payment_invoices_credit_index').on(table.creditId).where(sql`credit_id is not null`),
    index().on(table.customerId, table.appliedOn),
    index('payment_invoices_invoice').on(table.invoiceId),
    index('payment_invoices_pending_index').on(table.customerId, table.invoiceId).where(sql`payment_result = 2`),
    check('application_of_one_document', sql`num_nonnulls(payment_id, credit_id) = 1`),
    check('application_amounts', sql`amount_cents >= 0 and discount_cents >= 0 and (credit_id is null or discount_cents = 0)`),
  ],
);

/**
 * The journal: one entry per change of a balance. Written by triggers only, never changed. The balance of an invoice is the sum of
 * `invoiceCents`; the money on account of a payment and the open amount of a credit are the negative sums of `accountCents`. Both together
 * are the customer's balance. An application moves money from one to the other, and reduces the balance by its discount.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    customerId: customerReference(),
    /** The day from which it counts, always after the last statement that existed when it was entered. */
    postedOn: day().notNull(),
    enteredAt: moment().notNull().defaultNow(),
    kind: text().notNull(),
    invoiceId: reference().references(() => invoices.id, { onDelete: 'cascade' }),
    paymentId: reference().references(() => payments.id, { onDelete: 'cascade' }),
    creditId: reference().references(() => credits.id, { onDelete: 'cascade' }),
    /** The invoice's due date from then on; only on entries of an invoice itself. */
    dueDate: day(),
    invoiceCents: cents().notNull().default(0),
    accountCents: cents().notNull().default(0),
  },
  (table) => [
    index('ledger_entries_day_index').on(table.customerId, table.postedOn),
    index('ledger_entries_invoice_index').on(table.invoiceId).where(sql`invoice_id is not null`),
    index('ledger_entries_payment_index').on(table.paymentId).where(sql`payment_id is not null`),
    index('ledger_entries_credit_index').on(table.creditId).where(sql`credit_id is not null`),
  ],
);

/** The browser's id of an attempt to pay, and the payment it made; null if the attempt was given up before it made one. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    customerId: customerReference(),
    reference: uuid().notNull(),
    paymentId: reference().references(() => payments.id),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.reference] }), index().on(table.paymentId)],
);

/** The dates of a customer's statements. Their figures are computed from the ledger as of that day. */
export const statements = pgTable(
  'statements',
  {
    id: reference().notNull().unique().generatedByDefaultAsIdentity(),
    customerId: customerReference(),
    statementDate: day().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.statementDate] })],
);
