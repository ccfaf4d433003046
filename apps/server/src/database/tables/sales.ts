import { boolean, check, date, index, integer, pgTable, smallint, sql, text, unique, uniqueIndex, uuid } from '../drizzle.ts';
import { customerReference, users } from './accounts.ts';
import { plants, products, trucks } from './catalog.ts';
import { bytes, cents, day, degrees, id, measure, moment, quantity, reference } from './columns.ts';

export const quotes = pgTable(
  'quotes',
  {
    id: id(),
    customerId: customerReference(),
    quoteNumber: text().notNull(),
    quoteName: text().notNull(),
    quoteType: text().notNull(),
    quoteAddress: text().notNull(),
    specJob: text(),
    plantId: reference()
      .notNull()
      .references(() => plants.id),
    salesPersonName: text().notNull(),
    quoteDate: day().notNull(),
    startDate: day().notNull(),
    terminationDate: day(),
    /** Null while the quote waits to be accepted. */
    isActive: boolean(),
    /** Added to each unit price from a year after the start, in cents. */
    priceAdjustmentCents: cents(),
    terms: text(),
  },
  (table) => [unique().on(table.customerId, table.quoteNumber), index().on(table.customerId, table.quoteDate, table.id)],
);

export const quoteProducts = pgTable(
  'quote_products',
  {
    id: id(),
    customerId: customerReference(),
    quoteId: reference()
      .notNull()
      .references(() => quotes.id),
    lineNumber: smallint().notNull(),
    productId: reference()
      .notNull()
      .references(() => products.id),
    quantity: quantity().notNull(),
    unitPriceCents: cents().notNull(),
  },
  (table) => [uniqueIndex().on(table.quoteId, table.lineNumber)],
);

export const orders = pgTable(
  'orders',
  {
    id: id(),
    customerId: customerReference(),
    orderNumber: text().notNull(),
    orderType: smallint().notNull(),
    statusId: smallint().notNull(),
    /** When the job starts: the order's main date. */
    startsAt: moment().notNull(),
    shipDate: date({ mode: 'string' }).notNull(),
    /** When the first load is due on the job, and when it is to be ticketed. */
    onJobAt: moment(),
    ticketAt: moment(),
    plantId: reference()
      .notNull()
      .references(() => plants.id),
    quoteId: reference().references(() => quotes.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
    quantityOrdered: quantity().notNull(),
    loadCount: integer().notNull(),
    intervalMinutes: integer(),
    job: text().notNull(),
    jobNumber: text(),
    poNumber: text(),
    orderedBy: text(),
    orderedByPhone: text(),
    jobAddress1: text().notNull(),
    jobAddress2: text(),
    jobLatitude: degrees(),
    jobLongitude: degrees(),
    lotOrBlock: text(),
    usage: text(),
    slump: text(),
    directions: text(),
    altKey: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Number, job and address in lower case, for searching orders and their tickets. PostgreSQL generates it. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(order_number || chr(10) || job || chr(10) || job_address1 || chr(10) || coalesce(job_address2, ''))`),
  },
  (table) => [
    index().on(table.customerId, table.orderNumber),
    index().on(table.customerId, table.startsAt, table.id),
    index().on(table.customerId, table.job),
    check('order_type_known', sql`${table.orderType} between 1 and 3`),
    check('order_status_known', sql`${table.statusId} between 0 and 9`),
    check('quantity_ordered_positive', sql`${table.quantityOrdered} > 0`),
  ],
);

export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    customerId: customerReference(),
    orderId: reference()
      .notNull()
      .references(() => orders.id),
    ticketNumber: text().notNull(),
    statusId: smallint().notNull(),
    /** A cancelled ticket stays in the history, but its load counts nowhere. */
    isCancelled: boolean().notNull().default(false),
    ticketedAt: moment().notNull(),
    plantId: reference()
      .notNull()
      .references(() => plants.id),
    truckId: reference().references(() => trucks.id),
    driverName: text(),
    loadNumber: integer().notNull(),
    quantity: quantity().notNull(),
    dueOnJobAt: moment(),
    loadingAt: moment(),
    leavePlantAt: moment(),
    arrivedAt: moment(),
    pourStartedAt: moment(),
    finishedAt: moment(),
    leaveJobAt: moment(),
    slump: text(),
    testCylindersTaken: smallint(),
    gallonsWaterAdded: quantity(),
    notes: text(),
    /** Tax on this load's products, fixed when the ticket is printed. */
    taxCents: cents().notNull(),
    /** References `invoices`. The foreign key is declared only in the migration, because `invoices` references orders. */
    invoiceId: reference(),
    altKey: text().notNull(),
    /** When the supplier last changed its lines. */
    revisedAt: moment(),
  },
  (table) => [
    index().on(table.customerId, table.ticketNumber),
    index().on(table.customerId, table.ticketedAt, table.id),
    index('tickets_sums_index').on(table.orderId, table.customerId),
    index().on(table.invoiceId),
    index().on(table.truckId, table.ticketedAt),
    check('ticket_status_known', sql`${table.statusId} between 1 and 6`),
  ],
);

/** The products of a load, at the price that applied to it. */
export const ticketProducts = pgTable(
  'ticket_products',
  {
    id: id(),
    customerId: customerReference(),
    ticketId: reference()
      .notNull()
      .references(() => tickets.id),
    lineNumber: smallint().notNull(),
    productId: reference()
      .notNull()
      .references(() => products.id),
    quantity: quantity().notNull(),
    unitPriceCents: cents().notNull(),
    amountCents: cents().notNull(),
  },
  (table) => [uniqueIndex().on(table.ticketId, table.lineNumber)],
);

/** Who received or rejected a load. Rows are only added; a correction names the row that it corrects. */
export const ticketSignOffs = pgTable(
  'ticket_sign_offs',
  {
    id: id(),
    customerId: customerReference(),
    ticketId: reference()
      .notNull()
      .references(() => tickets.id),
    /** Made by the client: an entry that is sent again has the same key. */
    clientKey: uuid().notNull(),
    correctsId: reference(),
    isRejected: boolean().notNull(),
    rejectReason: text(),
    receivedBy: text().notNull(),
    waterGallons: measure(),
    slumpInches: measure(),
    airPercent: measure(),
    temperatureF: measure(),
    notes: text(),
    /** A PNG. */
    signature: bytes(),
    signedBy: reference()
      .notNull()
      .references(() => users.id),
    signedByName: text().notNull(),
    signedAt: moment().notNull(),
    arrivedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('sign_offs_once').on(table.customerId, table.clientKey),
    unique('sign_offs_of_ticket').on(table.id, table.ticketId),
    uniqueIndex().on(table.correctsId),
    index().on(table.ticketId, table.id),
  ],
);

export const ticketSignOffPhotos = pgTable(
  'ticket_sign_off_photos',
  {
    id: id(),
    customerId: customerReference(),
    signOffId: reference()
      .notNull()
      .references(() => ticketSignOffs.id),
    fileName: text().notNull(),
    contentType: text().notNull(),
    content: bytes().notNull(),
    /** A small JPEG for documents. */
    preview: bytes().notNull(),
  },
  (table) => [index().on(table.signOffId, table.id)],
);
