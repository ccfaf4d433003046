import { DEFAULT_ALERT_SETTINGS } from '@yardage/domain/alerts';
import { boolean, index, jsonb, pgTable, smallint, text, unique } from '../drizzle.ts';
import { customerReference, users } from './accounts.ts';
import { id, moment, reference } from './columns.ts';
import { orders } from './sales.ts';

const person = () =>
  reference()
    .notNull()
    .references(() => users.id);

/** What a user follows: an order, a job, or the account itself if neither is named. */
export const alertFollows = pgTable(
  'alert_follows',
  {
    id: id(),
    customerId: customerReference(),
    userId: person(),
    orderId: reference().references(() => orders.id),
    /** The key of a job (`job_key`). In rows from before 0094 its name, and then the three below are null. */
    job: text(),
    jobName: text(),
    jobNumber: text(),
    jobAddress: text(),
    types: text().array().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.customerId)],
);

/** What happened that somebody follows. `key` names it, so that it is stored once. */
export const alertEvents = pgTable(
  'alert_events',
  {
    id: id(),
    customerId: customerReference(),
    key: text().notNull(),
    type: text().notNull(),
    orderId: reference(),
    job: text(),
    jobKey: text(),
    facts: jsonb().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** When the alerts of its followers were made. */
    spreadAt: moment(),
  },
  (table) => [unique('alert_events_once').on(table.customerId, table.key)],
);

/** One event in one user's inbox. */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    customerId: customerReference(),
    userId: person(),
    eventId: reference()
      .notNull()
      .references(() => alertEvents.id),
    createdAt: moment().notNull().defaultNow(),
    readAt: moment(),
  },
  (table) => [unique('alerts_once').on(table.userId, table.eventId), index().on(table.userId, table.id)],
);

/** An alert on its way through a channel besides the inbox. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: id(),
    customerId: customerReference(),
    alertId: reference()
      .notNull()
      .references(() => alerts.id),
    channel: text().notNull(),
    isDigest: boolean().notNull().default(false),
    attempts: smallint().notNull().default(0),
    /** A push message that is being sent is due again after a while, in case its process dies. */
    dueAt: moment().notNull(),
    doneAt: moment(),
  },
  (table) => [unique('alert_deliveries_once').on(table.alertId, table.channel)],
);

/** How a user gets alerts. Times are minutes of the day in the data source's time zone. */
export const alertSettings = pgTable('alert_settings', {
  userId: reference()
    .primaryKey()
    .references(() => users.id),
  mail: text().notNull().default(DEFAULT_ALERT_SETTINGS.mail),
  quietFrom: smallint(),
  quietTo: smallint(),
  digestAt: smallint().notNull().default(DEFAULT_ALERT_SETTINGS.digestAt),
  updatedAt: moment().notNull().defaultNow(),
});

/** The browsers that show a user's alerts as notifications. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: person(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId, table.id)],
);
