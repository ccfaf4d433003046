import { boolean, index, integer, pgTable, smallint, sql, text, uniqueIndex } from '../drizzle.ts';
import { customerReference, users } from './accounts.ts';
import { credits, invoices } from './billing.ts';
import { products } from './catalog.ts';
import { bytes, cents, id, moment, quantity, reference } from './columns.ts';
import { tickets } from './sales.ts';

/** Disputed lines of invoices, or whole invoices if no ticket is named. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    customerId: customerReference(),
    invoiceId: reference()
      .notNull()
      .references(() => invoices.id),
    ticketId: reference().references(() => tickets.id),
    lineNumber: smallint(),
    productId: reference().references(() => products.id),
    reason: text().notNull(),
    quantity: quantity(),
    /** Tax included. */
    amountCents: cents().notNull(),
    /** `open`, `answered`, `withdrawn` or `closed`. */
    state: text().notNull().default('open'),
    /** The last answer. */
    outcome: text(),
    version: integer().notNull().default(0),
    /** The credit that closed it. */
    creditId: reference().references(() => credits.id, { onDelete: 'set null' }),
    createdBy: reference().references(() => users.id),
    createdAt: moment().notNull().defaultNow(),
    modifiedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('disputes_one_per_line')
      .on(table.invoiceId, sql`coalesce(ticket_id, 0)`, sql`coalesce(line_number, 0)`)
      .where(sql`state in ('open', 'answered')`),
    index('disputes_invoice_id_index').on(table.invoiceId),
    index('disputes_customer_open_index').on(table.customerId).where(sql`state in ('open', 'answered')`),
    index('disputes_created_at_id_index').on(table.createdAt, table.id),
    index('disputes_to_answer_index').on(table.createdAt, table.id).where(sql`state = 'open'`),
    index('disputes_ticket_id_index').on(table.ticketId).where(sql`ticket_id is not null`),
  ],
);

/** The conversation about a dispute and the changes of its state. It only grows. */
export const disputeEntries = pgTable(
  'dispute_entries',
  {
    id: id(),
    customerId: customerReference(),
    disputeId: reference()
      .notNull()
      .references(() => disputes.id),
    /** `opened`, `message`, `answered`, `withdrawn` or `closed`. */
    kind: text().notNull(),
    outcome: text(),
    authorId: reference().references(() => users.id),
    authorName: text().notNull(),
    isStaff: boolean().notNull(),
    message: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('dispute_entries_dispute_id_index').on(table.disputeId)],
);

/** The files of a dispute, each with the message that it came with. */
export const disputeFiles = pgTable(
  'dispute_files',
  {
    id: id(),
    customerId: customerReference(),
    disputeId: reference()
      .notNull()
      .references(() => disputes.id),
    entryId: reference()
      .notNull()
      .references(() => disputeEntries.id),
    fileName: text().notNull(),
    contentType: text().notNull(),
    content: bytes().notNull(),
  },
  (table) => [index('dispute_files_entry_id_index').on(table.entryId), index('dispute_files_dispute_id_index').on(table.disputeId)],
);
