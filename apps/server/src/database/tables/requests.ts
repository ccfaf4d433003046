import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, sql, text, unique, uniqueIndex, uuid } from '../drizzle.ts';
import { customerReference, dataSources, users } from './accounts.ts';
import { plants, products } from './catalog.ts';
import { degrees, id, moment, quantity, reference } from './columns.ts';
import { orders, quotes } from './sales.ts';

const ruleColumns = {
  leadTimeMinutes: integer().notNull(),
  minimumLoad: quantity().notNull(),
  truckLoad: quantity().notNull(),
  opensAt: text().notNull(),
  closesAt: text().notNull(),
  workDays: smallint().array().notNull(),
  dayBeforeCutOff: text(),
  changeCutOffMinutes: integer().notNull(),
  horizonDays: integer().notNull(),
  updatedBy: reference().references(() => users.id),
  updatedAt: moment().notNull().defaultNow(),
};

/** What a data source accepts as a request for a pour; without a row the defaults of the domain hold. */
export const requestRules = pgTable('request_rules', {
  dataSourceId: integer()
    .primaryKey()
    .references(() => dataSources.id),
  ...ruleColumns,
});

/** The same for aggregate and block. */
export const materialRequestRules = pgTable(
  'material_request_rules',
  {
    dataSourceId: integer()
      .notNull()
      .references(() => dataSources.id),
    orderType: smallint().notNull(),
    ...ruleColumns,
  },
  (table) => [primaryKey({ columns: [table.dataSourceId, table.orderType] })],
);

/** What a customer asks dispatch for: a pour, or a change of an order. */
export const orderRequests = pgTable(
  'order_requests',
  {
    id: id(),
    customerId: customerReference(),
    number: text().notNull().generatedAlwaysAs(sql`'R' || (10000 + id)::text`),
    kind: text().notNull(),
    state: text().notNull().default('requested'),
    version: integer().notNull().default(1),
    /** The order that a confirmed pour made, or that a change is about. */
    orderId: reference().references(() => orders.id),
    plantId: reference()
      .notNull()
      .references(() => plants.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
    quoteId: reference().references(() => quotes.id),
    job: text().notNull(),
    jobNumber: text(),
    jobAddress1: text().notNull(),
    jobAddress2: text(),
    jobLatitude: degrees(),
    jobLongitude: degrees(),
    startsAt: moment().notNull(),
    quantity: quantity().notNull(),
    /** What the order had ticketed when its final balance was asked for. */
    ticketedQuantity: quantity(),
    holdQuantity: quantity(),
    intervalMinutes: integer(),
    yardsPerHour: quantity(),
    placement: text(),
    unloading: text(),
    isPickedUp: boolean().notNull().default(false),
    slump: text(),
    admixtures: text(),
    poNumber: text(),
    contactName: text(),
    contactPhone: text(),
    notes: text(),
    proposedPlantId: reference().references(() => plants.id),
    proposedStartsAt: moment(),
    proposedQuantity: quantity(),
    proposedIntervalMinutes: integer(),
    answer: text(),
    expiresAt: moment().notNull(),
    requestKey: uuid().notNull(),
    createdBy: reference()
      .notNull()
      .references(() => users.id),
    requestedBy: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('order_request_key_once').on(table.customerId, table.createdBy, table.requestKey),
    uniqueIndex().on(table.number),
    index().on(table.customerId, table.createdAt, table.id),
    index().on(table.orderId),
    check('order_request_of_order', sql`${table.kind} = 'pour' or ${table.orderId} is not null`),
  ],
);

/** The timeline of a request. */
export const orderRequestEvents = pgTable(
  'order_request_events',
  {
    id: id(),
    customerId: customerReference(),
    requestId: reference()
      .notNull()
      .references(() => orderRequests.id),
    action: text().notNull(),
    actorId: reference().references(() => users.id),
    actorName: text(),
    isOfDesk: boolean().notNull(),
    note: text(),
    proposal: jsonb(),
    createdAt: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index().on(table.requestId, table.id)],
);
