import { boolean, index, jsonb, pgTable, primaryKey, real } from '../drizzle.ts';
import { customers } from './accounts.ts';
import { trucks } from './catalog.ts';
import { degrees, moment, reference } from './columns.ts';
import { tickets } from './sales.ts';

/** Where each truck is, by its last fix, and whose load it carries; the load follows the tickets by a trigger. */
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

/** The fixes of the last minutes. */
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

/** Each truck's way to its job and when it is expected there. */
export const truckEtas = pgTable(
  'truck_etas',
  {
    truckId: reference()
      .primaryKey()
      .references(() => trucks.id),
    customerId: reference()
      .notNull()
      .references(() => customers.id),
    ticketId: reference()
      .notNull()
      .references(() => tickets.id),
    /** When the router was last asked; not again within five minutes. */
    askedAt: moment().notNull(),
    calculatedAt: moment(),
    estimatedAt: moment(),
    earliestAt: moment(),
    latestAt: moment(),
    /** The way: points as [latitude, longitude], meters and seconds. */
    route: jsonb().$type<{ points: [number, number][]; distanceMeters: number; durationSeconds: number }>(),
  },
  (table) => [index().on(table.customerId)],
);
