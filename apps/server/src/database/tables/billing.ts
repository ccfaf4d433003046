import { check, index, integer, pgTable, primaryKey, smallint, sql, text, unique, uniqueIndex, uuid } from '../drizzle.ts';
import { customers, users } from './accounts.ts';
import { cents, day, id, moment, reference } from './columns.ts';
import { orders } from './sales.ts';

/** The sum of its tickets' products and taxes; `paidCents` follows the payments by a trigger. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    documentNumber: text().notNull(),
    documentDate: day().notNull(),
    dueDate: day().notNull(),
    batchNumber: text().notNull(),
    orderId: reference().references(() => orders.id),
    salesCents: cents().notNull(),
    taxCents: cents().notNull(),
    totalCents: cents().notNull(),
    /** Taken off when paid on or before `discountExpiresOn`. */
    discountCents: cents().notNull(),
    discountExpiresOn: day(),
    /** Paid and discounted so far; kept by the trigger on `payment_invoices`, never written by hand. */
    paidCents: cents().notNull().default(0),
    /** The day its payment counts from; kept by the same trigger. */
    paidOn: day(),
  },
  (table) => [
    unique().on(table.customerId, table.documentNumber),
    // The migration includes the amounts, for the sums of the list.
    index('invoices_list_index').on(table.customerId, table.documentDate, table.id),
    index('invoices_open_index').on(table.customerId, table.documentDate).where(sql`paid_cents < total_cents`),
    index().on(table.orderId),
    check('invoice_adds_up', sql`${table.totalCents} = ${table.salesCents} + ${table.taxCents}`),
    check('not_overpaid', sql`${table.paidCents} between 0 and ${table.totalCents}`),
  ],
);

/** The invoices in a customer's open cart. */
export const cartInvoices = pgTable(
  'cart_invoices',
  {
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    invoiceId: reference()
      .notNull()
      .references(() => invoices.id),
    addedBy: reference().references(() => users.id),
    addedAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.invoiceId] })],
);

/** A cart that was paid or tried to be; how it ended is `resultCode` (100000 paid, 100100 pending, else failed). */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    cartId: text().notNull().unique(),
    paymentId: text(),
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
    /** The content and which attempt at it this is. */
    idempotencyKey: text().unique(),
    /** Of customer, invoices and amounts: the same cart sent twice is the same payment. */
    contentHash: text(),
    /** While it is pending: from when on the completer asks the processor how it ended. */
    resolveAfter: moment(),
    resolveTries: integer().notNull().default(0),
    startedAt: moment().notNull(),
    settledAt: moment(),
    /** When the call to the processor was over, with or without a result; until then it is under way. */
    answeredAt: moment(),
    /** When what had been paid came back after all. */
    returnedAt: moment(),
  },
  (table) => [
    // The migration includes the amounts, for the sums of the list.
    index('payments_list_index').on(table.customerId, table.startedAt, table.id),
    index('payments_requested_by_index').on(table.requestedBy, table.startedAt).where(sql`idempotency_key is not null`),
    index('payments_unresolved').on(table.resolveAfter).where(sql`payment_result = 2 and resolve_after is not null`),
    index('payments_payment_id').on(table.paymentId).where(sql`payment_id is not null`),
    index('payments_content').on(table.customerId, table.contentHash).where(sql`content_hash is not null`),
    check('payment_result_known', sql`${table.paymentResult} between 0 and 2`),
  ],
);

/** How a payment is laid against invoices. At most one that is paid or under way stands on an invoice. */
export const paymentInvoices = pgTable(
  'payment_invoices',
  {
    paymentId: reference()
      .notNull()
      .references(() => payments.id),
    invoiceId: reference()
      .notNull()
      .references(() => invoices.id),
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    amountCents: cents().notNull(),
    discountCents: cents().notNull(),
    /** Follows the payment: 0 failed, 1 paid, 2 pending. */
    paymentResult: smallint().notNull(),
    /** The day it counts from, in the data source's time zone. */
    appliedOn: day().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.invoiceId] }),
    uniqueIndex('payment_invoices_one_standing').on(table.invoiceId).where(sql`payment_result <> 0`),
    index().on(table.customerId, table.appliedOn),
    index('payment_invoices_invoice').on(table.invoiceId),
    index('payment_invoices_pending_index').on(table.customerId, table.invoiceId).where(sql`payment_result = 2`),
  ],
);

/** A browser's own name for an attempt to pay, and the payment it made; none for an attempt that was given up before it made one. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    reference: uuid().notNull(),
    paymentId: reference().references(() => payments.id),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.reference] }), index().on(table.paymentId)],
);

/** The days on which a customer's account was stated; the figures come from the ledger as of that day. */
export const statements = pgTable(
  'statements',
  {
    id: reference().notNull().unique().generatedByDefaultAsIdentity(),
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    statementDate: day().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.statementDate] })],
);
