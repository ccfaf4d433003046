import { boolean, index, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { customers, users } from './accounts.ts';
import { id, moment, reference } from './columns.ts';

/** A machine's key. Without a customer it is the supplier's own. */
export const serviceKeys = pgTable(
  'service_keys',
  {
    id: id(),
    customerId: reference().references(() => customers.id),
    /** The part of the key by which it is found. */
    publicId: text().notNull().unique(),
    name: text().notNull(),
    secretHash: text().notNull(),
    /** The secret before the last rotation, accepted until `previousUntil`. */
    previousHash: text(),
    previousUntil: moment(),
    /** Secrets before the previous one whose grace period has not ended. */
    olderSecrets: jsonb().$type<{ hash: string; until: string }[]>().notNull().default([]),
    /** Scopes of a key of the supplier, permission codes of a customer's key. */
    scopes: text().array().notNull(),
    /** Codes of the data sources that the key is limited to; null means all. */
    dataSources: text().array(),
    expiresAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    createdBy: reference().references(() => users.id),
    rotatedAt: moment(),
    rotatedBy: reference().references(() => users.id),
    revokedAt: moment(),
    revokedBy: reference().references(() => users.id),
    lastUsedAt: moment(),
  },
  (table) => [index().on(table.customerId)],
);

/** Something that happened, for other systems. */
export const events = pgTable(
  'events',
  {
    sequence: id(),
    id: uuid().notNull().unique().defaultRandom(),
    /** The place in the feed, given once after the commit. */
    position: reference().unique(),
    type: text().notNull(),
    customerId: reference().references(() => customers.id),
    data: jsonb().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.customerId, table.position)],
);

/** The last place in the feed that was ever given: one row. Places of deleted events are not given again. */
export const eventFeed = pgTable('event_feed', {
  id: boolean().primaryKey().default(true),
  lastPosition: reference().notNull(),
  /** Up to here events were deleted because of their age. */
  deletedPosition: reference().notNull().default(0),
});

/** The histories of the feed: a restored database begins a new one after the last place that it knows. */
export const feedHistories = pgTable('feed_histories', {
  number: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Part of the cursors of this history. */
  name: text().notNull().unique(),
  beginsAfter: reference().notNull(),
});

/** Where events are sent. Without a customer the endpoint is the supplier's own. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    customerId: reference().references(() => customers.id),
    /** Takes part in the signing secret, with `secretVersion`. */
    publicId: uuid().notNull().unique().defaultRandom(),
    name: text().notNull(),
    url: text().notNull(),
    types: text().array().notNull(),
    /** Codes of the data sources whose events are sent; null means all. */
    dataSources: text().array(),
    hasPrices: boolean().notNull().default(false),
    secretVersion: integer().notNull().default(1),
    /** Until when messages are signed with the secret before as well. */
    previousUntil: moment(),
    /** Versions before the previous one whose grace period has not ended. */
    olderSecrets: jsonb().$type<{ version: number; until: string }[]>().notNull().default([]),
    state: text().$type<'active' | 'paused' | 'failing' | 'deleted'>().notNull().default('active'),
    failingSince: moment(),
    lastError: text(),
    lastPosition: reference().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    createdBy: reference().references(() => users.id),
  },
  (table) => [index().on(table.customerId)],
);

/** One event on its way to one endpoint. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: id(),
  endpointId: reference()
    .notNull()
    .references(() => webhookEndpoints.id),
  customerId: reference().references(() => customers.id),
  eventSequence: reference()
    .notNull()
    .references(() => events.sequence),
  state: text().$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  nextAttemptAt: moment().notNull().defaultNow(),
  lastStatus: integer(),
  lastError: text(),
  createdAt: moment().notNull().defaultNow(),
  deliveredAt: moment(),
});
