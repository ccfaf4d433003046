import { index, pgTable, sql, text } from '../drizzle.ts';
import { customerReference } from './accounts.ts';
import { invoices, payments } from './billing.ts';
import { cents, id, moment, reference } from './columns.ts';

/** Money that went back after a payment was settled, or came again after a dispute was won. Only added, by the system. */
export const paymentReturns = pgTable(
  'payment_returns',
  {
    id: id(),
    customerId: customerReference(),
    paymentId: reference()
      .notNull()
      .references(() => payments.id),
    /** `returned` by the bank, `refunded` by the supplier, `disputed` by the payer, or `reinstated`. */
    kind: text().notNull(),
    amountCents: cents().notNull(),
    happenedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('payment_returns_payment_id_index').on(table.paymentId, table.id),
    index('payment_returns_happened_at_index').on(table.happenedAt),
    index('payment_returns_customer_id_index').on(table.customerId),
  ],
);

/** The invoices of such a movement: what was open again, or was paid again. Money that was on account has no invoice. */
export const paymentReturnLines = pgTable(
  'payment_return_lines',
  {
    id: id(),
    customerId: customerReference(),
    returnId: reference()
      .notNull()
      .references(() => paymentReturns.id),
    invoiceId: reference().references(() => invoices.id),
    amountCents: cents().notNull(),
    discountCents: cents().notNull(),
  },
  (table) => [
    index('payment_return_lines_return_id_index').on(table.returnId),
    index('payment_return_lines_invoice_id_index').on(table.invoiceId).where(sql`invoice_id is not null`),
    index('payment_return_lines_customer_id_index').on(table.customerId),
  ],
);
