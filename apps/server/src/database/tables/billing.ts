import { check, index, integer, pgTable, primaryKey, smallint, sql, text, unique, uniqueIndex, uuid } from '../drizzle.ts';
import { customers, users } from './accounts.ts';
import { cents, day, id, moment, reference } from './columns.ts';
import { orders } from './sales.ts';

/** Invoices: the sum of the products and taxes of their tickets. A trigger updates `paidCents` from the payments. */
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
    /** Deducted if the invoice is paid on or before `discountExpiresOn`. */
    discountCents: cents().notNull(),
    discountExpiresOn: day(),
    /** Paid and discounted so far. Maintained by the trigger on `payment_invoices`; never write it directly. */
    paidCents: cents().notNull().default(0),
    /** The day from which its payment counts. Maintained by the same trigger. */
    paidOn: day(),
  },
  (table) => [
    unique().on(table.customerId, table.documentNumber),
    // The migration adds the amounts to the index (`include`), for the sums of the list.
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

/** Payments of a cart, successful or not. `resultCode` is the outcome: 100000 paid, 100100 pending, otherwise failed. */
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
  },
  (table) => [
    // The migration adds the amounts to the index (`include`), for the sums of the list.
    index('payments_list_index').on(table.customerId, table.startedAt, table.id),
    index('payments_requested_by_index').on(table.requestedBy, table.startedAt).where(sql`idempotency_key is not null`),
    index('payments_unresolved').on(table.resolveAfter).where(sql`payment_result = 2 and resolve_after is not null`),
    index('payments_payment_id').on(table.paymentId).where(sql`payment_id is not null`),
    index('payments_content').on(table.customerId, table.contentHash).where(sql`content_hash is not null`),
    check('payment_result_known', sql`${table.paymentResult} between 0 and 2`),
  ],
);

/** The share of a payment per invoice. An invoice has at most one payment that is paid or pending. */
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
    /** Copied from the payment: 0 failed, 1 paid, 2 pending. */
    paymentResult: smallint().notNull(),
    /** The day from which it counts, in the data source's time zone. */
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

/** The browser's id of an attempt to pay, and the payment it made; null if the attempt was given up before it made one. */
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

/** The dates of a customer's statements. Their figures are computed from the ledger as of that day. */
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
