import { boolean, check, index, integer, jsonb, pgTable, primaryKey, real, sql, text } from '../drizzle.ts';
import { customerReference, customers, users } from './accounts.ts';
import { plants, trucks } from './catalog.ts';
import { degrees, id, moment, reference } from './columns.ts';
import { orders, tickets } from './sales.ts';

/** The last position of each truck and the load it carries. A trigger updates the load from the tickets. */
export const truckPositions = pgTable(
  'truck_positions',
  {
    truckId: reference()
      .primaryKey()
      .references(() => trucks.id),
    customerId: reference().references(() => customers.id),
    ticketId: reference().references(() => tickets.id),
    latitude: degrees().notNull(),
    longitude: degrees().notNull(),
    /** Degrees clockwise from north. */
    heading: real().notNull(),
    speedMph: real().notNull(),
    hasPower: boolean().notNull(),
    recordedAt: moment().notNull(),
  },
  (table) => [index().on(table.customerId)],
);

/** The GPS fixes of the last minutes. */
export const truckFixes = pgTable(
  'truck_fixes',
  {
    truckId: reference()
      .notNull()
      .references(() => trucks.id),
    recordedAt: moment().notNull(),
    speedMph: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.truckId, table.recordedAt] }), index().on(table.recordedAt)],
);

/** Each truck's route to its job and its expected arrival. */
export const truckEtas = pgTable(
  'truck_etas',
  {
    truckId: reference()
      .primaryKey()
      .references(() => trucks.id),
    customerId: customerReference(),
    ticketId: reference()
      .notNull()
      .references(() => tickets.id),
    /** When the router was last asked. It is not asked again within five minutes. */
    askedAt: moment().notNull(),
    calculatedAt: moment(),
    estimatedAt: moment(),
    earliestAt: moment(),
    latestAt: moment(),
    /** The route: points as [latitude, longitude], meters and seconds. */
    route: jsonb().$type<{ points: [number, number][]; distanceMeters: number; durationSeconds: number }>(),
  },
  (table) => [index().on(table.customerId)],
);

/** The first arrival that was predicted for each load after its truck left the plant. */
export const arrivalPredictions = pgTable(
  'arrival_predictions',
  {
    ticketId: reference()
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    plantId: reference()
      .notNull()
      .references(() => plants.id),
    predictedAt: moment().notNull(),
    estimatedAt: moment().notNull(),
    earliestAt: moment().notNull(),
    latestAt: moment().notNull(),
  },
  (table) => [index().on(table.predictedAt)],
);

/** Links to the pour board of an order, for people without an account. */
export const pourShares = pgTable(
  'pour_shares',
  {
    id: id(),
    customerId: customerReference(),
    orderId: reference()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    label: text().notNull(),
    createdBy: reference().references(() => users.id),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    viewCount: integer().notNull().default(0),
    lastViewedAt: moment(),
  },
  (table) => [
    index().on(table.orderId),
    index().on(table.customerId),
    index().on(table.expiresAt),
    check('pour_shares_week', sql`${table.expiresAt} <= ${table.createdAt} + interval '7 days'`),
  ],
);
