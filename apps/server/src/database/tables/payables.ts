import { boolean, check, index, integer, pgTable, primaryKey, smallint, sql, text, uniqueIndex } from '../drizzle.ts';
import { customerReference, customers, users } from './accounts.ts';
import { credits, invoices, payments } from './billing.ts';
import { cents, day, id, moment, reference } from './columns.ts';

/** Cards and bank accounts that a customer keeps at the processor. A removed one stays for the payments that used it, without its token. */
export const savedMethods = pgTable(
  'saved_methods',
  {
    id: id(),
    customerId: customerReference(),
    /** `card` or `check`. */
    kind: text().notNull(),
    /** The processor's name for it; null once the processor has forgotten it. */
    token: text(),
    name: text().notNull(),
    brand: text().notNull(),
    lastFour: text().notNull(),
    /** The last day of a card's month. */
    expiresOn: day(),
    savedBy: reference()
      .notNull()
      .references(() => users.id),
    savedAt: moment().notNull().defaultNow(),
    removedAt: moment(),
    removedBy: reference().references(() => users.id),
    /** When the processor is next asked to forget it. */
    detachAfter: moment(),
    /** Where it was saved, and the only place where it is charged; null means the configured processor. */
    processor: text(),
    /** What its owner has to tell before it can be charged (`amounts` or `code`); null if nothing. */
    proof: text(),
    proofTries: integer().notNull().default(0),
    /** Since when it can no longer be verified. */
    proofFailedAt: moment(),
  },
  (table) => [
    index('saved_methods_list_index').on(table.customerId, table.id).where(sql`removed_at is null`),
    index('saved_methods_detach_index').on(table.detachAfter).where(sql`detach_after is not null`),
    check('saved_method_has_token', sql`token is not null or removed_at is not null`),
  ],
);

/** Attempts to save a method outside a payment, which count with the payments that failed. */
export const methodTries = pgTable(
  'method_tries',
  {
    id: id(),
    customerId: customerReference(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    at: moment().notNull().defaultNow(),
    /** Null while the processor is asked. */
    isRefused: boolean(),
  },
  (table) => [index().on(table.userId, table.at), index().on(table.customerId, table.at), index().on(table.at)],
);

/** Above this amount a payment waits for a second person. No row: no limit. */
export const approvalLimits = pgTable('approval_limits', {
  customerId: reference()
    .primaryKey()
    .references(() => customers.id),
  amountCents: cents().notNull(),
  setBy: reference()
    .notNull()
    .references(() => users.id),
  setAt: moment().notNull().defaultNow(),
});

/** Rules that plan payments by themselves. They are stopped, never changed. */
export const autopayRules = pgTable(
  'autopay_rules',
  {
    id: id(),
    customerId: customerReference(),
    methodId: reference()
      .notNull()
      .references(() => savedMethods.id),
    /** `due-date`, `days-before` or `discount-day`. */
    timing: text().notNull(),
    daysBefore: integer().notNull().default(0),
    paymentCapCents: cents().notNull(),
    monthCapCents: cents().notNull(),
    /** Whether its payments use the account's open credits before they charge the method. */
    usesCredits: boolean().notNull().default(false),
    payerEmail: text().notNull(),
    createdBy: reference()
      .notNull()
      .references(() => users.id),
    createdAt: moment().notNull().defaultNow(),
    stoppedAt: moment(),
    stoppedBy: reference().references(() => users.id),
    stopReason: text(),
  },
  (table) => [
    index().on(table.customerId, table.id),
    index('autopay_rules_active_index').on(table.id).where(sql`stopped_at is null`),
    index().on(table.methodId),
  ],
);

/**
 * Payments that are made later: on a day, by a rule, or when a second person has approved them. The row is the queue: it becomes `running`
 * in the transaction that stores its payment.
 */
export const plannedPayments = pgTable(
  'planned_payments',
  {
    id: id(),
    customerId: customerReference(),
    /** `approval`, `scheduled` or `autopay`. */
    kind: text().notNull(),
    /** `waiting` for approval, `planned`, `running`; then `paid`, `failed`, `stopped`, `declined` or `expired`. */
    state: text().notNull(),
    /** The day at the data source. */
    runOn: day().notNull(),
    ruleId: reference().references(() => autopayRules.id),
    /** Numbers the payments that a rule makes on one day. */
    part: smallint().notNull().default(1),
    methodId: reference()
      .notNull()
      .references(() => savedMethods.id),
    /** What was announced, without credits. A run charges this much at most. */
    amountCents: cents().notNull(),
    discountCents: cents().notNull(),
    payerEmail: text().notNull(),
    requestedBy: reference()
      .notNull()
      .references(() => users.id),
    requestedAt: moment().notNull().defaultNow(),
    /** Until when an approval can be given; null if none is needed. */
    expiresAt: moment(),
    approvedBy: reference().references(() => users.id),
    decidedAt: moment(),
    announcedAt: moment(),
    nextTryAt: moment(),
    tries: integer().notNull().default(0),
    paymentId: reference().references(() => payments.id),
    endedAt: moment(),
    endedBy: reference().references(() => users.id),
    endReason: text(),
    /** What the person wrote who declined it. */
    note: text(),
  },
  (table) => [
    index('planned_payments_list_index').on(table.customerId, table.runOn, table.id),
    index('planned_payments_open_index').on(table.runOn).where(sql`state in ('waiting', 'planned', 'running')`),
    index().on(table.methodId),
    index().on(table.paymentId),
    uniqueIndex('planned_payments_rule_day')
      .on(table.ruleId, table.runOn, table.part)
      .where(sql`rule_id is not null and end_reason is distinct from 'over-cap'`),
    uniqueIndex('planned_payments_left_out').on(table.ruleId, table.runOn).where(sql`rule_id is not null and end_reason = 'over-cap'`),
    check('planned_payment_approver', sql`approved_by <> requested_by`),
  ],
);

/** The invoices of a planned payment, with the most that may be paid of each. */
export const plannedPaymentInvoices = pgTable(
  'planned_payment_invoices',
  {
    plannedPaymentId: reference()
      .notNull()
      .references(() => plannedPayments.id),
    invoiceId: reference()
      .notNull()
      .references(() => invoices.id),
    customerId: customerReference(),
    /** The money, after the discount and what credits cover. */
    amountCents: cents().notNull(),
    discountCents: cents().notNull(),
    /** Before the discount, if only a part is to be paid. */
    partCents: cents(),
    /** What credits cover. */
    creditCents: cents().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.plannedPaymentId, table.invoiceId] }), index().on(table.invoiceId)],
);

/** The credits that a planned payment uses, with how much of each was agreed. */
export const plannedPaymentCredits = pgTable(
  'planned_payment_credits',
  {
    plannedPaymentId: reference()
      .notNull()
      .references(() => plannedPayments.id),
    creditId: reference()
      .notNull()
      .references(() => credits.id),
    customerId: customerReference(),
    amountCents: cents().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.plannedPaymentId, table.creditId] }),
    index().on(table.creditId),
    check('planned_payment_credit_positive', sql`amount_cents > 0`),
  ],
);
